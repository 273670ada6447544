/** The proof of a game, as docs/fair-dice.md says, and the chain that follows from it. */

import type { Entry, Proof } from "../../protocol";
import { bytesOf, hexOf, sorted, textBytes } from "./draws";
import { hmac, sha256 } from "./sha256";

/** Of each kind: the phases it can stand in, the phase after it, and its fields. */
export const KINDS: Readonly<Record<Entry["kind"], readonly [before: string, after: string | null, fields: string]>> = {
  opened: ["nothing", "lobby", "settings practice strict newcomers rematch_of"],
  seated: ["lobby", null, "seat by agreed_to_opening"],
  left: ["lobby", null, "seat is_removed"],
  arranged: ["lobby", null, "person settings"],
  swapped: ["lobby", null, "person seats"],
  ready: ["lobby", null, "person is_ready seq"],
  coloured: ["lobby", null, "seat colour"],
  committed: ["lobby", null, "person commitment"],
  frozen: ["lobby", "frozen", "players"],
  started: ["frozen", "playing", "seeds"],
  began: ["playing", null, "first is_lot"],
  action: ["playing", null, "seat event by_computer"],
  chose: ["playing", null, "seat event"],
  chance: ["playing", null, "chance_number event draw drawn"],
  undo: ["playing", null, "seat from agreed"],
  resigned: ["playing", null, "seat"],
  "out-of-time": ["playing", null, "seat"],
  "sat-in": ["playing", null, "seat level missed"],
  "took-back": ["playing", null, "seat"],
  "taken-over": ["playing", null, "seat level"],
  "came-in": ["playing", null, "seat person agreed_to_opening"],
  resumed: ["playing", null, "lost_ms"],
  finished: ["playing", "over", "result"],
  abandoned: ["lobby frozen playing", "over", "by"],
  rematch: ["over", "closed", "table"],
};

/** The fields of a proof, and what can be arranged, in order. */
export const FIELDS = "edition format game log opening options players seal seats server table";
export const SETTINGS = "clock grace_ms is_public options stand_in start_when_full starts";

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The heads of the chain: before the first event, and after each. */
export function headsOf(proof: Proof): readonly string[] {
  const { format, table, game, edition, seats, options, opening, server, log } = proof;
  const key = bytesOf(server.seed);
  const salt = (number: number) => hmac(key, textBytes(`rainette salt ${number}`));
  const header = { format, table, game, edition, seats, options, opening, server: server.commitment };
  let head = sha256(joined(salt(0), textBytes(sorted(header))));
  const heads = [hexOf(head)];
  for (const [index, entry] of log.entries()) {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(index + 1));
    head = sha256(joined(head, number, sha256(joined(salt(index + 1), textBytes(sorted(entry))))));
    heads.push(hexOf(head));
  }
  return heads;
}

/** A head as people read it to each other: its first ten digits. */
export function shortHead(head: string): string {
  return (
    head
      .slice(0, 10)
      .match(/.{1,4}/g)
      ?.join(" ") ?? ""
  );
}
