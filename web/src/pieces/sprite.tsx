/** A piece at its place on the board. */

import type { Point, Sprite } from "../boards/board";
import { CardArt } from "./card";
import { Die } from "./die";
import { Frog, Squat, Tadpole } from "./frog";
import { lilyOf } from "./kinds";
import { Lily } from "./lily";

/** Where a piece looks: towards a point, more the farther it is. */
function lookAt(from: Point, to: Point | undefined): { x: number; y: number } {
  if (to === undefined) return { x: 0, y: 0.25 };
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy);
  if (far < 1) return { x: 0, y: 0.25 };
  const much = Math.min(1, far / 60);
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x: round((dx / far) * much), y: round((dy / far) * much) };
}

export interface SpriteProps {
  readonly sprite: Sprite;
  /** What the piece looks at. */
  readonly gaze: Point | undefined;
  readonly isRidden?: boolean;
  /** Is it in the air? */
  readonly isLeaping?: boolean;
}

export function SpriteArt({ sprite, gaze, isRidden = false, isLeaping = false }: SpriteProps) {
  const { x, y, size, tint, count } = sprite;
  const classes = [
    "sprite",
    sprite.kind,
    tint === undefined ? "" : `tint-${tint}`,
    sprite.faded === true ? "faded" : "",
  ];
  return (
    <g
      class={classes.filter(Boolean).join(" ")}
      data-id={sprite.id}
      data-at={sprite.at}
      style={{ transform: `translate(${x}px, ${y}px)` }}
    >
      <g transform={`scale(${size / 100})`}>
        <Ground sprite={sprite} />
        <g class="lift">
          <Art sprite={sprite} gaze={gaze} isRidden={isRidden} isLeaping={isLeaping} />
        </g>
        {count !== undefined && count > 1 && (
          <g class="tally" transform={`translate(34 30)`}>
            <circle r={20} />
            <text>{count}</text>
          </g>
        )}
      </g>
    </g>
  );
}

function Ground({ sprite }: { readonly sprite: Sprite }) {
  switch (sprite.kind) {
    case "frog":
      return <ellipse class="ground" cx={0} cy={39} rx={46} ry={9} />;
    case "tadpole":
      return <ellipse class="ground" cx={2} cy={26} rx={24} ry={12} />;
    default:
      return null;
  }
}

function Art({ sprite, gaze, isRidden = false, isLeaping = false }: SpriteProps) {
  const pose = isLeaping ? "leap" : "sit";
  const look = lookAt(sprite, gaze);
  const mark = sprite.mark === undefined ? {} : { mark: sprite.mark };
  switch (sprite.kind) {
    case "frog":
      return <Frog {...mark} pose={pose} look={look} ridden={isRidden} resting={sprite.faded === true} />;
    case "chief":
      return <Frog {...mark} pose={pose} look={look} crowned />;
    case "squat":
      return <Squat mark={sprite.mark ?? "dot"} look={look} top={sprite.covered !== true} />;
    case "tadpole":
      return <Tadpole {...mark} look={look} />;
    case "lily":
      return <Lily colour={lilyOf(sprite.piece) ?? "W"} />;
    case "die":
      return <Die value={sprite.value ?? 1} used={sprite.faded ?? false} />;
    case "card":
      return <CardArt id={sprite.piece} />;
    case "secret":
      return <CardArt id={sprite.veiled === true ? "?" : sprite.piece} secret />;
  }
}
