/** The server's HTTP interface. */

import type {
  Analysis, DeviceCode, Erased, Games, Invitation, Join, OpenTable, Refusal, Rematch, Replay, Seat, Seated, TableList, Welcome,
} from "../protocol";
import type { Proof } from "./fair/proof";

/** The server said no, or could not be reached. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

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
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

function refusalOf(text: string, status: number): Refusal {
  try {
    const refusal = JSON.parse(text) as Partial<Refusal>;
    if (typeof refusal.code === "string") return { message: "", ...refusal, code: refusal.code };
  } catch {
    // Not one of ours: a proxy in between answers in its own words.
  }
  return { code: status === 429 ? "too-fast" : "internal", message: `${status}` };
}

const table = (id: string) => `tables/${encodeURIComponent(id)}`;

/** A whole replay, which the server tells a part at a time. */
async function replay(id: string, eyes: string): Promise<Replay> {
  const part = (after: number) => call<Replay>("GET", `${table(id)}/replay?as=${encodeURIComponent(eyes)}&after=${after}`);
  const whole = await part(0);
  const steps = [...whole.steps];
  for (let { next } = whole; next !== null;) {
    const more = await part(next);
    steps.push(...more.steps);
    next = more.next;
  }
  return { ...whole, steps, next: null };
}

export const api = {
  games: () => call<Games>("GET", "games"),
  openTables: () => call<TableList>("GET", "tables"),
  mine: () => call<TableList>("GET", "me"),
  forgetMe: () => call<Erased>("DELETE", "me"),
  open: (wish: OpenTable) => call<Seated>("POST", "tables", wish),
  table: (id: string) => call<Welcome>("GET", table(id)),
  join: (id: string, join: Join) => call<Seated>("POST", `${table(id)}/join`, join),
  invitation: (code: string) => call<Invitation>("GET", `invites/${encodeURIComponent(code)}`),
  accept: (code: string, join: Join) => call<Seated>("POST", `invites/${encodeURIComponent(code)}`, join),
  leave: (id: string) => call<void>("POST", `${table(id)}/leave`, {}),
  remove: (id: string, seat: Seat) => call<void>("POST", `${table(id)}/remove`, { seat }),
  abandon: (id: string) => call<void>("POST", `${table(id)}/abandon`),
  rematch: (id: string) => call<Rematch>("POST", `${table(id)}/rematch`),
  deviceCode: (id: string) => call<DeviceCode>("POST", `${table(id)}/device-code`),
  claim: (code: string) => call<Seated>("POST", "device-code", { code }),
  replay,
  analysis: (id: string) => call<Analysis>("GET", `${table(id)}/analysis`),
  proof: (id: string) => call<Proof>("GET", `${table(id)}/proof`),
};

/** Where a table's record can be had. */
export const recordAddress = (id: string) => `/api/${table(id)}/record`;

/** Where a table's socket is. */
export function socketAddress(id: string, at: Location): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}/api/${table(id)}/socket`;
}
