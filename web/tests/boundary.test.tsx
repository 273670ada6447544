import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { Boundary } from "../src/app/boundary";
import { Around, pageOf } from "./pages";
import { TONGUES } from "./tongues";

beforeEach(() => {
  document.body.innerHTML = "";
});

function Failing(): never {
  throw new Error("a frog fell into the works");
}

for (const lang of ["en", "fr"] as const) {
  test(`a part of the page that fails says so and can be loaded again, in ${lang}`, async () => {
    const reported: unknown[] = [];
    Object.assign(globalThis, { reportError: (failure: unknown) => reported.push(failure) });
    const { app, games, rules } = TONGUES[lang];
    const page = pageOf({ lang, t: app, w: games, rules });
    const host = room();
    const draw = (isFailing: boolean, key: string) =>
      act(() =>
        render(
          <Around page={page}>
            <p>beside</p>
            <Boundary key={key}>{isFailing ? <Failing /> : <p>all is well</p>}</Boundary>
          </Around>,
          host,
        ),
      );
    await draw(false, "one");
    assert.match(host.textContent ?? "", /all is well/);
    await draw(true, "two");
    assert.match(host.textContent ?? "", /beside/, "what is around it stays");
    assert.equal(host.querySelector('[role="alert"] h1')?.textContent, app.position.brokenTitle);
    assert.equal(host.querySelector("button")?.textContent, app.position.reload);
    assert.equal(host.querySelector("a")?.getAttribute("href"), "/");
    assert.match(String(reported), /a frog fell into the works/, "what failed is not swallowed");
    await draw(false, "three");
    assert.match(host.textContent ?? "", /all is well/, "another page is drawn again");
  });
}
