import assert from "node:assert/strict";
import { test } from "node:test";
import { clausesOf, deedsOf, doersOf, lastActionOf, since } from "../src/app/table/deeds";
import { type Teller, captionOf, tell } from "../src/app/table/tell";
import { drawnOf } from "../src/app/table/trails";
import type { Effect, GameId, TableEvent } from "../src/protocol";
import { LANGUAGE_CODES, type Language } from "../src/words/language";
import { lookOf } from "../src/pieces/seats";
import { eventsOf } from "./tables";
import { TONGUES } from "./tongues";
import { TRACES, boardOfTrace } from "./traces";

const NAMES = ["Ondine", "Basile", "Capucine", "Théo", "Lise", "Marin"];
const YOU = { en: /\byou(r)?\b/i, fr: /\b(vous|votre|vos)\b/i };
const tellerOf = (lang: Language, game: GameId, you: number | null = 0): Teller => ({
  t: TONGUES[lang].app,
  w: TONGUES[lang].games,
  game,
  company: { name: (seat) => NAMES[seat] ?? "", you },
});
const plain = (text: string | null) => text?.replaceAll("\u00a0", " ") ?? null;

/** The effects by which a piece gets somewhere else, and where. */
function goals(
  effects: readonly Effect[],
): readonly { readonly to: string; readonly owner: number | undefined; readonly isPushed: boolean }[] {
  return effects.flatMap((effect) =>
    effect.effect === "hopped" || effect.effect === "stepped" || effect.effect === "pushed"
      ? [{ to: effect.to, owner: effect.piece.owner, isPushed: effect.effect === "pushed" }]
      : [],
  );
}

for (const [name, trace] of TRACES) {
  const events = eventsOf(trace);
  /** Every moment at which the first seat is to act after others have. */
  const moments = events.flatMap((event, index) => {
    const next = events[index + 1];
    const isMine = next?.what === "played" && next.told.seat === 0;
    return isMine && event.what === "played" && event.told.seat !== 0 ? [index + 1] : [];
  });

  for (const lang of LANGUAGE_CODES) {
    test(`${name}: the recap names everybody who acted and every piece that moved, in ${lang}`, () => {
      const teller = tellerOf(lang, trace.game);
      let told = 0;
      for (const count of moments) {
        const heard = events.slice(0, count);
        const deeds = since(heard, 0);
        const actors = heard
          .slice(lastActionOf(heard, 0) + 1)
          .flatMap((event) => (event.what === "played" && event.told.seat !== null ? [event.told.seat] : []));
        for (const seat of actors)
          assert.ok(
            deeds.some((deed) => deed.seat === seat && tell(teller, deed) !== ""),
            `seat ${seat} acted`,
          );
        for (const deed of deeds) {
          const text = tell(teller, deed);
          if (text === "") continue;
          told += 1;
          const who = deed.seat === 0 ? TONGUES[lang].app.caption.you : (NAMES[deed.seat] ?? "");
          assert.ok(text.startsWith(`${who} `), `${who}: ${text}`);
          assert.doesNotMatch(text, /undefined|null|\[object|lily-|frog-|stack\.|village\.[YRBN]|Ondine| {2}/, text);
          assert.match(text, /[.!)]$/);
          for (const { to, owner, isPushed } of goals(deed.effects)) {
            const [head = "", second] = to.split(".");
            const place = trace.game === "pool-party" ? second : head;
            const short = place === "pond" || place === "goal" ? TONGUES[lang].app.caption.places[place] : place;
            if (!isPushed || owner === 0) assert.ok(text.includes(`→ ${short}`), `${to} in: ${text}`);
            if (owner === 0) assert.match(text, YOU[lang], text);
            else if (owner !== undefined && owner !== deed.seat)
              assert.ok(text.includes(NAMES[owner] ?? "?"), `whose frog: ${text}`);
          }
        }
      }
      assert.ok(moments.length > 3 && told >= moments.length - 2, `${told} sentences at ${moments.length} moments`);
    });

    test(`${name}: captions are sentences in ${lang}`, () => {
      for (const deed of deedsOf(events))
        for (const effect of deed.effects) {
          const text = captionOf(tellerOf(lang, trace.game), effect, deed);
          if (text === null) continue;
          assert.match(text, /^[A-ZÀÉ“«].*[.!)]$/s, text);
          assert.doesNotMatch(text, /undefined|null|Ondine/, text);
        }
    });
  }

  test(`${name}: every piece that moved has an arrow of its own, along its whole way`, () => {
    const board = boardOfTrace(trace);
    const looks = NAMES.map((seat, index) => ({ name: seat, ...lookOf(trace.game, index) }));
    let arrows = 0;
    for (const deed of deedsOf(events)) {
      const { trails } = drawnOf([deed], board, looks);
      const ways = clausesOf(deed).flatMap((clause) =>
        clause.is === "moved" || clause.is === "pushed" ? clause.moves : [],
      );
      assert.equal(trails.length, ways.length);
      arrows += trails.length;
      for (const [index, { tint, mark, places }] of trails.entries()) {
        assert.deepEqual({ tint, mark }, lookOf(trace.game, deed.seat), "in the colour of whoever moved it");
        const { piece, way } = ways[index] ?? assert.fail();
        const home = board.home?.(way.at(-1) ?? "", piece.owner, piece.kind, []) ?? way.at(-1);
        assert.equal(places.at(-1), home);
        assert.ok(places.length >= 2, places.join(" "));
        if (trace.game !== "pool-party") continue;
        const lanes = new Set(places.map((place) => place.split(".")[0]));
        assert.equal(lanes.size, 1, `one frog stays in its lane: ${places.join(" ")}`);
      }
      const moved = goals(deed.effects).map(({ to }) => to);
      const ends = trails.map(({ places }) => places.at(-1));
      if (trace.game === "pool-party") assert.deepEqual(ends.toSorted(), moved.toSorted());
    }
    assert.ok(arrows > 10);
  });
}

