/**
 * Checks the proof of a game: commitments, the order of things, every draw, the chain, and all of it against what this
 * browser was told and has said. The rules, and what is drawn from, are not checked here.
 */

import type { Entry, Promised, Proof, Who } from "../../protocol";
import { commitmentOf, draw, hexOf, says, sorted, textBytes } from "./draws";
import { KINDS, headsOf } from "./proof";
import { sha256 } from "./sha256";
import { type Told, type Witness, fits, lastHead } from "./witness";

/** What this browser remembers of the game. */
export interface Kept {
  /** The server's commitment, as it was shown before the game. */
  readonly commitment: string | null;
  /** Our own seed. */
  readonly seed: string | null;
  /** What was told and said while it was played. */
  readonly witness: Witness | null;
}

/** What does not fit, if anything. */
export type Flaw =
  | "format"
  | "server-seed"
  | "player-seed"
  | "players"
  | "other-commitment"
  | "own-seed"
  | "numbers"
  | "order"
  | "frozen"
  | "drawn"
  | "undo"
  | "seal"
  | "other-table"
  | "opening"
  | "told"
  | "conflict"
  | "cut"
  | "head"
  | "acted"
  | "agreed";

export interface Verdict {
  readonly verdict: "fair" | "not-drawn" | "not-proved" | "wrong";
  readonly flaw: Flaw | null;
  /** The event that does not fit. */
  readonly number: number | null;
  /** How many random events were computed again, and how often one was taken back. */
  readonly draws: number;
  readonly redraws: number;
  /** How many events the table began from that were not drawn. */
  readonly opening: number;
  /** The people who committed to a seed and did not show it. */
  readonly withheld: readonly number[];
  /** Did the server alone settle what was random? */
  readonly isServerAlone: boolean;
  /** How many events this browser was told and compared, and how many came after them; nothing if it did not follow. */
  readonly compared: { readonly events: number; readonly later: number } | null;
  /** The last head of the chain. */
  readonly head: string | null;
}

class Wrong extends Error {
  constructor(
    readonly flaw: Flaw,
    readonly number: number | null = null,
  ) {
    super(flaw);
  }
}

function need(isSo: boolean, flaw: Flaw, number: number | null = null): void {
  if (!isSo) throw new Wrong(flaw, number);
}

const same = (one: unknown, other: unknown) => sorted(one) === sorted(other);
const personOf = (who: Who | undefined) => (who !== undefined && "person" in who ? who.person : null);

/** Whoever sits and has committed is frozen, with the last commitment; screens are shared with those who have not. */
function checkFrozen(
  players: readonly Promised[],
  commitments: ReadonlyMap<number, string>,
  sits: ReadonlyMap<number, Who>,
  number: number,
): void {
  const whose = new Map(players.flatMap(({ person, seats }) => seats.map((seat) => [seat, person] as const)));
  const seats = players.flatMap((player) => player.seats);
  need(whose.size === seats.length && seats.every((seat) => personOf(sits.get(seat)) !== null), "frozen", number);
  need(
    players.every(
      ({ person, commitment }, index) =>
        commitments.get(person) === commitment && person > (players[index - 1]?.person ?? -1),
    ),
    "frozen",
    number,
  );
  for (const [seat, who] of sits) {
    const person = personOf(who);
    need(person === null || !commitments.has(person) || whose.get(seat) === person, "frozen", number);
  }
}

interface Lived {
  readonly draws: number;
  readonly redraws: number;
}

/** Everything at the table once more, in order. */
function liveThrough(proof: Proof): Lived {
  const seeds = proof.players.flatMap(({ seed }) => (seed === null ? [] : [seed]));
  const [sits, commitments, standIns] = [new Map<number, Who>(), new Map<number, string>(), new Set<number>()];
  let [phase, draws, redraws]: [string, number, number] = ["nothing", 0, 0];
  let live: { readonly number: number; readonly seat: number | null }[] = [];
  let frozen: readonly Promised[] = [];
  let shown = new Map<number, string>();
  for (const [index, entry] of proof.log.entries()) {
    const number = index + 1;
    need(entry.number === number, "numbers", number);
    const kind = KINDS[entry.kind];
    need(
      kind !== undefined &&
        same(Object.keys(entry).toSorted(), ["kind", "number", ...kind[2].split(" ").filter(Boolean)].toSorted()),
      "format",
      number,
    );
    need(kind[0].split(" ").includes(phase), "order", number);
    phase = kind[1] ?? phase;
    switch (entry.kind) {
      case "seated":
        need(
          !sits.has(entry.seat) && entry.agreed_to_opening === (proof.opening.length > 0 && "person" in entry.by),
          "order",
          number,
        );
        sits.set(entry.seat, entry.by);
        break;
      case "left":
        need(personOf(sits.get(entry.seat)) !== null, "order", number);
        sits.delete(entry.seat);
        break;
      case "committed":
        commitments.set(entry.person, entry.commitment);
        break;
      case "frozen":
        need(sits.size === proof.seats, "order", number);
        frozen = entry.players;
        checkFrozen(frozen, commitments, sits, number);
        break;
      case "started":
        shown = new Map(entry.seeds.map(({ person, seed }) => [person, seed]));
        need(
          shown.size === entry.seeds.length &&
            entry.seeds.every(({ person }) => frozen.some((player) => player.person === person)),
          "frozen",
          number,
        );
        break;
      case "sat-in":
      case "taken-over":
        standIns.add(entry.seat);
        break;
      case "took-back":
        standIns.delete(entry.seat);
        break;
      case "action": {
        const who = sits.get(entry.seat);
        need(
          who !== undefined && entry.by_computer === (standIns.has(entry.seat) || "computer" in who),
          "order",
          number,
        );
        live.push({ number, seat: entry.seat });
        break;
      }
      case "chance":
        draws += 1;
        need(entry.chance_number === draws, "numbers", number);
        need(same(draw(entry.draw, proof.server.seed, draws, seeds), entry.drawn), "drawn", number);
        need(says(entry.event, entry.drawn, (proof.options["backs"] ?? 0) !== 0), "drawn", number);
        live.push({ number, seat: null });
        break;
      case "undo": {
        const people = [...new Set([...sits.values()].flatMap((who) => personOf(who) ?? []))].toSorted((a, b) => a - b);
        const isOverChance = live.some((event) => event.number >= entry.from && event.seat === null);
        const asker = personOf(sits.get(entry.seat));
        need(live.findLast(({ seat }) => seat === entry.seat)?.number === entry.from, "undo", number);
        need(
          asker !== null && entry.agreed.includes(asker) && entry.agreed.every((person) => people.includes(person)),
          "undo",
          number,
        );
        need(
          !isOverChance ||
            (same(entry.agreed, people) &&
              standIns.size === 0 &&
              people.length > 0 &&
              [...sits.values()].every((who) => "person" in who)),
          "undo",
          number,
        );
        live = live.filter((event) => event.number < entry.from);
        redraws += isOverChance ? 1 : 0;
        break;
      }
      case "opened":
      case "resigned":
      case "out-of-time":
      case "resumed":
      case "finished":
      case "abandoned":
      case "rematch":
    }
  }
  need(phase === "over" || phase === "closed", "cut");
  const players = frozen
    .map((player) => ({ ...player, seed: shown.get(player.person) ?? null }))
    .toSorted((a, b) => (a.commitment === b.commitment ? a.person - b.person : a.commitment < b.commitment ? -1 : 1));
  need(same(players, proof.players), "players");
  return { draws, redraws };
}

