/** A server as a house: HTTP for what is asked, a WebSocket for each visit. The only place that knows either. */

import type { Refusal, Replay } from "../protocol";
import { type House, Refused } from "./house";
import { Line, type World } from "./line";

const UNREACHABLE: Refusal = { code: "unreachable", message: "the server cannot be reached" };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(UNREACHABLE);
  }
  const text = await answer.text();
  if (!answer.ok) throw new Refused(refusalOf(text, answer.status));
  const said = text === "" ? undefined : JSON.parse(text);
  return said;
}

function refusalOf(text: string, status: number): Refusal {
  try {
    const refusal: Partial<Refusal> = JSON.parse(text);
    if (typeof refusal.code === "string") return { message: "", ...refusal, code: refusal.code };
  } catch {
    // Not one of ours: a proxy in between answers in its own words.
  }
  return { code: status === 429 ? "too-fast" : "internal", message: `${status}` };
}

const table = (id: string) => `tables/${encodeURIComponent(id)}`;

/** A whole replay, which the server tells a part at a time. */
async function inParts(part: (after: number) => Promise<Replay>): Promise<Replay> {
  const whole = await part(0);
  const steps = [...whole.steps];
  for (let { next } = whole; next !== null;) {
    const more = await part(next);
    steps.push(...more.steps);
    next = more.next;
  }
  return { ...whole, steps, next: null };
}

/** The server at an address such as `https://frogs.example`, as this browser's `location` has it. */
export function remoteHouse(at: Pick<Location, "protocol" | "host">): House {
  return {
    games: () => call("GET", "games"),
    open: (wish) => call("POST", "tables", wish),
    dial: (id, visitor) => new Line(browserWorld(socketAddress(id, at)), visitor),
    look: (id) => call("GET", table(id)),
    list: () => call("GET", "tables"),
    presence: () => call("GET", "presence"),
    mine: () => call("GET", "me"),
    playNow: (wish) => call("POST", "play-now", wish),
    join: (id, join) => call("POST", `${table(id)}/join`, join),
    invitation: (code) => call("GET", `invites/${encodeURIComponent(code)}`),
    accept: (code, join) => call("POST", `invites/${encodeURIComponent(code)}`, join),
    tell: (id, message) => call("POST", `${table(id)}/commands`, message),
    leave: (id) => call("POST", `${table(id)}/leave`, {}),
    remove: (id, seat) => call("POST", `${table(id)}/remove`, { seat }),
    close: (id) => call("POST", `${table(id)}/abandon`),
    report: (id, wish) => call("POST", `${table(id)}/report`, wish),
    rematch: (id) => call("POST", `${table(id)}/rematch`),
    replay: (id, eyes) =>
      inParts((after) => call("GET", `${table(id)}/replay?as=${encodeURIComponent(eyes)}&after=${after}`)),
    show: (text, eyes) =>
      inParts((after) => call("POST", `replays?as=${encodeURIComponent(eyes)}&after=${after}`, { text })),
    analysis: (id) => call("GET", `${table(id)}/analysis`),
    proof: (id) => call("GET", `${table(id)}/proof`),
    record: (id) => `/api/${table(id)}/record`,
    deviceCode: (id) => call("POST", `${table(id)}/device-code`),
    claim: (code) => call("POST", "device-code", { code }),
    forgetMe: () => call("DELETE", "me"),
  };
}

/** Where a table's socket is. */
export function socketAddress(id: string, { protocol, host }: Pick<Location, "protocol" | "host">): string {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/api/${table(id)}/socket`;
}

/** The browser's sockets and clock. */
function browserWorld(address: string): World {
  return {
    dial(ears) {
      const socket = new WebSocket(address);
      socket.addEventListener("open", () => ears.opened());
      socket.addEventListener("message", ({ data }) => ears.said(String(data)));
      socket.addEventListener("close", () => ears.closed());
      return { send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text), close: () => socket.close() };
    },
    later(ms, then) {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
    newId: () => crypto.getRandomValues(new Uint32Array(4)).reduce((text, word) => text + word.toString(36), ""),
  };
}
