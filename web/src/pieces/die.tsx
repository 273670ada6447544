/** A die: a river pebble with pips, in a box of 100 by 100 around the origin. */

const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-19, -19],
    [19, 19],
  ],
  [
    [-21, -21],
    [0, 0],
    [21, 21],
  ],
  [
    [-19, -19],
    [19, -19],
    [-19, 19],
    [19, 19],
  ],
  [
    [-21, -21],
    [21, -21],
    [0, 0],
    [-21, 21],
    [21, 21],
  ],
  [
    [-19, -23],
    [19, -23],
    [-19, 0],
    [19, 0],
    [-19, 23],
    [19, 23],
  ],
];

export function Die({ value, used = false }: { readonly value: number; readonly used?: boolean }) {
  return (
    <g class={used ? "die used" : "die"}>
      <path
        class="under"
        d="M-36,-30C-28,-48 28,-48 38,-32C50,-16 50,22 40,36C28,50 -26,52 -38,38C-50,24 -48,-16 -36,-30Z"
        transform="translate(0 7)"
      />
      <path
        class="stone"
        d="M-36,-32C-28,-48 28,-48 38,-34C48,-18 48,20 40,34C28,48 -26,50 -38,36C-48,22 -48,-18 -36,-32Z"
      />
      <path class="shine" d="M-30,-28C-22,-38 6,-40 18,-37" />
      {(PIPS[value] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} class="pip" cx={x} cy={y} r={8.2} />
      ))}
    </g>
  );
}
