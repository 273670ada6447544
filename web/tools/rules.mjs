// Turns the rules of docs/rules into data for the page. It knows exactly the markdown that they are written in, and
// fails on anything else: what the page would show wrongly does not get into it.

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Words of figures, in the language of their file; the page reads the English ones. */
const FIGURE_WORDS = {
  fr: {
    blancs: "white",
    noirs: "black",
    rouges: "red",
    pourpres: "purple",
    grenouille: "frog",
    grenouilles: "frogs",
    têtard: "tadpole",
    têtards: "tadpoles",
    danger: "danger",
    racine: "root",
    étang: "pond",
    chef: "chief",
    dés: "dice",
    tour: "turn",
    nénuphars: "lilies",
    places: "places",
    déplacées: "moved",
    phase: "phase",
    sauter: "jump",
    envoyer: "send",
    joueurs: "players",
    village: "village",
    marché: "market",
    communs: "commons",
    secret: "secret",
    cartes: "cards",
    trophées: "trophies",
    flèches: "arrows",
    montre: "shows",
    autour: "around",
    noms: "names",
    puis: "then",
    côté: "aside",
    ponton: "deck",
    départ: "start",
    arrivée: "goal",
    plein: "full",
  },
};

class Complaint extends Error {}

function fail(what, text) {
  throw new Complaint(`${what}: \`${text}\``);
}

/** A heading's name in an address, as repositories' pages make it. */
export function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");
}

/** Where the first sentence of a text ends, or nowhere. */
function sentenceEnd(text) {
  const end = /[.!?](?=\s|$)/.exec(text);
  return end === null ? null : end.index + 1;
}

/** What runs of text say, without how. */
export function flat(runs) {
  return runs
    .map((run) => (typeof run === "string" ? run : flat(run.slice(run[0] === "link" || run[0] === "at" ? 2 : 1))))
    .join("");
}

/** Puts every name round the sentence that follows it. */
function named(runs) {
  const out = [];
  const rest = [...runs];
  while (rest.length > 0) {
    const run = rest.shift();
    if (!Array.isArray(run) || run[0] !== "name") {
      out.push(run);
      continue;
    }
    // Several names may stand before one sentence.
    const names = [run[1]];
    while (Array.isArray(rest[0]) && rest[0][0] === "name") names.push(rest.shift()[1]);
    const sentence = [];
    while (rest.length > 0 && !(Array.isArray(rest[0]) && rest[0][0] === "name")) {
      const next = rest.shift();
      const end = typeof next === "string" ? sentenceEnd(next) : null;
      if (end !== null) {
        sentence.push(next.slice(0, end));
        if (end < next.length) rest.unshift(next.slice(end));
        break;
      }
      sentence.push(next);
      if (typeof next !== "string" && /[.!?]$/.test(flat([next]))) break;
    }
    if (flat(sentence).trim() === "") fail("a name without a sentence", names.join(" "));
    out.push(names.reduceRight((inner, name) => [["at", name, ...inner]], sentence)[0]);
  }
  return out;
}

/** A line of text: code, bold, italics, links, and names of sentences. */
export function inline(text) {
  const runs = [];
  let rest = text;
  const push = (run) => {
    if (typeof run === "string" && typeof runs.at(-1) === "string") runs[runs.length - 1] += run;
    else if (run !== "") runs.push(run);
  };
  const forms = [
    [/^`([^`]+)`/, ([, code]) => ["code", code]],
    [/^\*\*([^*]+(?:\*[^*]+\*[^*]*)*)\*\*/, ([, inner]) => ["b", ...inline(inner)]],
    [/^\*([^*\s][^*]*)\*/, ([, inner]) => ["i", ...inline(inner)]],
    [/^\[([^\]]+)\]\(([^)\s]+)\)/, ([, inner, target]) => ["link", target, ...inline(inner)]],
    [/^<a id="([a-z0-9-]+)"><\/a>/, ([, name]) => ["name", name]],
  ];
  while (rest !== "") {
    const upTo = /^[^`*[<!_~\\&]+/.exec(rest);
    if (upTo !== null) {
      push(upTo[0].replaceAll("'", "’"));
      rest = rest.slice(upTo[0].length);
      continue;
    }
    const form = forms.map(([pattern, make]) => [pattern.exec(rest), make]).find(([found]) => found !== null);
    if (form !== undefined) {
      const [found, make] = form;
      push(make(found));
      rest = rest.slice(found[0].length);
    } else if (/^!(?!\[)/.test(rest)) {
      push("!");
      rest = rest.slice(1);
    } else fail("not known to the page's rules", rest.slice(0, 40));
  }
  return named(runs);
}

