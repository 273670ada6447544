import assert from "node:assert/strict";
import { test } from "node:test";
import type { Token } from "../src/boards/board";
import type { GameId, ToClient } from "../src/protocol";
import { choose, pick } from "../src/input/input";
import { type Frame, Playback } from "../src/motion/playback";
import { summaryOf } from "../src/app/table/summary";
import { NOBODY_HERE, type Session, type SessionEvent, isBusy, mayChoose, step } from "../src/app/table/session";
import type { Trace } from "../src/gallery/trace";
import { ME, positionOf, statusOf, tableOf, updateTo, welcomeAt } from "./tables";
import { TONGUES } from "./tongues";
import { TRACES, boardOfTrace, sceneOf } from "./traces";

const heard = (message: ToClient, isSeen = true): SessionEvent => ({ type: "heard", message, at: 0, isSeen });
const after = (session: Session, ...events: SessionEvent[]) =>
  events.reduce((now, event) => step(now, event).session, session);
const traceOf = (name: string): Trace => TRACES.find(([known]) => known === name)?.[1] ?? assert.fail(name);

/** Everything that a frame shows is of one event: log, positions, scores, whose turn it is, how far the table is. */
function agrees(trace: Trace, { frame }: Session): void {
  const count = frame.seq - 1;
  const said = `event ${frame.seq}`;
  assert.equal(frame.events.length, frame.seq, `log at ${said}`);
  assert.equal(frame.events.at(-1)?.number, frame.seq, `log at ${said}`);
  assert.equal(frame.head, `h${frame.seq}`, said);
  const position = positionOf(trace, count);
  assert.deepEqual(frame.position?.view, position.view, `positions at ${said}`);
  assert.deepEqual(frame.position?.turn, position.turn, `turn at ${said}`);
  const choosing = frame.table?.seats.filter((seat) => seat.may_choose).map(({ seat }) => seat);
  assert.deepEqual(choosing, position.turn.is === "seat" ? [position.turn.seat] : [], `who chooses at ${said}`);
  assert.equal(frame.table?.status, statusOf(trace, count), `status at ${said}`);
  assert.equal(frame.table?.result === null, count < trace.events.length, `result at ${said}`);
  const [t, w] = [TONGUES.en.app, TONGUES.en.games];
  for (let seat = 0; seat < trace.seats; seat += 1) {
    assert.equal(
      summaryOf(t, w, trace.game, frame.position?.view ?? assert.fail(), seat),
      summaryOf(t, w, trace.game, position.view, seat),
      `scores at ${said}`,
    );
  }
}

/** The same numbers every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

for (const [name, trace] of TRACES) {
  test(`${name}: whatever is heard, acted out, skipped and interrupted, everything shown is of one event`, () => {
    const random = numbers(name.length);
    const events = Math.min(trace.events.length, 150);
    let session = after(NOBODY_HERE, heard(welcomeAt(trace, 0)));
    let told = 0;
    let held = 0;
    agrees(trace, session);
    while (told < events || isBusy(session)) {
      const dice = random();
      const before = session;
      if (told < events && dice < 0.55) {
        const to = Math.min(events, told + 1 + Math.floor(random() * 3));
        session = after(session, heard(updateTo(trace, told, to), random() > 0.05));
        told = to;
      } else if (dice < 0.85) {
        session = after(session, { type: "settled", number: session.coming[0]?.number ?? 0 });
      } else if (dice < 0.88) {
        session = after(session, { type: "skipped" });
      } else if (dice < 0.94) {
        session = after(session, heard({ type: "chat", number: told, at: 0, person: 1, name: "A", text: "coâ" }), {
          type: "linked",
          link: random() < 0.5 ? "lost" : "live",
        });
      } else {
        // Somebody goes away for a moment: the table is another, the game is not.
        session = after(
          session,
          heard({
            type: "update",
            seq: told + 1,
            now: 0,
            table: { ...tableOf(trace), ...session.model.table, spectators: told },
          }),
        );
      }
      agrees(trace, session);
      assert.ok(session.frame.seq >= before.frame.seq, "what is shown never goes back");
      if (isBusy(session)) held += 1;
      else assert.equal(session.frame.seq, session.model.seq, "at rest everything is shown");
    }
    assert.ok(held > 0, "something was acted out");
    assert.equal(session.frame.seq, events + 1);
  });

  test(`${name}: the board stands where the frame says, and moves only on from there`, async () => {
    const board = boardOfTrace(trace);
    const events = Math.min(trace.events.length, 60);
    let session = after(NOBODY_HERE, heard(welcomeAt(trace, 0)));
    const sceneNow = () => sceneOf(trace, session.frame.position?.view ?? assert.fail(), 0);
    const where = (tokens: readonly Token[]) =>
      tokens
        .filter(({ kind }) => kind !== "die")
        .map(({ kind, piece, owner, at }) => `${at} ${kind} ${piece} ${owner ?? ""}`)
        .toSorted();
    let drawn: Frame<GameId> | null = null;
    const playback = new Playback<GameId>(
      board,
      sceneNow(),
      (frame) => {
        drawn = frame;
        // Scores and names on the board are those of the frame, while its pieces are on their way.
        assert.deepEqual(frame.scene.view, session.frame.position?.view, `event ${session.frame.seq}`);
      },
      { perform: () => Promise.resolve(), finish: () => undefined },
    );
    for (let count = 0; count < events; count += 1) session = after(session, heard(updateTo(trace, count, count + 1)));
    for (let next = session.coming[0]; next !== undefined; next = session.coming[0]) {
      const { number, effects, model } = next;
      playback.add({ effects, scene: { ...sceneNow(), view: model.position?.view ?? assert.fail() } }, () => {
        session = after(session, { type: "settled", number });
      });
      while (session.coming[0]?.number === number)
        await new Promise((done) => {
          setImmediate(done);
        });
      assert.deepEqual(where(playback.frame.tokens), where(board.tokens(sceneNow())), `event ${number}`);
    }
    assert.ok(drawn !== null);
    assert.equal(session.frame.seq, session.model.seq);
  });
}

const hopIt = traceOf("hop-it-random");
const begun = () => after(NOBODY_HERE, heard(welcomeAt(hopIt, 0)));
/** The first event after which somebody else has acted and it is our turn again. */
const mine = hopIt.events.findIndex(({ seat }, index) => index > 1 && seat === 0);

