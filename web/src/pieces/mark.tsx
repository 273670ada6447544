/** Marks: what tells pieces and seats apart without colour. */

export type MarkName =
  | "dot"
  | "triangle"
  | "square"
  | "star"
  | "cross"
  | "diamond"
  | "moon"
  | "spark"
  | "sun"
  | "heart"
  | "drop"
  | "leaf";

/** Each mark as a path that fits a circle of radius 10 around the origin. */
export const MARKS: Readonly<Record<MarkName, string>> = {
  dot: "M-8,0a8,8 0 1,0 16,0a8,8 0 1,0 -16,0Z",
  triangle: "M0,-9.5L9,7L-9,7Z",
  square: "M-7.5,-7.5H7.5V7.5H-7.5Z",
  star: "M0,-10L2.6,-3.4L9.6,-3L4.2,1.5L6,8.4L0,4.6L-6,8.4L-4.2,1.5L-9.6,-3L-2.6,-3.4Z",
  cross: "M-3,-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z",
  diamond: "M0,-10L7.5,0L0,10L-7.5,0Z",
  moon: "M4,-9A9.4,9.4 0 1,0 8,5.5A7.6,7.6 0 0,1 4,-9Z",
  spark: "M0,-10C1,-2.5 2.5,-1 10,0C2.5,1 1,2.5 0,10C-1,2.5 -2.5,1 -10,0C-2.5,-1 -1,-2.5 0,-10Z",
  sun: "M0,-10L2.4,-5.7L7.1,-7.1L5.7,-2.4L10,0L5.7,2.4L7.1,7.1L2.4,5.7L0,10L-2.4,5.7L-7.1,7.1L-5.7,2.4L-10,0L-5.7,-2.4L-7.1,-7.1L-2.4,-5.7Z",
  heart: "M0,9C-13,0 -9,-9 -4.6,-8.6C-2,-8.4 -0.6,-6.6 0,-5C0.6,-6.6 2,-8.4 4.6,-8.6C9,-9 13,0 0,9Z",
  drop: "M0,-10C3,-5 7.5,-1 7.5,3.4A7.5,6.6 0 1,1 -7.5,3.4C-7.5,-1 -3,-5 0,-10Z",
  leaf: "M-8,8C-10,-4 -2,-10 9,-9C10,2 4,9 -5,6.6L-7,9Z",
};

export interface MarkProps {
  readonly name: MarkName;
  readonly x?: number;
  readonly y?: number;
  readonly r?: number;
  readonly class?: string;
}

export function Mark({ name, x = 0, y = 0, r = 10, class: kind = "mark" }: MarkProps) {
  return <path class={kind} d={MARKS[name]} transform={`translate(${x} ${y}) scale(${r / 10})`} />;
}
