import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { animations, fire, press, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { boardOf } from "../src/boards";
import { comparedWay } from "../src/boards/compared";
import { decidedText } from "../src/app/replay/decided";
import { ReplayPage } from "../src/app/replay/page";
import { inOrder, stepOfSwing, swingBeside, verdictOf } from "../src/app/replay/review";
import { Shown } from "../src/app/replay/shown";
import { swingTitle } from "../src/app/replay/swings";
import { wayOf } from "../src/app/replay/way";
import { type Settings, USUAL } from "../src/app/settings";
import { pointsOf } from "../src/app/words/points";
import type { House } from "../src/house/house";
import type { Analysis, GameId, Replay } from "../src/protocol";
import type { Trace } from "../src/gallery/trace";
import { analysisOf, chancesOf, choiceAt, choicesOf, luckAt, momentOf, replayOf, traceOf } from "./finished";
import { Around, PuppetHouse, pageOf } from "./pages";
import { TONGUES } from "./tongues";
import { TRACES } from "./traces";

animations.install();
const { en, fr } = TONGUES;
const names = ["Ana", "Basile", "Capucine", "Théo"];
const name = (seat: number) => names[seat] ?? "";

/** With plain spaces, as one reads it. */
const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/[\u00a0\u202f]/g, " ");

/** Rooms of pages that hear keys as long as they are there. */
const rooms: HTMLElement[] = [];

afterEach(() => {
  for (const host of rooms.splice(0)) render(null, host);
  document.body.innerHTML = "";
});

function roomOfPage(): HTMLElement {
  const host = room();
  rooms.push(host);
  return host;
}

async function shown(
  trace: Trace,
  analysis: Analysis | null,
  mine: readonly number[] = [],
  lang: "en" | "fr" = "en",
  change: Partial<Settings> = {},
) {
  const host = roomOfPage();
  const { app, games, rules } = TONGUES[lang];
  const settings = { ...USUAL, sound: false, motion: "none", ...change } as const;
  const page = pageOf({ settings, lang, t: app, w: games, rules });
  await act(() =>
    render(
      <Around page={page}>
        <Shown
          replay={replayOf(trace)}
          at={0}
          eyes=""
          lookers={["everything"]}
          mine={mine}
          analysis={analysis}
          onMoment={() => undefined}
          from={(number) => ({ is: "table", table: "t", number })}
          share={null}
        >
          {null}
        </Shown>
      </Around>,
      host,
    ),
  );
  const text = (selector: string) => plain(host.querySelector(selector)?.textContent);
  const all = (selector: string) => [...host.querySelectorAll(selector)];
  const at = () => Number(host.querySelector<HTMLInputElement>(".slider")?.value);
  const key = (pressed: string) => act(() => void press(pressed, document.body));
  return { host, text, all, at, key };
}

test("points are written with as many digits as are known, in either language", () => {
  const [english, french] = [pointsOf("en"), pointsOf("fr")];
  assert.equal(plain(english.amount(0.123, 0.031)), "12 ± 3");
  assert.equal(plain(english.amount(0.123, 0.0042)), "12.3 ± 0.4");
  assert.equal(plain(french.amount(0.123, 0.0042)), "12,3 ± 0,4");
  assert.equal(english.amount(0.12, 0), "12", "what is certain has no error");
  assert.equal(english.amount(0.004, 0), "0.4");
  assert.equal(english.amount(0, 0), "0");
  assert.equal(english.signed(-0.14, 0.01), "−14");
  assert.equal(english.signed(0.14, 0.01), "+14");
  assert.match(english.amount(0.123, 0.031), /^12\u00a0±\u00a03$/, "it does not break over two lines");
});

test("a mistake is called one only beyond twice its error, and luck is called luck", () => {
  const trace = traceOf("hop-it-random");
  const [step = 0] = choicesOf(trace, 0);
  const title = (lang: "en" | "fr", swing: Parameters<typeof swingTitle>[1]) =>
    plain(swingTitle(TONGUES[lang].app, swing, name));
  assert.equal(title("en", choiceAt(trace, step)), "Ana: a mistake that cost 12 ± 3 points");
  assert.equal(title("fr", choiceAt(trace, step)), "Ana : une erreur qui a coûté 12 ± 3 points");
  const close = choiceAt(trace, step, { lost: 0.05, error: 0.03, is_mistake: false });
  assert.equal(title("en", close), "Ana: too close to call, 5 ± 3 points");
  assert.equal(title("fr", close), "Ana : trop serré pour trancher, 5 ± 3 points");
  const luck = { kind: "luck", step: 3, event: "", given: [-0.1, 0.14, -0.04, 0.001], error: 0.01 } as const;
  assert.equal(title("en", luck), "Luck: Basile +14, Capucine −4, Ana −10 points (± 1)");
  assert.equal(title("fr", luck), "Hasard : Basile +14, Capucine −4, Ana −10 points (± 1)");
});