test("while something is acted out nothing can be chosen, and afterwards everything that may be", () => {
  const busy = after(begun(), heard(updateTo(hopIt, 0, mine)));
  assert.equal(isBusy(busy), true);
  assert.equal(mayChoose(busy), false);
  assert.deepEqual(step(busy, { type: "sent", action: "x" }), { session: busy });
  const asked = step(busy, {
    type: "chosen",
    outcome: { is: "refused", input: busy.input, spots: ["a1"] },
    confirms: false,
  });
  assert.equal(asked.reply, undefined, "a click that was to skip is no question");
  const still = after(busy, { type: "settled", number: busy.coming[0]?.number ?? 0 });
  assert.equal(mayChoose(still), true);
  assert.deepEqual(still.input.choices, still.frame.position?.choices);
});

test("what has been skipped is not settled again later", () => {
  const busy = after(begun(), heard(updateTo(hopIt, 0, 1)));
  const skipped = after(busy, { type: "skipped" });
  assert.equal(skipped.frame.seq, 2);
  const next = after(skipped, heard(updateTo(hopIt, 1, 2)));
  const late = after(next, { type: "settled", number: busy.coming[0]?.number ?? 0 });
  assert.equal(late, next);
});

test("what happens while nobody looks is not acted out", () => {
  const away = after(begun(), heard(updateTo(hopIt, 0, 1)), heard(updateTo(hopIt, 1, 2), false));
  assert.equal(isBusy(away), false);
  assert.equal(away.frame.seq, 3);
});

test("what is taken back is shown at once, with everything that was still to come", () => {
  const undone: ToClient = {
    type: "update",
    seq: 4,
    now: 0,
    events: [{ number: 4, at: 0, head: "h4", what: "undone", seat: 0, from: 2, agreed: [1] }],
    position: positionOf(hopIt, 0),
  };
  const session = after(begun(), heard(updateTo(hopIt, 0, 1)), heard(updateTo(hopIt, 1, 2)), heard(undone));
  assert.equal(isBusy(session), false);
  assert.deepEqual(session.frame.position?.view, hopIt.events[0]?.view);
});

test("a line that broke and came back acts out what was missed", () => {
  const whole = welcomeAt(hopIt, 3);
  assert.ok(whole.type === "welcome");
  const back = after(begun(), { type: "linked", link: "lost" }, heard({ ...whole, events: whole.events.slice(1) }));
  assert.equal(isBusy(back), true);
  assert.equal(back.frame.seq, 1);
  assert.equal(back.frame.link, "live", "the line is shown as it is");
});

