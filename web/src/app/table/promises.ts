/** What a page answers by itself: a commitment while it counts, and its seed once that is frozen. Each once a line. */

import type { ToClient, ToServer } from "../../protocol";
import { commitmentOf } from "../fair/draws";
import { keepGame, seedFor, seedsOf } from "../keep";
import type { Model } from "./model";

type Answer = Extract<ToServer, { type: "commit" | "reveal" }>;

/** What a table says of an answer that came when it had been given already, perhaps by another window. */
const LATE: ReadonlySet<string> = new Set(["already-started", "frozen"]);

export class Promises {
  #said = new Set<string>();

  constructor(private readonly id: string) {}

  /** What is to be said after a message that led to this model. */
  answers(message: ToClient, model: Model): readonly Answer[] {
    // What was said on a line that broke may not have arrived.
    if (message.type === "welcome") this.#said.clear();
    const { table, you } = model;
    if (table === null || you.seats.length === 0) return [];
    const answers: Answer[] = [];
    if (table.status === "waiting" && (you.is_commitment_wanted || this.#isForeign(model))) {
      const commitment = commitmentOf(seedFor(this.id));
      keepGame({ id: this.id, commitment: table.commitment });
      answers.push({ type: "commit", commitment });
    }
    if (you.is_seed_wanted) {
      // Whoever shows a seed before all commitments are settled lets the last one choose the dice.
      const frozen = new Set(
        model.events.flatMap((event) =>
          event.what === "frozen" ? event.players.map(({ commitment }) => commitment) : [],
        ),
      );
      const seed = seedsOf(this.id).find((one) => frozen.has(commitmentOf(one)));
      if (seed !== undefined) {
        keepGame({ id: this.id, seed });
        answers.push({ type: "reveal", seed });
      }
    }
    return answers.filter(({ type }) => !this.#said.has(type) && this.#said.add(type));
  }

  /** Is it a refusal of what this page said by itself, and of no concern to the person at it? */
  isAnswered(message: ToClient): boolean {
    return (
      message.type === "refused" &&
      message.id === undefined &&
      LATE.has(message.code) &&
      (this.#said.has("reveal") || this.#said.has("commit"))
    );
  }

  /** Is a seat of ours bound to a seed that this browser does not have? It came from another device. */
  #isForeign({ table, you, events }: Model): boolean {
    const ours = new Set(seedsOf(this.id).map(commitmentOf));
    const persons = new Set(
      table?.seats.flatMap(({ seat, sitter }) =>
        sitter.is === "person" && you.seats.includes(seat) ? [sitter.person] : [],
      ),
    );
    const promised = new Map(
      events.flatMap((event) => (event.what === "committed" ? [[event.person, event.commitment] as const] : [])),
    );
    return [...promised].some(([person, commitment]) => persons.has(person) && !ours.has(commitment));
  }
}