test("one's own turning points come first, what is certain before what is not, and one goes round", () => {
  const trace = traceOf("hop-it-random");
  const [[a = 0, b = 0], [c = 0, d = 0]] = [choicesOf(trace, 0), choicesOf(trace, 1)];
  const swings = [
    choiceAt(trace, a, { lost: 0.5 }),
    luckAt(trace, 1, [0.3, -0.3]),
    choiceAt(trace, c, { lost: 0.2, is_mistake: false }),
    choiceAt(trace, b, { lost: 0.1, is_mistake: false }),
    choiceAt(trace, d, { lost: 0.1 }),
  ];
  const order = inOrder(swings, [1]);
  assert.deepEqual(
    order.map(({ step }) => step),
    [d, c, a, 1, b],
  );
  assert.deepEqual(
    inOrder(swings, []).map(({ step }) => step),
    [a, 1, d, c, b],
    "whoever only looks on gets the largest first",
  );
  assert.equal(swingBeside(order, null, 1)?.step, d);
  assert.equal(swingBeside(order, order[0] ?? null, 1)?.step, c);
  assert.equal(swingBeside(order, order[0] ?? null, -1)?.step, b);
  assert.equal(swingBeside([], null, 1), null);
  assert.deepEqual(order.map(stepOfSwing), [d, c, a, 2, b], "luck is seen once it has come");
});

test("what decided is said: a game with one mistake, a game of pure luck, both, neither", () => {
  const judged = (game: GameId, change: Partial<Analysis>) =>
    ({ analysis: analysisOf(change), game, isWon: true, name }) as const;
  const said = (game: GameId, change: Partial<Analysis>, lang: "en" | "fr" = "en") =>
    plain(decidedText(TONGUES[lang].app, TONGUES[lang].games, judged(game, change)));
  const blunder = { lost: [0, 0.42], lost_errors: [0, 0.03] };
  assert.equal(said("hop-it", blunder), "Choices decided this game. Mistakes cost Basile 42 ± 3 points.");
  assert.equal(
    said("hop-it", blunder, "fr"),
    "Les choix ont décidé de cette partie. Les erreurs ont coûté 42 ± 3 points à Basile.",
  );
  assert.equal(
    plain(decidedText(en.app, en.games, { ...judged("hop-it", blunder), isWon: false })),
    "Mistakes cost Basile 42 ± 3 points.",
    "a draw was not decided",
  );
  assert.equal(said("hop-it", {}), "No clear mistake decided this game. Nobody made a clear mistake.");
  const luck = { luck: [0.31, -0.31], luck_errors: [0.02, 0.02] };
  assert.equal(
    said("abagio", luck),
    "Luck weighed more than choices. Luck gave Ana 31 ± 2 points, and took 31 ± 2 from Basile. Nobody made a clear mistake.",
  );
  assert.equal(
    said("abagio", luck, "fr"),
    "Le hasard a pesé plus lourd que les choix. Le hasard a donné 31 ± 2 points à Ana, et en a pris 31 ± 2 à Basile. Personne n’a commis d’erreur nette.",
  );
  assert.match(said("abagio", { ...luck, ...blunder }), /^Choices weighed more than luck\./);
  assert.match(
    said("abagio", { ...luck, lost: [0, 0.33], lost_errors: [0, 0.03] }),
    /^Luck and choices weighed about the same\./,
  );
  assert.equal(
    said("abagio", { luck: [0.02, -0.02], luck_errors: [0.02, 0.02] }),
    "Neither luck nor clear mistakes weighed much. Luck was even. Nobody made a clear mistake.",
  );
  // Mistakes of both even out, luck does not.
  assert.match(
    said("abagio", { ...luck, lost: [0.4, 0.4], lost_errors: [0.01, 0.01] }),
    /^Luck weighed more than choices\. .* Mistakes cost Ana 40 ± 1 points and Basile 40 ± 1\.$/,
  );
  const four = { luck: [0.2, 0.05, -0.12, -0.13], luck_errors: [0.01, 0.01, 0.01, 0.01] };
  const curve = [momentOf(0, [0.25, 0.25, 0.25, 0.25])];
  assert.match(
    said("china-moon", { ...four, curve }),
    /Luck gave Ana 20 ± 1 points and Basile 5 ± 1, and took 13 ± 1 from Théo and 12 ± 1 from Capucine\./,
  );
  assert.match(
    said("china-moon", { ...four, curve }, "fr"),
    /Le hasard a donné 20 ± 1 points à Ana et 5 ± 1 à Basile, et en a pris 13 ± 1 à Théo et 12 ± 1 à Capucine\./,
  );
  assert.equal(verdictOf(analysisOf({ is_done: false })), null, "nothing is decided before all has been looked at");
});