test("chat, presence and the line are shown as they are, whatever is acted out", () => {
  const busy = after(
    begun(),
    heard(updateTo(hopIt, 0, 1)),
    heard({ type: "chat", number: 1, at: 0, person: 2, name: "B", text: "!" }),
  );
  assert.equal(busy.frame.chat.length, 1);
  const seats = tableOf(hopIt).seats.map((seat) => ({ ...seat, is_present: false, out: "resigned" as const }));
  const away = after(busy, heard({ type: "update", seq: 2, now: 0, table: tableOf(hopIt, { seats }) }));
  assert.deepEqual(
    away.frame.table?.seats.map(({ is_present, out }) => [is_present, out]),
    [
      [false, null],
      [false, null],
    ],
  );
  assert.deepEqual(
    after(away, { type: "skipped" }).frame.table?.seats.map(({ out }) => out),
    ["resigned", "resigned"],
  );
});

test("an action is sent once, with the number of the event that was seen", () => {
  const start = begun();
  const spot = Object.keys(start.input.choices.next ?? {})[0] ?? "";
  const picked = after(start, { type: "chosen", outcome: pick(start.input, spot), confirms: false });
  assert.deepEqual(picked.input.path.slice(0, 1), [spot]);
  const { session, reply } = step(picked, { type: "sent", action: "b2-c3" });
  assert.deepEqual(reply, { type: "act", seq: 1, action: "b2-c3", seat: 0 });
  assert.equal(session.isSent, true);
  assert.equal(step(session, { type: "sent", action: "b2-c3" }).reply, undefined);
  const refused = after(session, heard({ type: "refused", code: "stale", message: "" }));
  assert.equal(refused.isSent, false);
  assert.equal(refused.said?.is, "refused");
  assert.equal(mayChoose(refused), true);
  assert.equal(after(refused, { type: "chosen", outcome: pick(refused.input, spot), confirms: false }).said, null);
});

test("a piece with one landing is played at once, unless the person wants to be asked", () => {
  const start = begun();
  const lone = Object.entries(start.input.choices.next ?? {}).find(([, to]) => Object.keys(to.next ?? {}).length === 1);
  const outcome = choose(start.input, lone?.[0] ?? "");
  assert.equal(step(start, { type: "chosen", outcome, confirms: false }).reply?.type, "act");
  const asked = step(start, { type: "chosen", outcome, confirms: true });
  assert.equal(asked.reply, undefined);
  assert.ok(asked.session.asked?.startsWith(lone?.[0] ?? "?"));
});

test("who wants to be asked is asked, and may take it back", () => {
  const start = begun();
  const asked = step(start, {
    type: "chosen",
    outcome: { is: "said", input: start.input, action: "b2-c3" },
    confirms: true,
  });
  assert.equal(asked.reply, undefined);
  assert.equal(asked.session.asked, "b2-c3");
  assert.equal(after(asked.session, { type: "back" }).asked, null);
  assert.equal(step(asked.session, { type: "sent", action: "b2-c3" }).reply?.type, "act");
});

test("a spot that cannot be chosen is asked about on one's own turn only", () => {
  const outcome = { is: "refused", input: begun().input, spots: ["e7"] } as const;
  assert.deepEqual(step(begun(), { type: "chosen", outcome, confirms: false }).reply, {
    type: "why-not",
    spots: ["e7"],
  });
  const theirs = hopIt.events.findIndex(({ seat }) => seat === 1);
  const waiting = after(NOBODY_HERE, heard(welcomeAt(hopIt, theirs)));
  const early = step(waiting, { type: "chosen", outcome, confirms: false });
  assert.equal(early.reply, undefined);
  assert.equal(early.session.said?.is, "not-now");
  const watching = after(NOBODY_HERE, heard(welcomeAt(hopIt, theirs, { you: { ...ME, seats: [], in_hand: null } })));
  assert.equal(step(watching, { type: "chosen", outcome, confirms: false }).session.said, null);
});

test("at a shared screen with secrets another player's knowledge is shown at once", () => {
  const riders = traceOf("frogriders-2");
  const you = { ...ME, seats: [0, 1] };
  const session = after(NOBODY_HERE, heard(welcomeAt(riders, 0, { you })), heard(updateTo(riders, 0, 1)));
  const handed = after(session, heard({ ...updateTo(riders, 1, 2), you: { ...you, in_hand: 1 } } as ToClient));
  assert.equal(isBusy(handed), false);
  assert.equal(handed.frame.you.in_hand, 1);
});
