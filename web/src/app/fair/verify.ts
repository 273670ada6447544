/**
 * Checks the proof of a game: commitments, the order of things, every draw, the chain, and all of it against what this
 * browser was told and has said. The rules, and what is drawn from, are not checked here.
 */

import type { Entry, Promised, Proof, Who } from "../../protocol";
import { commitmentOf, draw, hexOf, says, sorted, textBytes } from "./draws";
import { Lobby } from "./lobby";
import { FIELDS, KINDS, headsOf } from "./proof";
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
  | "lot"
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
  /** Who came in for a computer player, and by which event: dice before it were settled before they came. */
  readonly cameIn: readonly CameIn[];
  /** Did the server alone settle what was random? */
  readonly isServerAlone: boolean;
  /** What this browser was told and compared; nothing if it did not follow. */
  readonly compared: Compared | null;
  /** The last head of the chain. */
  readonly head: string | null;
}

/** How much of a game was compared with the proof. */
export interface Compared {
  readonly events: number;
  /** How many events came after the last one that was kept. */
  readonly later: number;
  /** Is something missing that was told or said, because there was no room to keep it? */
  readonly isPartial: boolean;
}

/** Somebody who came in for a computer player. */
export interface CameIn {
  readonly number: number;
  readonly seat: number;
  readonly person: number;
  /** Is it whoever sits at this browser? */
  readonly isYou: boolean;
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
      ({ person, seats: own, commitment, ...more }, index) =>
        commitments.get(person) === commitment &&
        person > (players[index - 1]?.person ?? -1) &&
        own.length > 0 &&
        own.every((seat, place) => seat > (own[place - 1] ?? -1)) &&
        same(more, {}),
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
  /** Was it drawn by lot who starts? */
  readonly isLot: boolean;
  readonly cameIn: readonly CameIn[];
}

/** Everything at the table once more, in order. */
function liveThrough(proof: Proof): Lived {
  const seeds = proof.players.flatMap(({ seed }) => (seed === null ? [] : [seed]));
  const lobby = new Lobby(proof);
  const commitments = new Map<number, string>();
  const [standIns, out, entered] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const cameIn: CameIn[] = [];
  let [phase, draws, redraws]: [string, number, number] = ["nothing", 0, 0];
  let live: { readonly number: number; readonly seat: number | null }[] = [];
  let frozen: readonly Promised[] = [];
  let shown = new Map<number, string>();
  let [isPractice, isStrict] = [false, false];
  const chosen = new Map<number, string>();
  /** The seats at which a computer player ends a turn that was missed. */
  const late = new Set<number>();
  /** What may come at once, for which seat if for one; anything if nothing has to. */
  let follows: readonly (readonly [kind: Entry["kind"], seat?: number])[] = [];
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
    // Who starts is said at once after the start, if it has to be said.
    need((entry.kind === "began") === (lobby.due !== null), "order", number);
    need(lobby.takes(entry), "order", number);
    const comes = "seat" in entry ? [entry.kind, entry.seat] : [entry.kind];
    need(follows.length === 0 || follows.some((one) => same(one, comes)), "order", number);
    need(entry.kind !== "taken-over" || follows.length > 0, "order", number);
    follows = [];
    const { sits } = lobby;
    // Does anybody play who is not out?
    const isPlayed = [...sits].some(([seat, who]) => "person" in who && !out.has(seat));
    switch (entry.kind) {
      case "committed":
        commitments.set(entry.person, entry.commitment);
        break;
      case "frozen":
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
        lobby.start(seeds);
        break;
      case "began":
        need(lobby.begins(entry), "lot", number);
        break;
      case "resigned":
      case "out-of-time":
        need(personOf(sits.get(entry.seat)) !== null && !out.has(entry.seat), "order", number);
        if (entry.kind === "out-of-time")
          need(lobby.hasClock && isStrict && !standIns.has(entry.seat) && !chosen.has(entry.seat), "order", number);
        out.add(entry.seat);
        chosen.delete(entry.seat);
        if (proof.seats > 2) follows = [["taken-over", entry.seat]];
        // Two who are late at the same moment have both lost, and nobody has won.
        else if (out.size === 2) follows = [["abandoned"]];
        else if (entry.kind === "resigned") follows = [["finished"]];
        else follows = [["finished"], ["out-of-time", 1 - entry.seat]];
        break;
      case "sat-in":
        need(personOf(sits.get(entry.seat)) !== null && !standIns.has(entry.seat), "order", number);
        need(!out.has(entry.seat) && !chosen.has(entry.seat) && lobby.isStandIn(entry.level), "order", number);
        need(!entry.missed || (lobby.hasClock && !isStrict), "order", number);
        standIns.add(entry.seat);
        if (entry.missed) late.add(entry.seat);
        break;
      case "taken-over":
        need(out.has(entry.seat) && lobby.isStandIn(entry.level), "order", number);
        standIns.add(entry.seat);
        if (!isPlayed) follows = [["abandoned"]];
        break;
      case "resumed":
        need(lobby.hasClock && entry.lost_ms > 0, "order", number);
        break;
      case "abandoned":
        need(entry.by === null || isPlayed || out.size === 0, "order", number);
        break;
      case "chose":
        need(chosen.has(entry.seat) === (entry.event === null), "order", number);
        need(
          entry.event === null || (personOf(sits.get(entry.seat)) !== null && !standIns.has(entry.seat)),
          "order",
          number,
        );
        if (entry.event === null) chosen.delete(entry.seat);
        else chosen.set(entry.seat, entry.event);
        break;
      case "took-back":
        need(standIns.has(entry.seat) && !out.has(entry.seat) && !late.has(entry.seat), "order", number);
        standIns.delete(entry.seat);
        break;
      case "came-in":
        if (live.findLast(({ seat }) => seat !== null)?.seat === entry.seat) entered.add(entry.seat);
        cameIn.push({ number, seat: entry.seat, person: entry.person, isYou: false });
        break;
      case "action": {
        // Whoever came in when the seat had just acted came in between its turns.
        need(!entered.has(entry.seat), "order", number);
        entered.clear();
        late.delete(entry.seat);
        const who = sits.get(entry.seat);
        need(
          who !== undefined && entry.by_computer === (standIns.has(entry.seat) || "computer" in who),
          "order",
          number,
        );
        // What a seat has settled before its turn it does in it.
        need((chosen.get(entry.seat) ?? entry.event) === entry.event, "order", number);
        chosen.delete(entry.seat);
        live.push({ number, seat: entry.seat });
        break;
      }
      case "chance":
        draws += 1;
        need(entry.chance_number === draws, "numbers", number);
        need(same(draw(entry.draw, proof.server.seed, draws, seeds), entry.drawn), "drawn", number);
        need(says(entry.event, entry.drawn, (lobby.options["backs"] ?? 0) !== 0), "drawn", number);
        live.push({ number, seat: null });
        break;
      case "undo": {
        // Whoever is out is not asked.
        const play = [...sits].flatMap(([seat, who]) => (out.has(seat) ? [] : (personOf(who) ?? [])));
        const people = [...new Set(play)].toSorted((a, b) => a - b);
        const isOverChance = live.some((event) => event.number >= entry.from && event.seat === null);
        const asker = personOf(sits.get(entry.seat));
        need(live.findLast(({ seat }) => seat === entry.seat)?.number === entry.from, "undo", number);
        need(entry.from > (cameIn.findLast(({ seat }) => seat === entry.seat)?.number ?? 0), "undo", number);
        need(asker !== null && entry.agreed.includes(asker) && !standIns.has(entry.seat), "undo", number);
        const agreed = people.filter((person) => entry.agreed.includes(person));
        need(same(entry.agreed, agreed), "undo", number);
        need(
          !isOverChance ||
            (agreed.length === people.length &&
              (isPractice || (standIns.size === 0 && [...sits.values()].every((who) => "person" in who)))),
          "undo",
          number,
        );
        live = live.filter((event) => event.number < entry.from);
        redraws += isOverChance ? 1 : 0;
        entered.clear();
        break;
      }
      case "opened":
        [isPractice, isStrict] = [entry.practice, entry.strict];
        break;
      case "seated":
      case "left":
      case "arranged":
      case "swapped":
      case "ready":
      case "coloured":
      case "finished":
      case "rematch":
    }
  }
  need((phase === "over" || phase === "closed") && lobby.due === null, "cut");
  const players = frozen
    .map((player) => ({ ...player, seats: lobby.now(player.seats), seed: shown.get(player.person) ?? null }))
    .toSorted((a, b) => (a.commitment === b.commitment ? a.person - b.person : a.commitment < b.commitment ? -1 : 1));
  need(same(players, proof.players), "players");
  return { draws, redraws, isLot: lobby.isLot, cameIn };
}

