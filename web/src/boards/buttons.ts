/** The spots that are buttons beside the board rather than places on it. */
export const BUTTONS: ReadonlySet<string> = new Set(["stop", "pass", "stay"]);