/** The cells of a table's line; a bar in code does not part them. */
function cells(line) {
  const parts = [""];
  let isCode = false;
  for (const sign of line.trim().replace(/^\||\|$/g, "")) {
    if (sign === "`") isCode = !isCode;
    if (sign === "|" && !isCode) parts.push("");
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => inline(part.trim()));
}

/** The lines of a figure in English words, `then` on a line of its own between two positions. */
function figureLines(text, language) {
  const words = FIGURE_WORDS[language] ?? {};
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) =>
      line
        .replace(/\s*:\s*/, ": ")
        .replace(/\p{L}+/gu, (word) => (Object.hasOwn(words, word) ? words[word] : word))
        .trim(),
    );
}

/** Blocks of some lines. */
function blocks(lines, language) {
  const out = [];
  let at = 0;
  const isBlank = (line) => line === undefined || line.trim() === "";
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,3}) (.+)$/.exec(line);
    const fence = /^```(\S*) ?(.*)$/.exec(line);
    const item = /^(-|\d+\.) +/.exec(line);
    if (isBlank(line)) at += 1;
    else if (heading !== null) {
      out.push({ is: "heading", level: heading[1].length, text: inline(heading[2].trim()) });
      at += 1;
    } else if (fence !== null) {
      const end = lines.indexOf("```", at + 1);
      if (end < 0) fail("a fence that is never closed", line);
      const body = lines.slice(at + 1, end).join("\n");
      const [, kind, more] = fence;
      at = end + 1;
      if (kind === "text" && more === "") out.push({ is: "drawing", text: body });
      else if (kind === "figure") {
        // With the position in the fence's first line, the body is a drawing for those who read the file itself.
        const told = figureLines(more === "" ? body : more.replaceAll(";", "\n"), language);
        while (isBlank(lines[at]) && at < lines.length) at += 1;
        const caption = inline(lines[at] ?? "");
        if (caption[0]?.[0] !== "i" || caption.at(-1)?.[0] !== "i")
          fail("a figure without a caption in italics below it", told.join("; "));
        // What is plain among italics is what stands out.
        const text = caption.flatMap((run) => (run[0] === "i" ? run.slice(1) : [["i", run]]));
        out.push({ is: "figure", lines: told, caption: text });
        at += 1;
      } else fail("a fence of an unknown kind", line);
    } else if (line.startsWith("|")) {
      const rows = [];
      while (lines[at]?.startsWith("|")) rows.push(lines[at++]);
      if (!/^\|(?:-+\|)+$/.test(rows[1] ?? "")) fail("a table without a line under its head", rows[0]);
      const [head, ...body] = [rows[0], ...rows.slice(2)].map(cells);
      if (head.some((cell) => cell.length === 0)) fail("a column without a name", rows[0]);
      for (const row of body) if (row.length !== head.length) fail("a row with other columns than its head", rows[0]);
      out.push({ is: "table", head, rows: body });
    } else if (item !== null) {
      const isOrdered = item[1] !== "-";
      const items = [];
      while (at < lines.length) {
        const start = /^(-|\d+\.) +/.exec(lines[at]);
        if (start === null || (start[1] !== "-") !== isOrdered) break;
        const indent = " ".repeat(start[0].length);
        const inner = [lines[at].slice(start[0].length)];
        at += 1;
        for (; at < lines.length; at += 1) {
          if (lines[at].startsWith(indent)) inner.push(lines[at].slice(indent.length));
          else if (isBlank(lines[at]) && lines[at + 1]?.startsWith(indent)) inner.push("");
          else break;
        }
        items.push(blocks(inner, language));
        if (isBlank(lines[at]) && /^(-|\d+\.) +/.test(lines[at + 1] ?? "")) at += 1;
      }
      out.push({ is: isOrdered ? "numbered" : "list", items });
    } else if (/^(\s|>|#|\*\s|\+\s|---|===|<(?!a id=))/.test(line)) fail("not known to the page's rules", line);
    else {
      const text = [];
      while (!isBlank(lines[at]) && !/^(#|```|\||-\s|\d+\.\s)/.test(lines[at])) {
        if (/( {2}|\\)$/.test(lines[at])) fail("a line that is broken by hand", lines[at]);
        text.push(lines[at++]);
      }
      out.push({ is: "paragraph", text: inline(text.join(" ")) });
    }
  }
  return out;
}

const NOTATION = /^\.\.\/notation(\.[a-z]+)?\.md$/;

/** The link in a paragraph that leads to the notation. */
function leadsToNotation(block) {
  return (
    block.is === "paragraph" &&
    block.text.some((run) => Array.isArray(run) && run[0] === "link" && NOTATION.test(run[1]))
  );
}

/** What the notation's file says of a game. */
function notationOf(text, title, language) {
  const parts = text.split(/^## /m);
  const part = parts.find((one) => one.startsWith(`${title}\n`));
  if (part === undefined) fail("the notation has no section", title);
  // A way back to the rules leads to where one is.
  const lines = part.replace(/\[([^\]]+)\]\(rules\/[^)]+\)/g, "$1").split("\n");
  return blocks(lines.slice(1), language);
}

