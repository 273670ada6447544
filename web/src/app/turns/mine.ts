/** One's own tables, asked for once by all parts of the page that want them at about the same time. */

import type { House } from "../../house/house";
import type { TableList } from "../../protocol";

/** For so long an answer is good. */
const FRESH_MS = 2_000;

const asked = new WeakMap<House, { readonly at: number; readonly list: Promise<TableList> }>();

export function mine(house: House, now = Date.now()): Promise<TableList> {
  const last = asked.get(house);
  if (last !== undefined && now - last.at < FRESH_MS) return last.list;
  const list = house.mine();
  asked.set(house, { at: now, list });
  list.catch(() => asked.delete(house));
  return list;
}