const at = (number: number, seat: number | null, event: string, effects: readonly Effect[]): TableEvent => ({
  number,
  at: 0,
  head: "",
  what: "played",
  by_computer: false,
  told: { seat, event, hidden: false, effects },
});
const frog = (owner: number) => ({ kind: "frog", owner });

test("a chain is told whole, also if it was stopped, and drawn as one arrow with what it captured", () => {
  const hop = (from: string, over: string, to: string): readonly Effect[] => [
    { effect: "hopped", piece: frog(1), from, over: [over], to },
    { effect: "captured", piece: frog(0), at: over, by: null },
  ];
  const events = [
    at(1, 0, "a1-a3", []),
    at(2, 1, "c1>e3", hop("c1", "d2", "e3")),
    at(3, 1, "e3>g5", hop("e3", "f4", "g5")),
    at(4, 1, "stop", []),
  ];
  const deeds = since(events, 0);
  assert.equal(deeds.length, 1);
  const say = (lang: Language) => plain(tell(tellerOf(lang, "hop-it"), deeds[0] ?? assert.fail()));
  assert.equal(say("en"), "Basile moves a frog c1 → e3 → g5 and captures your frog on d2 and your frog on f4.");
  assert.equal(
    say("fr"),
    "Basile déplace une grenouille c1 → e3 → g5 et capture votre grenouille en d2 et votre grenouille en f4.",
  );
  const looks = [0, 1].map((seat) => ({ name: "", ...lookOf("hop-it", seat) }));
  const { trails, badges } = drawnOf(deeds, {}, looks);
  assert.deepEqual(
    trails.map(({ places }) => places),
    [["c1", "e3", "g5"]],
  );
  assert.deepEqual(badges, [
    { at: "d2", sign: "lost", tint: "moon" },
    { at: "f4", sign: "lost", tint: "moon" },
  ]);
});

test("what somebody does with one's own frog names who, what and where, in either language", () => {
  const effect: Effect = { effect: "hopped", piece: frog(0), from: "6", over: [], to: "11" };
  const say = (lang: Language, you: number | null, doer: number) =>
    plain(captionOf(tellerOf(lang, "china-moon", you), effect, { seat: doer, isStandIn: false }));
  assert.equal(say("en", 0, 1), "Basile moves your frog 6 → 11.");
  assert.equal(say("fr", 0, 1), "Basile déplace votre grenouille 6 → 11.");
  assert.equal(say("en", null, 1), "Basile moves Ondine’s frog 6 → 11.");
  assert.equal(say("fr", null, 1), "Basile déplace une grenouille d’Ondine 6 → 11.");
  assert.equal(say("en", 0, 0), "You move your frog 6 → 11.");
  assert.equal(say("fr", 0, 0), "Vous déplacez votre grenouille 6 → 11.");
});

test("one's own dice are no news, unless they could not be used; what was taken back was not done", () => {
  const roll: Effect = { effect: "rolled", dice: [6, 4], by: 0 };
  const events = [
    at(1, 0, "22/16", []),
    at(2, null, "roll 5 2", [{ effect: "rolled", dice: [5, 2], by: 1 }]),
    at(3, 1, "22/17", [{ effect: "hopped", piece: frog(1), from: "22", over: [], to: "17" }]),
    at(4, null, "roll 6 4", [roll]),
  ];
  const say = (heard: readonly TableEvent[]) =>
    since(heard, 0).map((deed) => plain(tell(tellerOf("en", "abagio"), deed)));
  assert.deepEqual(say(events), ["Basile rolls 5 and 2 and moves a frog 22 → 17."]);
  const lost = at(4, null, "roll 6 4", [roll, { effect: "forfeited", seat: 0, dice: [6, 4] }]);
  const after = [...events.slice(0, 3), lost, at(5, null, "roll 1 2", [{ effect: "rolled", dice: [1, 2], by: 1 }])];
  assert.deepEqual(say(after).slice(1), ["You roll 6 and 4 and cannot use them.", "Basile rolls 1 and 2."]);
  assert.deepEqual(say(events.map((event) => (event.number > 1 ? { ...event, is_undone: true } : event))), []);
});

