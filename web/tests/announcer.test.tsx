import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { animations, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { TablePage } from "../src/app/table/page";
import { USUAL } from "../src/app/settings";
import type { TableEvent, ToClient, Welcome, You } from "../src/protocol";
import type { Trace } from "../src/gallery/trace";
import { cardWords, told } from "../src/words";
import type { Language } from "../src/words/language";
import { traceOf } from "./finished";
import { Around, PuppetHouse, pageOf } from "./pages";
import { ME, updateTo, welcomeAt } from "./tables";
import { TONGUES } from "./tongues";

animations.install();
let drawn: HTMLElement | null = null;

afterEach(() => {
  if (drawn !== null) render(null, drawn);
  document.body.innerHTML = "";
});

/** A table at which nothing moves, and what a screen reader is told there. */
async function table(message: ToClient) {
  const puppet = new PuppetHouse();
  const host = room();
  drawn = host;
  const house = puppet.house();
  const speak = (lang: Language) => {
    const { app, games, rules } = TONGUES[lang];
    const settings = { ...USUAL, sound: false, motion: "none" } as const;
    const page = pageOf({ house, settings, lang, t: app, w: games, rules });
    return act(() =>
      render(
        <Around page={page}>
          <TablePage id="t" />
        </Around>,
        host,
      ),
    );
  };
  const hear = async (next: ToClient) => {
    await act(() => puppet.visitor?.hears(next));
    for (let turn = 0; turn < 6; turn += 1)
      await act(
        () =>
          new Promise((done) => {
            setImmediate(done);
          }),
      );
  };
  await speak("en");
  await act(() => puppet.visitor?.link("live"));
  await hear(message);
  const region = () => host.querySelector(".table > [aria-live]") ?? assert.fail("nothing is announced");
  const heard = () => (region().textContent ?? "").replaceAll("\u00a0", " ").trim();
  return { host, hear, speak, region, heard };
}

const hopIt = traceOf("hop-it");
const SHARING: You = { ...ME, seats: [0, 1], in_hand: 0 };
const company = { name: (seat: number) => `P${seat}`, you: null };

function effectsAt(trace: Trace, index: number) {
  return trace.events[index]?.effects ?? assert.fail(`event ${index}`);
}

test("at a screen for several the action that ends a turn is told, although the screen follows the turn", async () => {
  const last = hopIt.events.findIndex(
    ({ seat, effects }, index) => index > 4 && seat === 0 && effects.length > 0 && hopIt.events[index + 1]?.seat === 1,
  );
  const { hear, region, heard } = await table(welcomeAt(hopIt, last, { you: SHARING }));
  const before = region();
  await hear({ ...updateTo(hopIt, last, last + 1), you: { ...SHARING, in_hand: 1 } } as ToClient);
  assert.equal(region(), before, "a region that is drawn anew is not read");
  const said = told(TONGUES.en.games, "hop-it", effectsAt(hopIt, last), company);
  assert.ok(said !== "" && heard().startsWith(said), heard());
});

test("when the screen is handed over, what was kept secret is told without its name", async () => {
  const riders = traceOf("frogriders-2");
  const first = riders.events.findIndex(({ play }) => play?.startsWith("keep") === true);
  const { seat = 0, play = "" } = riders.events[first] ?? assert.fail();
  const other = 1 - seat;
  const you = { ...SHARING, in_hand: seat };
  const { host, hear, heard } = await table(welcomeAt(riders, first, { you }));
  await hear({ ...updateTo(riders, first, first + 1), you: { ...you, hand_over: other } } as ToClient);
  assert.ok(host.querySelector(".hand-over"), "the other one is to choose in secret");
  assert.match(heard(), new RegExp(`P${seat} .*secret`));
  assert.ok(!heard().includes(cardWords(TONGUES.en.games, play.split(" ")[1] ?? "").name), heard());
});

const theirs = hopIt.events.findIndex(
  ({ seat }, index) => index > 4 && seat === 1 && effectsAt(hopIt, index).length > 0,
);

/** Something else that happens after so many events of a game. */
function also(seq: number, event: object): ToClient {
  const events = [{ number: seq, at: 0, head: `h${seq}`, ...event } as TableEvent];
  return { type: "update", seq, now: 0, events };
}

test("what happens to seats is told as well, in the language that is spoken then", async () => {
  const { hear, heard, speak } = await table(welcomeAt(hopIt, theirs));
  const { app: t, games: w } = TONGUES.en;
  const level = w.levels[3] ?? "";
  let seq = theirs + 1;
  for (const [event, said] of [
    [{ what: "sat-in", seat: 1, level: 4 }, t.happened.satIn("P1", level)],
    [{ what: "took-back", seat: 1 }, t.happened.tookBack("P1")],
    [{ what: "came-in", seat: 1, person: 3, name: "Cy" }, t.finding.cameIn("Cy")],
    [{ what: "chose", seat: 1, is_taken_back: false }, t.atTable.chose("P1")],
    [{ what: "taken-over", seat: 1, level: 4 }, t.happened.takenOver("P1", level)],
    [{ what: "resigned", seat: 1 }, t.happened.resigned("P1")],
  ] as const) {
    seq += 1;
    await hear(also(seq, event));
    assert.ok(heard().startsWith(said), `${event.what}: ${heard()}`);
  }
  // The sealed seed of somebody who comes in is no news, and takes nothing away.
  await hear(also(seq + 1, { what: "committed", person: 3, commitment: "" }));
  assert.ok(heard().startsWith(t.happened.resigned("P1")), heard());
  await speak("fr");
  assert.ok(heard().startsWith(TONGUES.fr.app.happened.resigned("P1")), heard());
});

test("what was taken back is told no more, but who took it back is", async () => {
  const { hear, heard } = await table(welcomeAt(hopIt, theirs));
  await hear(updateTo(hopIt, theirs, theirs + 1));
  const said = told(TONGUES.en.games, "hop-it", effectsAt(hopIt, theirs), { ...company, you: 0 });
  assert.ok(heard().startsWith(said), heard());
  const seq = theirs + 2;
  const before = welcomeAt(hopIt, theirs) as Welcome & ToClient;
  await hear({
    ...also(seq + 1, { what: "undone", seat: 1, from: seq, agreed: [] }),
    position: before.position,
  } as ToClient);
  assert.ok(!heard().includes(said), heard());
  assert.match(heard(), /^P1 takes back the last action\./);
});

test("what had happened before one came is not told as news", async () => {
  const { heard } = await table(welcomeAt(hopIt, theirs));
  assert.equal(heard(), "");
});

test("while several choose at once, text and list of players name all of them, also whoever reads", async () => {
  const riders = traceOf("frogriders");
  const first = riders.events.findIndex(({ play }) => play?.startsWith("keep") === true);
  const before = welcomeAt(riders, first);
  assert.ok(before.type === "welcome");
  const asking = (asked: readonly number[]) => ({
    ...before.table,
    seats: before.table.seats.map((seat) => ({ ...seat, may_choose: asked.includes(seat.seat) })),
  });
  const you = { ...ME, person: 3, seats: [2], in_hand: 2 };
  const { host, hear, speak } = await table({ ...before, you, table: asking([0, 2, 3]) });
  const now = () =>
    [...host.querySelectorAll(".position li")].map(({ textContent }) => (textContent ?? "").replaceAll("\u00a0", " "));
  const marked = () =>
    [...host.querySelectorAll(".player")].flatMap((player, seat) =>
      player.getAttribute("aria-current") === "true" ? [seat] : [],
    );
  assert.ok(now().includes("To play: P0, P2, P3"), now().join("\n"));
  assert.deepEqual(marked(), [0, 2, 3]);
  await speak("fr");
  assert.ok(now().includes(`${TONGUES.fr.app.position.turn} : P0, P2, P3`), now().join("\n"));
  await hear({ type: "update", seq: before.seq + 1, now: 0, table: asking([0]) });
  assert.ok(now().includes(`${TONGUES.fr.app.position.turn} : P0`), now().join("\n"));
  assert.deepEqual(marked(), [0]);
});
