import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { animations, room } from "./dom";
import { type ComponentChildren, render } from "preact";
import { act } from "preact/test-utils";
import { forgetWitnesses } from "../src/app/fair/witness";
import { remember } from "../src/app/keep";
import { keepAnalysis } from "../src/app/replay/decided";
import { ReplayPage } from "../src/app/replay/page";
import { USUAL } from "../src/app/settings";
import { FairDice } from "../src/app/table/end";
import { TablePage } from "../src/app/table/page";
import type { House } from "../src/house/house";
import type { Analysis } from "../src/protocol";
import type { Language } from "../src/words/language";
import { LANGUAGE_CODES } from "../src/words/language";
import { analysisOf, choiceAt, choicesOf, momentOf, replayOf, traceOf } from "./finished";
import { Around, PuppetHouse, pageOf } from "./pages";
import { game, keptAt } from "./proved";
import { welcomeAt } from "./tables";
import { TONGUES } from "./tongues";

animations.install();
let drawn: HTMLElement | null = null;

afterEach(() => {
  if (drawn !== null) render(null, drawn);
  document.body.innerHTML = "";
  forgetWitnesses();
});

const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/[\u00a0\u202f]/g, " ");
const settled = async () => {
  for (let turn = 0; turn < 6; turn += 1)
    await act(
      () =>
        new Promise((done) => {
          setImmediate(done);
        }),
    );
};

/** Part of the page in a language, with a house that answers some questions. */
async function shown(lang: Language, part: ComponentChildren, answers: Partial<House> = {}) {
  const puppet = new PuppetHouse();
  const base = puppet.house();
  const house = new Proxy(base, { get: (known, name) => Reflect.get(answers, name) ?? Reflect.get(known, name) });
  const { app, games, rules } = TONGUES[lang];
  const settings = { ...USUAL, sound: false, motion: "none" } as const;
  const host = room();
  drawn = host;
  const page = pageOf({ house, settings, lang, t: app, w: games, rules });
  await act(() => render(<Around page={page}>{part}</Around>, host));
  await settled();
  return { host, puppet };
}

test("what was random before somebody came in is said to be settled before, to them and to others", async () => {
  const { proof, ...told } = game("newcomer");
  const entry = proof.log.find(({ kind }) => kind === "came-in");
  assert.ok(entry?.kind === "came-in");
  const { number, person } = entry;
  const check = async (lang: Language) => {
    const part = <FairDice id={proof.table} game="abagio" />;
    const { host } = await shown(lang, part, { proof: () => Promise.resolve(proof) });
    await act(() => host.querySelector("button")?.click());
    await settled();
    const said = plain(host.querySelector("[role='status']")?.textContent);
    render(null, host);
    return said;
  };
  const said: Readonly<Record<Language, { readonly you: RegExp; readonly other: RegExp }>> = {
    en: {
      you: new RegExp(`You came in at event ${number}: what was random before was settled before you came\\.`),
      other: new RegExp(`Person ${person} came in at event ${number}: what was random before was settled before they`),
    },
    fr: {
      you: new RegExp(`Vous jouez depuis l’événement ${number} : le hasard d’avant était fixé avant votre arrivée\\.`),
      other: new RegExp(
        `La personne ${person} est arrivée à l’événement ${number} : le hasard d’avant était fixé avant`,
      ),
    },
  };
  for (const lang of LANGUAGE_CODES) {
    forgetWitnesses();
    assert.match(await check(lang), said[lang].other, lang);
    const kept = keptAt({ proof, ...told }, 1).witness ?? assert.fail();
    remember("fair", [proof.table]);
    remember(`fair.${proof.table}`, { ...kept, person, since: number });
    const own = await check(lang);
    assert.match(own, said[lang].you, lang);
    assert.doesNotMatch(own, said[lang].other);
  }
});

const trace = traceOf("hop-it");
const [step = 0] = choicesOf(trace, 0);
const analysis = analysisOf({
  curve: [momentOf(0, [0.5, 0.5]), momentOf(step, [0.9, 0.1])],
  swings: [choiceAt(trace, step)],
  lost: [0.2, 0],
  lost_errors: [0.01, 0.01],
});

test("at the end a link leads to where the game turned, and what decided it is said once that is known", async () => {
  const ended = async (lang: Language) => {
    const { host, puppet } = await shown(lang, <TablePage id="t" />);
    await act(() => puppet.visitor?.hears(welcomeAt(trace, trace.events.length)));
    await settled();
    const link = [...host.querySelectorAll<HTMLAnchorElement>(".end a.button")].find(
      ({ textContent }) => textContent === TONGUES[lang].app.end.turned,
    );
    const decided = host.querySelector(".end .decided")?.textContent;
    render(null, host);
    return { to: link?.getAttribute("href"), decided: decided == null ? null : plain(decided) };
  };
  for (const lang of LANGUAGE_CODES) assert.deepEqual(await ended(lang), { to: "/replay/t?turns=", decided: null });
  keepAnalysis("t", { ...analysis, is_done: false });
  assert.equal((await ended("en")).decided, null, "not before all of it was looked at");
  keepAnalysis("t", analysis);
  assert.match((await ended("en")).decided ?? "", /^Choices decided this game\. Mistakes cost P0 20 ± 1 points\.$/);
  assert.match((await ended("fr")).decided ?? "", /^Les choix ont décidé de cette partie\. .* à P0\.$/);
});

test("whoever comes for the turning points finds the focus there, and the end of the game knows of them after", async () => {
  const replay = replayOf(trace);
  const look = async (table: string, isReview: boolean) => {
    const { host } = await shown("en", <ReplayPage id={table} at={null} eyes="" isReview={isReview} />, {
      replay: () => Promise.resolve(replay),
      analysis: (): Promise<Analysis> => Promise.resolve(analysis),
    });
    const found = host.querySelector(".review") ?? assert.fail("no analysis");
    const isThere = document.activeElement === found;
    render(null, host);
    return isThere;
  };
  assert.equal(await look("looked", false), false);
  assert.equal(await look("sought", true), true);
});
