import assert from "node:assert/strict";
import { test } from "node:test";
import { room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { Why } from "../src/app/rules/why";
import type { Said } from "../src/app/table/session";
import { Around, pageOf } from "./pages";
import { TONGUES } from "./tongues";

/** What is said, and where its link leads. */
function shown(said: Said | null): readonly [string, string | null] {
  const host = room();
  act(() =>
    render(
      <Around page={pageOf()}>
        <Why game="hop-it" said={said} />
      </Around>,
      host,
    ),
  );
  const [text, link] = [host.querySelector(".said"), host.querySelector("a")];
  return [text?.textContent ?? "", link?.getAttribute("href") ?? null];
}

const { app, games } = TONGUES.en;

test("an objection says why, and links to its sentence in the rules of the game", () => {
  const text = `${games.reasons["hop-it"]["lily-by-hop"]} ${app.rules.see}`;
  const objection = { code: "lily-by-hop", why: "english" };
  assert.deepEqual(shown({ is: "because", objection }), [text, "/rules/hop-it#lily-by-hop"]);
  const refusal = { code: "illegal", message: "", objection };
  assert.deepEqual(shown({ is: "refused", refusal }), [text, "/rules/hop-it#lily-by-hop"]);
});

test("what is no rule links nowhere", () => {
  assert.deepEqual(shown(null), ["", null]);
  assert.deepEqual(shown({ is: "not-now" }), [app.table.notNow, null]);
  assert.deepEqual(shown({ is: "because", objection: null }), [app.table.nothingForbids, null]);
  assert.deepEqual(shown({ is: "refused", refusal: { code: "full", message: "" } }), [app.errors.full, null]);
  const newer = { code: "brand-new", why: "a rule that is newer than the page" };
  assert.deepEqual(shown({ is: "because", objection: newer }), [newer.why, null]);
});