test("a mistake is gone to by key, and both ways are lit on the board, told apart without colours", async () => {
  const trace = traceOf("hop-it");
  // Stopping has no place on the board.
  const moves = (seat: number) =>
    choicesOf(trace, seat).filter((step) => trace.events[step]?.legal?.includes("stop") === false);
  const [mine = 0] = moves(1).slice(3);
  const [theirs = 0] = moves(0).slice(5);
  const swing = choiceAt(trace, mine);
  const swings = [choiceAt(trace, theirs, { lost: 0.4 }), swing];
  const { text, all, at, key } = await shown(trace, analysisOf({ swings }), [1]);
  assert.match(text(".keys"), /N and B/);
  assert.match(text(".swing-bar"), /2 turning points/);
  assert.deepEqual(
    all(".review h3").map(({ textContent }) => textContent),
    ["Your choices", "The others, and luck"],
  );
  assert.match(text(".swings .level"), /^P1: a mistake that cost 12 ± 3 points/);
  await key("n");
  assert.equal(at(), mine, "one's own comes first");
  assert.match(text(".swing-bar"), /Turning point 1 of 2/);
  assert.match(text(".turning"), /P1: a mistake that cost 12 ± 3 points.*○ Played: .*✓ Better: /);
  assert.doesNotMatch(text(".turning"), /undefined/);
  assert.equal(all(".swings [aria-current]").length, 1);
  const [played, better] = [".compared-way.played", ".compared-way.better"].map((kind) =>
    all(`${kind} .compared-sign path`).map((path) => path.getAttribute("d")),
  );
  assert.equal(played?.length, 1);
  assert.equal(better?.length, 1);
  assert.notDeepEqual(played, better, "each has a sign of its own");
  assert.equal(all(".compared-way.better .compared-place").length, swing.path.length);
  const labels = (said: string) =>
    all(`.spot[aria-label*="${said}"]`).map((spot) => spot.getAttribute("data-spot") ?? "");
  assert.deepEqual(labels(en.app.review.betterHere).toSorted(), [...swing.path].toSorted());
  assert.deepEqual(labels(en.app.review.playedHere).toSorted(), [...swing.played_path].toSorted());
  await key("n");
  assert.equal(at(), theirs);
  await key("b");
  assert.equal(at(), mine);
  await key("Home");
  assert.equal(all(".compared").length, 0, "elsewhere nothing is compared");
  assert.equal(text(".turning"), "");
});

test("what is too close to call is not called better, and a list can be pressed", async () => {
  const trace = traceOf("hop-it-random");
  const [step = 0] = choicesOf(trace, 0).slice(2);
  const swing = choiceAt(trace, step, { lost: 0.04, is_mistake: false });
  const { host, text, at } = await shown(trace, analysisOf({ swings: [swing] }), [0]);
  assert.match(text(".swings"), /too close to call.*Perhaps better: /);
  assert.doesNotMatch(text(".review"), /mistake that cost/);
  await act(() => host.querySelector<HTMLButtonElement>(".swings button")?.click());
  assert.equal(at(), step);
  assert.match(text(".turning"), /too close to call/);
});

test("luck is shown where it has come, in the log's own words", async () => {
  const trace = traceOf("abagio");
  const [step = 0] = chancesOf(trace).slice(4);
  const luck = luckAt(trace, step, [0.14, -0.14]);
  const analysis = analysisOf({ swings: [luck], luck: [0.14, -0.14], luck_errors: [0.01, 0.01] });
  const { text, all, at, key } = await shown(trace, analysis, [0]);
  await key("n");
  animations.finish();
  assert.equal(at(), step + 1);
  assert.match(text(".swings"), /^Luck: P0 \+14, P1 −14 points \(± 1\).*rolls/);
  assert.equal(all(".compared").length, 0);
  assert.match(text(".decided"), /Luck gave P0 14 ± 1 points, and took 14 ± 1 from P1\./);
});

