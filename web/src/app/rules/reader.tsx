/** The rules of a game as they are read: contents, text, tables, figures. */

import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CardArt } from "../../pieces/card";
import type { GameId } from "../../protocol";
import { usePage } from "../context";
import { addressOf } from "../route";
import type { Block, FigureText, Heading, Rules, Run, Runs } from "./content";
import { SmallBoard } from "./figure";
import { positionsOf } from "./scenes";

export interface ReaderProps {
  readonly rules: Rules;
  readonly game: GameId;
  /** Where they are read: a page has addresses of its own, anything else lies over or beside a table. */
  readonly where: "page" | "panel" | "dialog";
  /** The heading or sentence that one is led to. */
  readonly at: string | null;
}

/** What every part of the rules needs to know. */
interface Reading {
  readonly game: GameId;
  /** The element's id for a name: the same rules may lie on a page twice. */
  readonly idOf: (name: string) => string;
  readonly at: string | null;
  readonly hrefOf: (name: string) => string;
  readonly follow: (event: MouseEvent, name: string) => void;
}

const KINDS: Readonly<Record<ReaderProps["where"], string>> = {
  page: "rules rules-in-page",
  panel: "rules rules-in-panel",
  dialog: "rules rules-in-dialog",
};

export function Reader({ rules, game, where, at }: ReaderProps) {
  // `times` lets the same link lead to the same place again.
  const [goal, setGoal] = useState({ name: at, times: 0 });
  useEffect(() => setGoal(({ times }) => ({ name: at, times: times + 1 })), [at]);
  const idOf = (name: string) => (where === "page" ? name : `${where}-${name}`);
  useEffect(() => {
    const found = goal.name === null ? null : document.getElementById(idOf(goal.name));
    if (found === null) return;
    found.scrollIntoView({ block: /^H\d$/.test(found.tagName) ? "start" : "center" });
    found.focus({ preventScroll: true });
  }, [goal, rules]);
  const address = addressOf({ page: "rules", game });
  const reading: Reading = {
    game,
    idOf,
    at: goal.name,
    hrefOf: (name) => `${where === "page" ? "" : address}#${name}`,
    follow: (event, name) => {
      if (where === "page" || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setGoal(({ times }) => ({ name, times: times + 1 }));
    },
  };
  return (
    <div class={KINDS[where]}>
      {where === "page" && (
        <ul class="rules-facts">
          {rules.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <Contents rules={rules} reading={reading} where={where} />
      <div class="rules-text">
        <Blocks blocks={rules.blocks} reading={reading} />
      </div>
    </div>
  );
}

function isHeading(block: Block): block is Heading {
  return block.is === "heading";
}

function Contents(props: { readonly rules: Rules; readonly reading: Reading; readonly where: ReaderProps["where"] }) {
  const { t } = usePage();
  const { rules, reading, where } = props;
  const list = (
    <ul>
      {rules.blocks.filter(isHeading).map(({ id, level, text }) => (
        <li key={id} class={level > 2 ? "rules-sub" : undefined}>
          <a href={reading.hrefOf(id)} onClick={(event) => reading.follow(event, id)}>
            <Text runs={text} reading={reading} />
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav class="rules-contents" aria-label={t.rules.contents}>
      {where === "page" ? (
        list
      ) : (
        <details>
          <summary>{t.rules.contents}</summary>
          {list}
        </details>
      )}
    </nav>
  );
}

function Blocks({ blocks, reading }: { readonly blocks: readonly Block[]; readonly reading: Reading }) {
  return (
    <>
      {blocks.map((block, index) => (
        <Part key={index} block={block} reading={reading} />
      ))}
    </>
  );
}

function Part({ block, reading }: { readonly block: Block; readonly reading: Reading }) {
  switch (block.is) {
    case "heading": {
      const Tag = block.level === 2 ? "h2" : "h3";
      return (
        <Tag id={reading.idOf(block.id)} tabIndex={-1}>
          <Text runs={block.text} reading={reading} />
        </Tag>
      );
    }
    case "paragraph":
      return (
        <p>
          <Text runs={block.text} reading={reading} />
        </p>
      );
    case "drawing":
      return <pre>{block.text}</pre>;
    case "figure":
      return <Figure figure={block} reading={reading} />;
    case "list":
    case "numbered": {
      const Tag = block.is === "list" ? "ul" : "ol";
      return (
        <Tag>
          {block.items.map((item, index) => (
            <li key={index}>
              <Item blocks={item} reading={reading} />
            </li>
          ))}
        </Tag>
      );
    }
    case "table":
      return <Table head={block.head} rows={block.rows} reading={reading} />;
  }
}

/** An item is mostly one line, which needs no paragraph of its own. */
function Item({ blocks, reading }: { readonly blocks: readonly Block[]; readonly reading: Reading }) {
  const [first, ...rest] = blocks;
  if (first?.is !== "paragraph") return <Blocks blocks={blocks} reading={reading} />;
  return (
    <>
      <Text runs={first.text} reading={reading} />
      <Blocks blocks={rest} reading={reading} />
    </>
  );
}

function Table(props: {
  readonly head: readonly Runs[];
  readonly rows: readonly (readonly Runs[])[];
  readonly reading: Reading;
}) {
  const { t } = usePage();
  const { head, rows, reading } = props;
  return (
    // What is wider than a phone can be scrolled, with keys too.
    <div class="rules-table" tabIndex={0} role="group" aria-label={t.rules.table}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Text runs={cell} reading={reading} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Cell runs={cell} reading={reading} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A card that a table names by its id is shown instead. */
function Cell({ runs, reading }: { readonly runs: Runs; readonly reading: Reading }) {
  const { w } = usePage();
  const last = runs.at(-1);
  const id = typeof last === "object" && last[0] === "code" ? last[1] : "";
  const isSecret = Object.hasOwn(w.secrets, id);
  if (!isSecret && !Object.hasOwn(w.cards, id) && !Object.hasOwn(w.commons, id))
    return <Text runs={runs} reading={reading} />;
  return (
    <span class="rules-card">
      <svg viewBox="-56 -74 112 148" aria-hidden="true">
        <CardArt id={id} secret={isSecret} />
      </svg>
      <span>
        <Text runs={runs.slice(0, -1)} reading={reading} />
      </span>
    </span>
  );
}

function Figure({ figure, reading }: { readonly figure: FigureText; readonly reading: Reading }) {
  const positions = positionsOf(reading.game, figure.lines);
  return (
    <figure class={positions.length > 1 ? "rules-figure two" : "rules-figure"}>
      <div class="rules-boards">
        {positions.map((position, index) => (
          <SmallBoard key={index} position={position} />
        ))}
      </div>
      <figcaption>
        <Text runs={figure.caption} reading={reading} />
      </figcaption>
    </figure>
  );
}

function Text({ runs, reading }: { readonly runs: Runs; readonly reading: Reading }) {
  return (
    <>
      {runs.map((run, index) => (
        <Fragment key={index}>{typeof run === "string" ? run : <Marked run={run} reading={reading} />}</Fragment>
      ))}
    </>
  );
}

function Marked({ run, reading }: { readonly run: Exclude<Run, string>; readonly reading: Reading }) {
  switch (run[0]) {
    case "code":
      return <code>{run[1]}</code>;
    case "b":
    case "i": {
      const Tag = run[0] === "b" ? "strong" : "em";
      return (
        <Tag>
          <Text runs={run.slice(1)} reading={reading} />
        </Tag>
      );
    }
    case "link": {
      const name = run[1].slice(1);
      return (
        <a href={reading.hrefOf(name)} onClick={(event) => reading.follow(event, name)}>
          <Text runs={run.slice(2)} reading={reading} />
        </a>
      );
    }
    case "at":
      return (
        <span id={reading.idOf(run[1])} class={reading.at === run[1] ? "rule here" : "rule"} tabIndex={-1}>
          <Text runs={run.slice(2)} reading={reading} />
        </span>
      );
  }
}