test("a turn of Frogriders is the jump, the frog that is sent and the card, not the card that is turned up", () => {
  const events = [
    at(1, 1, "f7-f6-f5", [
      { effect: "hopped", piece: { kind: "frog-B" }, from: "f7", over: ["f6"], to: "f5" },
      { effect: "captured", piece: { kind: "frog-R" }, at: "f6", by: 1 },
    ]),
    at(2, 1, "send B take ell", [
      { effect: "sent", piece: { kind: "frog-B" }, by: 1, to: "village.B" },
      { effect: "taken", piece: { kind: "ell" }, from: "card.ell", by: 1 },
    ]),
    at(3, null, "refill +2Y", [{ effect: "placed", piece: { kind: "+2Y" }, at: "card.+2Y" }]),
  ];
  assert.deepEqual(
    since(events, 0).map((deed) => plain(tell(tellerOf("en", "frogriders"), deed))),
    [
      "Basile moves a blue frog f7 → f5, captures a red frog on f6, sends a blue frog to the village and takes “Bent jump”.",
    ],
  );
});

test("at a screen for several no caption and no recap tells a secret", () => {
  const kept: Effect = { effect: "kept", seat: 0, card: "2Y" };
  const dealt: Effect = { effect: "dealt", seat: 0, card: "2Y" };
  for (const lang of LANGUAGE_CODES) {
    const card = TONGUES[lang].games.secrets["2Y"].name;
    const shared = tellerOf(lang, "frogriders", null);
    const said: readonly string[] = [kept, dealt].map(
      (effect) => captionOf(shared, effect, { seat: 0, isStandIn: false }) ?? "",
    );
    assert.ok(
      said.every((text) => text !== "" && !text.includes(card)),
      said.join(" "),
    );
    assert.ok(!tell(shared, { seat: 0, isStandIn: false, effects: [kept] }).includes(card));
    assert.ok(
      tell(tellerOf(lang, "frogriders", 0), { seat: 0, isStandIn: false, effects: [kept] }).includes(card),
      "one's own is told",
    );
  }
});

test("what a computer player did in one's seat meanwhile is told, and not as one's own", () => {
  const away = (number: number, event: object) => ({ number, at: 0, head: "", ...event }) as TableEvent;
  const step = (owner: number, from: string, to: string): Effect => ({
    effect: "hopped",
    piece: frog(owner),
    from,
    over: [],
    to,
  });
  const byComputer = (number: number, seat: number, effects: readonly Effect[]) =>
    ({ ...at(number, seat, "", effects), by_computer: true }) as TableEvent;
  const events = [
    at(1, 0, "", [step(0, "1", "2")]),
    at(2, 1, "", [step(1, "1", "3")]),
    away(3, { what: "sat-in", seat: 0, level: 3 }),
    byComputer(4, 0, [step(0, "2", "5")]),
    at(5, 1, "", [step(1, "3", "4")]),
    away(6, { what: "took-back", seat: 0 }),
  ];
  assert.equal(lastActionOf(events, 0), 0);
  const say = (lang: Language, heard = events) =>
    since(heard, 0).map((deed) => plain(tell(tellerOf(lang, "china-moon"), deed)));
  assert.deepEqual(say("en"), [
    "Basile moves a frog 1 → 3.",
    "Your stand-in moves your frog 2 → 5.",
    "Basile moves a frog 3 → 4.",
  ]);
  assert.equal(say("fr")[1], "Votre remplaçant déplace votre grenouille 2 → 5.");
  assert.deepEqual(say("en", [...events, at(7, 0, "", [step(0, "5", "6")])]), [], "one acts again oneself");
  const doers = doersOf(events, 3);
  const [meanwhile] = effectsOf(events[3]);
  assert.deepEqual(doers.get(meanwhile ?? assert.fail()), { seat: 0, isStandIn: true });
  // Before somebody came in for it, the computer player was the seat's own; after it took over for good it is again.
  const own = [byComputer(1, 0, [step(0, "1", "2")]), away(2, { what: "came-in", seat: 0, person: 3, name: null })];
  assert.equal(lastActionOf([...own, at(3, 1, "", [])], 0), 0);
  const gone = [away(1, { what: "sat-in", seat: 0, level: 3 }), away(2, { what: "taken-over", seat: 0, level: 3 })];
  assert.equal(lastActionOf([...gone, byComputer(3, 0, [])], 0), 2);
});

function effectsOf(event: TableEvent | undefined): readonly Effect[] {
  return event?.what === "played" ? event.told.effects : [];
}
