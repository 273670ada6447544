import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { fire, room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { App } from "../src/app/app";
import { remember } from "../src/app/keep";
import { PONDS, loadSettings } from "../src/app/settings";
import { LANGUAGE_CODES, type Language } from "../src/words/language";
import { PuppetHouse } from "./pages";
import { TONGUES } from "./tongues";

let host: HTMLElement = document.createElement("div");

afterEach(() => {
  render(null, host);
  document.body.innerHTML = "";
  remember("settings", {});
});

/** The whole page, with its settings open. */
async function settingsOpen(lang: Language = "en"): Promise<void> {
  host = room();
  remember("settings", { language: lang });
  await act(() => render(<App house={new PuppetHouse().house()} first={TONGUES[lang]} />, host));
  await act(() => host.querySelector<HTMLButtonElement>("[aria-haspopup='dialog']")?.click());
}

async function pick(label: string, value: string): Promise<void> {
  const field = [...host.querySelectorAll(".field")].find(
    (one) => one.querySelector("label")?.textContent?.trim() === label,
  );
  const select = field?.querySelector("select") ?? assert.fail(label);
  select.value = value;
  await act(() => fire("change", select));
}

test("how the page looks follows a setting at once, and the browser remembers it", async () => {
  const { app: t } = TONGUES.en;
  await settingsOpen();
  const { dataset } = document.documentElement;
  for (const pond of PONDS.toReversed()) {
    await pick(t.boards.pond, pond);
    assert.equal(dataset["pond"], pond);
    assert.equal(loadSettings().pond, pond);
  }
  await pick(t.settings.palette, "wide");
  await pick(t.settings.theme, "dark");
  await pick(t.settings.motion, "none");
  assert.deepEqual([dataset["palette"], dataset["theme"], dataset["motion"]], ["wide", "dark", "none"]);
});

test("keys of one letter are on until somebody switches them off", async () => {
  for (const lang of LANGUAGE_CODES) {
    await settingsOpen(lang);
    assert.equal(loadSettings().letters, true, "also for whoever chose other things before");
    const label = [...host.querySelectorAll("label.tick")].find(
      ({ textContent }) => textContent?.replaceAll("\u00a0", " ") === LETTERS[lang],
    );
    await act(() => label?.querySelector("input")?.click());
    assert.equal(loadSettings().letters, false, lang);
    render(null, host);
  }
});

const LETTERS: Readonly<Record<Language, string>> = {
  en: "Keys of one letter: R, N, B and P",
  fr: "Touches d’une seule lettre : R, N, B et P",
};
