/** The rules in short, with small boards. */

import { boardOf } from "../../boards";
import { BoardView } from "../../boards/view";
import type { GameId } from "../../protocol";
import { lookOf } from "../../pieces/seats";
import { CardArt } from "../../pieces/card";
import { usePage } from "../context";
import { FROG_NAMES } from "../home/facts";
import { type RuleScene, SCENES } from "./scenes";

export function SmallBoard({ scene }: { readonly scene: RuleScene }) {
  const board = boardOf<GameId>(scene.game);
  const seats = Array.from({ length: scene.seats }, (_, seat) => ({
    name: FROG_NAMES[seat] ?? "",
    ...lookOf(scene.game, seat),
  }));
  return (
    <div class="small-board" aria-hidden="true" inert>
      <BoardView
        board={board}
        scene={{ view: scene.view, layout: "tall", seats, me: 0 }}
        lit={scene.lit}
        path={[]}
        last={scene.way}
        label={(spot) => spot}
        title=""
      />
    </div>
  );
}

/** Every card, with what it says. */
function Cards() {
  const { t, w } = usePage();
  const kinds = [
    ["card", t.rules.cards, w.cards],
    ["common", t.rules.commons, w.commons],
    ["secret", t.rules.secrets, w.secrets],
  ] as const;
  return (
    <>
      {kinds.map(([kind, title, cards]) => (
        <section key={kind} class="deck-section">
          <h2>{title}</h2>
          <ul class="deck-list">
            {Object.entries(cards).map(([id, { name, about }]) => (
              <li key={id}>
                <svg viewBox="-56 -74 112 148" aria-hidden="true">
                  <CardArt id={id} secret={kind === "secret"} />
                </svg>
                <span>
                  <b>{name}</b>
                  {about}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

export function RulesText({ game }: { readonly game: GameId }) {
  const { rules } = usePage();
  return (
    <div class="rules">
      {rules.chapters[game].map(({ title, text, scene }) => {
        const shown = scene === undefined ? undefined : SCENES[game][scene];
        const items = text.filter((line) => line.startsWith("- "));
        const before = text.slice(
          0,
          text.findIndex((line) => line.startsWith("- ")),
        );
        const after = items.length === 0 ? text : text.slice(before.length + items.length);
        return (
          <section key={title}>
            <h2>{title}</h2>
            {items.length > 0 && before.map((line) => <p key={line}>{line}</p>)}
            {items.length > 0 && (
              <ul>
                {items.map((line) => (
                  <li key={line}>{line.slice(2)}</li>
                ))}
              </ul>
            )}
            {after.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {shown !== undefined && <SmallBoard scene={shown} />}
          </section>
        );
      })}
      {game === "frogriders" && <Cards />}
    </div>
  );
}