/** Every name that can be linked to, in order. */
export function namesIn(value) {
  if (Array.isArray(value)) return [...(value[0] === "at" ? [value[1]] : []), ...value.flatMap(namesIn)];
  if (typeof value !== "object" || value === null) return [];
  return [...(value.is === "heading" ? [value.id] : []), ...Object.values(value).flatMap(namesIn)];
}

/** Every link's target is seen to, wherever it stands. */
function relinked(value, target) {
  if (Array.isArray(value))
    return value[0] === "link"
      ? ["link", target(value[1]), ...relinked(value.slice(2), target)]
      : value.map((part) => relinked(part, target));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, relinked(part, target)]));
}

/**
 * The rules of a game as data. Headings are named after the English ones in every language, so that an address leads to
 * the same place whatever is spoken.
 */
export function readRules(text, { language, english = text, notation }) {
  const [title, ...read] = blocks(text.split("\n"), language);
  if (title?.is !== "heading" || title.level !== 1) fail("the first line is no title", text.slice(0, 40));
  const facts = read.shift();
  if (facts?.is !== "paragraph" || facts.text[0]?.[0] !== "link") fail("no link to the other language under", "#");
  const ids = blocks(english.split("\n"), "en")
    .filter(({ is, level }) => is === "heading" && level > 1)
    .map((block) => [block.level, slug(flat(block.text))]);
  const targets = new Map();
  const body = read.flatMap((block) => {
    if (leadsToNotation(block)) return notationOf(notation, flat(title.text).replace(/ \(.*/, ""), language);
    if (block.is !== "heading") return [block];
    const [level, id] = ids.shift() ?? [];
    if (level !== block.level) fail("a heading that the English rules do not have there", flat(block.text));
    targets.set(`#${slug(flat(block.text))}`, `#${id}`);
    return [{ ...block, id }];
  });
  if (ids.length > 0) fail("a heading is missing", ids[0][1]);
  const names = namesIn(body);
  for (const name of names) if (names.filter((one) => one === name).length > 1) fail("a name that stands twice", name);
  return {
    title: flat(title.text),
    // The other language is a button of the page.
    facts: flat(facts.text).split(" · ").slice(1),
    blocks: relinked(body, (target) => {
      const found = targets.get(target) ?? (names.includes(target.slice(1)) ? target : undefined);
      if (found === undefined) fail("a link that the page cannot follow", target);
      return found;
    }),
  };
}

/** The rules in a file of docs/rules. */
export function rulesIn(path) {
  const [, game, language = "en"] = /^([a-z-]+?)(?:\.([a-z]+))?\.md$/.exec(basename(path)) ?? [];
  const near = (name) => join(dirname(path), name);
  const suffix = language === "en" ? "" : `.${language}`;
  const files = [path, near(`${game}.md`), near(`../notation${suffix}.md`)];
  const [text, english, notation] = files.map((file) => readFileSync(file, "utf8"));
  try {
    return { rules: readRules(text, { language, english, notation }), files };
  } catch (error) {
    if (error instanceof Complaint) error.message = `${path}: ${error.message}`;
    throw error;
  }
}

/** Lets a program import the rules of a file as a value. */
export const rulesPlugin = {
  name: "rules",
  setup(build) {
    build.onLoad({ filter: /[\\/]docs[\\/]rules[\\/][^\\/]+\.md$/ }, ({ path }) => {
      const { rules, files } = rulesIn(path);
      return { contents: `export const rules = ${JSON.stringify(rules)};`, loader: "js", watchFiles: files };
    });
  },
};
