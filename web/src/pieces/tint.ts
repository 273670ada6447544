/** The colours of pieces; each is a CSS class that sets `--tint` and its shades. */
export type Tint =
  | "coral" | "amber" | "blue" | "violet" | "green" | "brown"
  | "moon" | "night"
  | "red" | "purple" | "gold"
  | "frog-Y" | "frog-R" | "frog-B" | "frog-N"
  | "reed" | "stone" | "shell" | "slate";
