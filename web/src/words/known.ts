/** Looking up what somebody else named. */

/** The entry of a table under a name that may be none of its own. */
export function known<T extends object>(table: T, name: string): T[keyof T] | undefined {
  const isOwn = (key: string): key is Extract<keyof T, string> => Object.hasOwn(table, key);
  return isOwn(name) ? table[name] : undefined;
}

/** The member of a list that has this name, if one has. */
export function among<T extends string>(list: readonly T[], name: string | undefined): T | undefined {
  return list.find((member) => member === name);
}
