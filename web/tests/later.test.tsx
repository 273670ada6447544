import assert from "node:assert/strict";
import { test } from "node:test";
import { room } from "./dom";
import { render } from "preact";
import { act } from "preact/test-utils";
import { Boundary } from "../src/app/boundary";
import { later } from "../src/app/later";
import { Around, pageOf } from "./pages";

const Told = ({ text }: { readonly text: string }) => <p class="told">{text}</p>;

test("a part is fetched when it is first shown, once, and shown with what it was given", async () => {
  let fetched = 0;
  const Part = later(() => {
    fetched += 1;
    return Promise.resolve(Told);
  });
  assert.equal(fetched, 0, "nobody has looked at it");
  for (const text of ["first", "second"]) {
    const host = room();
    await act(() =>
      render(
        <Around page={pageOf()}>
          <Part text={text} />
        </Around>,
        host,
      ),
    );
    await act(() => Promise.resolve());
    assert.equal(host.querySelector(".told")?.textContent, text);
  }
  assert.equal(fetched, 1);
});

test("what cannot be fetched is caught, and one is told to load the page again", async () => {
  Object.assign(globalThis, { reportError: () => undefined });
  const Part = later<{ readonly text: string }>(() => Promise.reject(new Error("gone")));
  const host = room();
  const page = pageOf();
  await act(() =>
    render(
      <Around page={page}>
        <Boundary>
          <Part text="never" />
        </Boundary>
      </Around>,
      host,
    ),
  );
  assert.equal(host.querySelector("[role='status']")?.textContent, page.t.loading);
  await act(() => Promise.resolve());
  assert.match(host.querySelector("[role='alert']")?.textContent ?? "", new RegExp(page.t.position.reload));
});