/** Does an event of the proof say what was told of it? */
function isAsTold(told: Told, entry: Entry): boolean {
  const said = entry as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(told).every(([name, value]) =>
    name === "event" && typeof value === "string" && typeof said[name] === "string"
      ? fits(value, said[name])
      : same(value, said[name]),
  );
}

/** Holds the proof against what this browser was told and has said. */
function compare(
  proof: Proof,
  heads: readonly string[],
  witness: Witness,
): { readonly events: number; readonly later: number } | null {
  const last = lastHead(witness);
  if (last === null) return null;
  need(witness.conflict === null, "conflict", witness.conflict);
  need(
    proof.opening.length === witness.opening.length &&
      witness.opening.every((line, index) => fits(line, proof.opening[index] ?? "")),
    "opening",
  );
  for (const [text, [seat, action]] of Object.entries(witness.acts)) {
    const entry = proof.log[Number(text) - 1];
    need(entry?.kind === "action" && entry.seat === seat && entry.event === action, "acted", Number(text));
  }
  for (const [text, [told, head]] of Object.entries(witness.events)) {
    const number = Number(text);
    const entry = proof.log[number - 1];
    if (entry === undefined) throw new Wrong("cut", number);
    need(isAsTold(told, entry), "told", number);
    need(heads[number] === head, "head", number);
  }
  // Who is named was told with the event, and compared with what was agreed to here at that moment.
  need(witness.unagreed === null, "agreed", witness.unagreed);
  return { events: Object.keys(witness.events).length, later: proof.log.length - last[0] };
}

/** Checks the proof of a table, and compares it with what this browser remembers. */
export function verify(id: string, proof: Proof, kept: Kept): Verdict {
  const blank: Verdict = {
    verdict: "wrong",
    flaw: null,
    number: null,
    draws: 0,
    redraws: 0,
    opening: 0,
    withheld: [],
    isServerAlone: false,
    compared: null,
    head: null,
  };
  try {
    need(proof.format === 2, "format");
    need(proof.table === id, "other-table");
    need(commitmentOf(proof.server.seed) === proof.server.commitment, "server-seed");
    need(kept.commitment === null || kept.commitment === proof.server.commitment, "other-commitment");
    need(
      proof.players.every(({ commitment, seed }) => seed === null || commitmentOf(seed) === commitment),
      "player-seed",
    );
    const { draws, redraws } = liveThrough(proof);
    const { seal, ...rest } = proof;
    need(hexOf(sha256(textBytes(sorted(rest)))) === seal, "seal");
    // Our own seed counts if it was shown; if it was not, that is named like any other.
    if (kept.seed !== null && kept.witness?.hasShown === true)
      need(
        proof.players.some(({ seed }) => seed === kept.seed),
        "own-seed",
      );
    const heads = headsOf(proof);
    const compared = kept.witness === null ? null : compare(proof, heads, kept.witness);
    const withheld = proof.players.flatMap(({ person, seed }) => (seed === null ? [person] : []));
    const isServerAlone = draws > 0 && proof.players.every(({ seed }) => seed === null);
    const verdict =
      proof.opening.length > 0 ? "not-drawn" : withheld.length > 0 || isServerAlone ? "not-proved" : "fair";
    return {
      ...blank,
      verdict,
      draws,
      redraws,
      opening: proof.opening.length,
      withheld,
      isServerAlone,
      compared,
      head: heads.at(-1) ?? null,
    };
  } catch (wrong) {
    // Whatever cannot be read at all is no proof.
    return wrong instanceof Wrong ? { ...blank, flaw: wrong.flaw, number: wrong.number } : { ...blank, flaw: "format" };
  }
}