test("where a choice and luck meet at one moment, the one that was gone to is told", async () => {
  const trace = traceOf("abagio");
  const step = chancesOf(trace).find((at) => choicesOf(trace, trace.events[at + 1]?.seat ?? -1).includes(at + 1)) ?? 0;
  const choice = choiceAt(trace, step + 1, { lost: 0.5 });
  const analysis = analysisOf({ swings: [choice, luckAt(trace, step, [0.2, -0.2])] });
  const { text, at, key } = await shown(trace, analysis);
  await key("n");
  assert.equal(at(), step + 1);
  assert.match(text(".turning"), /a mistake that cost/);
  await key("n");
  assert.equal(at(), step + 1);
  assert.match(text(".turning"), /^Luck: /);
});

test("where seats have secrets, a switch shows what each could know", async () => {
  const trace = traceOf("frogriders-2");
  const analysis = analysisOf({
    curve: [
      momentOf(
        0,
        [0.6, 0.4],
        [
          [0.5, 0.5],
          [0.3, 0.7],
        ],
      ),
    ],
  });
  const { host, text, all } = await shown(trace, analysis, [0]);
  assert.match(text(".curve-values"), /P0 60 ± 2.*P1 40 ± 2/);
  const radios = all(".basis input") as HTMLInputElement[];
  assert.deepEqual(
    radios.map((radio) => radio.getAttribute("aria-label") ?? radio.closest("label")?.textContent),
    ["As it was", "What P0 could know", "What P1 could know"],
  );
  assert.equal(new Set(radios.map((radio) => radio.name)).size, 1, "one group");
  assert.equal(text(".basis legend"), en.app.review.basis);
  await act(() => fire("change", radios[2] ?? host));
  assert.match(text(".curve-values"), /P0 30 ± 4.*P1 70 ± 4/, "nobody is certain of what is hidden");
  const band = all(".curve-error").map((path) => path.getAttribute("d"));
  assert.ok(
    band.every((path) => new Set(path?.match(/,[\d.]+/g)).size === 2),
    "an error has a band",
  );
  assert.match(host.querySelector(".curve")?.getAttribute("aria-label") ?? "", /What P1 could know/);
  assert.match(host.querySelector(".slider")?.getAttribute("aria-valuetext") ?? "", /P0 30\s±\s4, P1 70\s±\s4/);
});

test("nothing is switched where nothing is hidden, and an analysis under way says how far it is", async () => {
  const trace = traceOf("hop-it-random");
  const analysis = analysisOf({ is_done: false, looked_at: 3, moments: 38 });
  const { text, all } = await shown(trace, analysis, [0]);
  assert.equal(all(".basis").length, 0);
  assert.match(text(".curve-looking"), /3 of 38 moments/);
  const progress = all("progress")[0];
  assert.deepEqual([progress?.getAttribute("value"), progress?.getAttribute("max")], ["3", "38"]);
  assert.equal(all(".decided").length, 0);
  assert.doesNotMatch(text(".review"), /No choice cost much/, "that is known only at the end");
});

test("what could not be judged is said", async () => {
  const trace = traceOf("hop-it-random");
  const part = analysisOf({ looked_at: 37, moments: 38 });
  assert.match((await shown(trace, part, [0])).text(".review"), /One moment could not be judged\./);
  const whole = analysisOf({ looked_at: 38, moments: 38 });
  assert.doesNotMatch((await shown(trace, whole, [0])).text(".review"), /could not be judged/);
});

test("French has its colons and spaces, and words for everything", async () => {
  const trace = traceOf("abagio");
  const [step = 0] = choicesOf(trace, 0).slice(2);
  const [rolled = 0] = chancesOf(trace);
  const swings = [choiceAt(trace, step), luckAt(trace, rolled, [0.1, -0.1])];
  const { host, text, key } = await shown(trace, analysisOf({ swings }), [0], "fr");
  await key("n");
  assert.match(text(".turning"), /P0 : une erreur qui a coûté 12 ± 3 points.*Joué : .*Mieux : /);
  assert.match(text(".swing-bar"), /Tournant 1 sur 2/);
  const raw = host.querySelector(".replay")?.textContent ?? "";
  assert.doesNotMatch(raw, /[^\u00a0\u202f\s:»] ?[;?»]| :/, "spaces before signs do not break");
});