/** Does an event of the proof say what was told of it? */
function isAsTold(told: Told, entry: Entry): boolean {
  const said: Readonly<Record<string, unknown>> = { ...entry };
  return Object.entries(told).every(([name, value]) =>
    name === "event" && typeof value === "string" && typeof said[name] === "string"
      ? fits(value, said[name])
      : same(value, said[name]),
  );
}

/** Holds the proof against what this browser was told and has said. */
function compare(proof: Proof, heads: readonly string[], witness: Witness): Compared | null {
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
    const isAct = entry?.kind === "action" || entry?.kind === "chose";
    need(isAct && entry.seat === seat && entry.event === action, "acted", Number(text));
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
  const events = Object.keys(witness.events).length;
  return { events, later: proof.log.length - last[0], isPartial: witness.isPartial || events < last[0] };
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
    cameIn: [],
    isServerAlone: false,
    compared: null,
    head: null,
  };
  try {
    need(proof.format === 3 && Object.keys(proof).toSorted().join(" ") === FIELDS, "format");
    need(proof.table === id, "other-table");
    need(commitmentOf(proof.server.seed) === proof.server.commitment, "server-seed");
    need(kept.commitment === null || kept.commitment === proof.server.commitment, "other-commitment");
    need(
      proof.players.every(({ commitment, seed }) => seed === null || commitmentOf(seed) === commitment),
      "player-seed",
    );
    const { draws, redraws, isLot, cameIn } = liveThrough(proof);
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
    const isServerAlone = (draws > 0 || isLot) && proof.players.every(({ seed }) => seed === null);
    const verdict =
      proof.opening.length > 0 ? "not-drawn" : withheld.length > 0 || isServerAlone ? "not-proved" : "fair";
    return {
      ...blank,
      verdict,
      draws,
      redraws,
      opening: proof.opening.length,
      withheld,
      cameIn: cameIn.map((came) => ({ ...came, isYou: came.person === kept.witness?.person })),
      isServerAlone,
      compared,
      head: heads.at(-1) ?? null,
    };
  } catch (wrong) {
    // Whatever cannot be read at all is no proof.
    return wrong instanceof Wrong ? { ...blank, flaw: wrong.flaw, number: wrong.number } : { ...blank, flaw: "format" };
  }
}
