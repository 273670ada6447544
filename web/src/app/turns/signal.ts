/** How many tables wait for somebody: in the title, in the icon, and on the badge of an installed page. */

/** The frog of the page, as in `static/icon.svg`, a little simpler: icons are small. */
const FROG =
  '<rect width="100" height="100" rx="22" fill="#0d3640"/><ellipse cx="50" cy="74" rx="40" ry="15" fill="#7db86b"/>' +
  '<g fill="#5fbf4e"><circle cx="33" cy="34" r="13"/><circle cx="67" cy="34" r="13"/><ellipse cx="50" cy="54" rx="34" ry="26"/></g>' +
  '<g fill="#fff"><circle cx="33" cy="33" r="8.4"/><circle cx="67" cy="33" r="8.4"/></g>' +
  '<g fill="#14211f"><circle cx="34" cy="34" r="5"/><circle cx="66" cy="34" r="5"/></g>';

/** An icon with a count. */
export function iconWith(count: number): string {
  const text = count > 9 ? "9+" : `${count}`;
  const disc =
    `<circle cx="68" cy="68" r="32" fill="#c62f1d"/><text x="68" y="${count > 9 ? 82 : 85}" font-family="sans-serif" ` +
    `font-weight="700" font-size="${count > 9 ? 38 : 48}" text-anchor="middle" fill="#fff">${text}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${FROG}${disc}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** A title with a count. */
export function titleWith(text: string, count: number): string {
  return count > 0 ? `(${count}) ${text}` : text;
}

let title = "";
/** The tables that wait, as the list said it last. */
let listed: ReadonlySet<string> = new Set();
/** The table that is on this page, which knows better than a list. */
let here: { readonly id: string; readonly isMine: boolean } | null = null;
let shown = 0;

function allWaiting(): number {
  const waiting = new Set(listed);
  if (here !== null) {
    if (here.isMine) waiting.add(here.id);
    else waiting.delete(here.id);
  }
  return waiting.size;
}

function show(): void {
  const waiting = allWaiting();
  // The table before one's eyes says itself whose turn it is.
  document.title = titleWith(title, here?.isMine === true ? waiting - 1 : waiting);
  if (waiting === shown) return;
  shown = waiting;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon !== null) icon.href = waiting > 0 ? iconWith(waiting) : "/icon.svg";
  const { setAppBadge, clearAppBadge } = navigator as {
    setAppBadge?: (count?: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  const badge = waiting > 0 ? setAppBadge?.call(navigator, waiting) : clearAppBadge?.call(navigator);
  badge?.catch(() => undefined);
}

/** Sets the title of the page; how many tables wait stands before it. */
export function setTitle(text: string): void {
  title = text;
  show();
}

/** These tables wait for the person at this browser. */
export function setWaiting(ids: Iterable<string>): void {
  listed = new Set(ids);
  show();
}

/** The table on this page waits, or does not; none if another page is shown. */
export function setHere(table: { readonly id: string; readonly isMine: boolean } | null): void {
  here = table;
  show();
}

/** The table on this page, if there is one. */
export function tableHere(): string | null {
  return here?.id ?? null;
}