test("a running game is never analysed, a finished one is", async () => {
  const trace = traceOf("hop-it-random");
  const asked: string[] = [];
  const finished = replayOf(trace);
  const houseOf = (replay: Replay): House => {
    const puppet = new PuppetHouse().house();
    return {
      ...puppet,
      dial: puppet.dial,
      record: puppet.record,
      look: () => Promise.reject(new Error("not seated")),
      replay: () => Promise.resolve(replay),
      analysis: (table) => {
        asked.push(table);
        return Promise.resolve(analysisOf({}));
      },
    };
  };
  const visit = async (replay: Replay) => {
    const host = roomOfPage();
    await act(() =>
      render(
        <Around page={pageOf({ house: houseOf(replay), settings: { ...USUAL, sound: false, motion: "none" } })}>
          <ReplayPage id={replay.table.status} at={0} eyes="" />
        </Around>,
        host,
      ),
    );
    // The game is found, then shown, then its analysis is asked for.
    for (let turn = 0; turn < 12; turn += 1) await act(() => Promise.resolve());
    return host;
  };
  const running = await visit({ ...finished, table: { ...finished.table, status: "playing", result: null } });
  assert.ok(running.querySelector(".replay .board"));
  assert.equal(running.querySelector(".review"), null);
  assert.ok((await visit(finished)).querySelector(".review"));
  assert.deepEqual(asked, ["finished"]);
});

test("what would have been better is said in words, not in notation", () => {
  const company = { name: (seat: number) => `P${seat}` };
  for (const [trace, { app: t, games: w }] of TRACES.flatMap(([, one]) =>
    Object.values(TONGUES).map((tongue) => [one, tongue] as const),
  ))
    for (const event of trace.events.slice(0, 60)) {
      const path = event.paths?.[0]?.[0];
      if (path === undefined) continue;
      const way = wayOf<GameId>(t, w, trace.game, event.view, path, company);
      assert.doesNotMatch(way, /undefined|\b(?:stack|place|lily|send|card|village|die)\.\w/, path.join(" "));
      assert.notEqual(way, event.legal?.[0]);
    }
  const jumps = traceOf("frogriders-2");
  const jump = jumps.events.find(({ paths }) => paths?.[0]?.[0]?.length === 3) ?? assert.fail();
  const way = wayOf(en.app, en.games, "frogriders", jump.view as never, jump.paths[0]?.[0] ?? [], company);
  assert.match(way, /^\w+ frog on pad \w\d → \w\d, over \w+ frog on pad \w\d$/);
  assert.match(
    wayOf(fr.app, fr.games, "frogriders", jump.view as never, jump.paths[0]?.[0] ?? [], company),
    /, par-dessus /,
  );
});

test("a way is drawn as pieces go: frogs one by one along their lanes, a jump from pad to pad", () => {
  const swims = comparedWay(boardOf<GameId>("pool-party"), "better", ["1.6", "1.8", "2.3", "2.4"]);
  assert.deepEqual(swims.routes, [
    ["1.6", "1.7", "1.8"],
    ["2.3", "2.4"],
  ]);
  assert.equal(swims.isSwum, true);
  const jump = comparedWay(boardOf<GameId>("frogriders"), "played", ["c5", "e5", "d5"]);
  assert.deepEqual(jump.routes, [["c5", "e5"]]);
  assert.deepEqual(jump.places, ["c5", "e5", "d5"]);
  assert.deepEqual(comparedWay(boardOf<GameId>("hop-it"), "played", ["b2", "c3"]).routes, [["b2", "c3"]]);
});

test("with keys of one letter switched off N and B go nowhere, and nothing speaks of them", async () => {
  const trace = traceOf("hop-it-random");
  const [step = 0] = choicesOf(trace, 0).slice(3);
  const analysis = analysisOf({ swings: [choiceAt(trace, step)] });
  const on = await shown(trace, analysis);
  await on.key("n");
  assert.equal(on.at(), step);
  assert.match(on.text(".keys"), /N and B/);
  // A page that is still open would take the keys of the next one.
  render(null, on.host);
  const off = await shown(trace, analysis, [], "en", { letters: false });
  for (const letter of ["n", "N", "b"]) await off.key(letter);
  assert.equal(off.at(), 0);
  assert.doesNotMatch(off.text(".keys"), /N and B/);
  assert.deepEqual(off.all(".swing-bar [aria-keyshortcuts], .swing-bar [title*='(']"), []);
  await off.key("ArrowRight");
  assert.equal(off.at(), 1);
});
