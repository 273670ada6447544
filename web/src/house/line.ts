/** The line to a table: it comes back by itself, resumes where it was, and repeats what was not acknowledged. */

import type { ToClient, ToServer } from "../protocol";
import type { Command, Visit, Visitor, Wish } from "./house";

/** One socket. */
export interface Wire {
  send(text: string): void;
  close(): void;
}

export interface Ears {
  opened(): void;
  said(text: string): void;
  closed(): void;
}

export interface World {
  /** Opens a socket. */
  dial(ears: Ears): Wire;
  later(ms: number, then: () => void): () => void;
  /** A number from 0 to 1. */
  random(): number;
  newId(): string;
}

const PING_MS = 20_000;
const SILENCE_MS = 45_000;
const FIRST_MS = 400;
const MOST_MS = 8_000;

export class Line implements Visit {
  #wire: Wire | null = null;
  #isGreeted = false;
  #isClosed = false;
  #failures = 0;
  #pending = new Map<string, Command>();
  #stopWaiting: () => void = () => undefined;
  #stopPinging: () => void = () => undefined;
  #stopListening: () => void = () => undefined;

  constructor(
    private readonly world: World,
    private readonly visitor: Visitor,
  ) {
    this.#dial();
  }

  /** Gives a command: it is sent as soon as there is a line, again after a break, and answered once. */
  command(wish: Wish): string {
    const id = this.world.newId();
    const named: Command = { ...wish, id };
    this.#pending.set(id, named);
    if (this.#isGreeted) this.#send(named);
    return id;
  }

  /** Says something that is not repeated: only where there is a line. */
  say(message: Exclude<ToServer, Command>): void {
    if (this.#isGreeted) this.#send(message);
  }

  get isWaiting(): boolean {
    return this.#pending.size > 0;
  }

  /** Tries again at once: the network is back, or somebody is looking. */
  wake(): void {
    if (this.#wire !== null || this.#isClosed) return;
    this.#stopWaiting();
    this.#failures = 0;
    this.#dial();
  }

  close(): void {
    this.#isClosed = true;
    this.#quiet();
    this.#stopWaiting();
    const wire = this.#wire;
    this.#wire = null;
    wire?.close();
  }

  #dial(): void {
    this.visitor.link(this.#failures === 0 ? "connecting" : "lost");
    // Words of a socket that was given up are not heard any more.
    const isMine = () => this.#wire === wire && !this.#isClosed;
    const wire: Wire = this.world.dial({
      opened: () => {
        if (!isMine()) return;
        const { after, seat } = this.visitor.where();
        this.#send(seat === null ? { type: "hello", after } : { type: "hello", after, seat });
        this.#listen();
        this.#ping();
      },
      said: (text) => {
        if (isMine()) this.#hear(text);
      },
      closed: () => {
        if (isMine()) this.#lose(null);
      },
    });
    this.#wire = wire;
  }

  #hear(text: string): void {
    this.#listen();
    const message: ToClient = JSON.parse(text);
    if (message.type === "acked") this.#pending.delete(message.id);
    // What cannot be stored just now is said again when the server asks to come back: with the same id it counts once.
    if (message.type === "refused" && message.id !== undefined && message.code !== "storage")
      this.#pending.delete(message.id);
    if (message.type === "reconnect") {
      this.#lose(message.after_ms);
      return;
    }
    const isFirst = message.type === "welcome" && !this.#isGreeted;
    // Whoever hears the welcome may answer it at once.
    if (isFirst) this.#isGreeted = true;
    this.visitor.hears(message);
    if (isFirst) {
      this.#failures = 0;
      this.visitor.link("live");
      for (const command of this.#pending.values()) this.#send(command);
    }
  }

  #lose(afterMs: number | null): void {
    this.#quiet();
    const wire = this.#wire;
    this.#wire = null;
    this.#isGreeted = false;
    this.#failures += 1;
    wire?.close();
    this.visitor.link("lost");
    const wait = Math.min(MOST_MS, FIRST_MS * 2 ** (this.#failures - 1));
    this.#stopWaiting();
    this.#stopWaiting = this.world.later(afterMs ?? wait * (0.7 + 0.6 * this.world.random()), () => this.#dial());
  }

  #send(message: ToServer): void {
    this.#wire?.send(JSON.stringify(message));
  }

  #ping(): void {
    this.#stopPinging = this.world.later(PING_MS, () => {
      this.#send({ type: "ping" });
      this.#ping();
    });
  }

  /** A line on which nothing has come for long is dead, even if nobody said so. */
  #listen(): void {
    this.#stopListening();
    this.#stopListening = this.world.later(SILENCE_MS, () => this.#lose(null));
  }

  #quiet(): void {
    this.#stopPinging();
    this.#stopListening();
  }
}
