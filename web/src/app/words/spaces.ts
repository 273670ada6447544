/** French keeps a space before some signs and inside quotation marks; it must not break there. */

export function spaced(text: string): string {
  return text.replace(/ (?=[;:!?»%])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** The same words with such spaces wherever they say something. */
export function withSpaces<T>(words: T): T {
  if (typeof words === "string") return spaced(words) as T;
  if (typeof words === "function")
    return ((...parts: unknown[]): unknown => withSpaces(Reflect.apply(words, undefined, parts))) as T;
  if (Array.isArray(words)) return words.map(withSpaces) as T;
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, part]) => [key, withSpaces(part)])) as T;
}
