/** The spots that are buttons beside the board rather than places on it. */
export const BUTTONS = ["stop", "pass", "stay"] as const;

export type Button = (typeof BUTTONS)[number];

export function isButton(spot: string): spot is Button {
  return BUTTONS.some((button) => button === spot);
}

/** Does a button end what is under way? The others are something else to do instead. */
export function isEnding(spot: string): boolean {
  return spot === "stop";
}
