/** QR codes for links: bytes, error correction M, versions 1 to 10. ISO/IEC 18004. */

/** Per version: correction bytes in a block, shorter blocks and their data bytes, blocks of one byte more. */
const VERSIONS: readonly (readonly [correction: number, shorter: number, data: number, longer: number])[] = [
  [10, 1, 16, 0],
  [16, 1, 28, 0],
  [26, 1, 44, 0],
  [18, 2, 32, 0],
  [24, 2, 43, 0],
  [16, 4, 27, 0],
  [18, 4, 31, 0],
  [22, 2, 38, 2],
  [22, 3, 36, 2],
  [26, 4, 43, 1],
];

const [EXP, LOG] = (() => {
  const [exp, log] = [new Uint8Array(512), new Uint8Array(256)];
  for (let power = 0, value = 1; power < 255; power += 1) {
    exp[power] = value;
    exp[power + 255] = value;
    log[value] = power;
    value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
  }
  return [exp, log];
})();

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0);
}

/** The remainder of a block, divided by the generator of so many correction bytes. */
function correctionOf(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let power = 0; power < count; power += 1) {
    const longer = [...generator, 0];
    generator.forEach((factor, index) => {
      longer[index + 1] = (longer[index + 1] ?? 0) ^ times(factor, EXP[power] ?? 0);
    });
    generator = longer;
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  data.forEach((_, at) => {
    const lead = rest[at] ?? 0;
    generator.forEach((factor, index) => {
      rest[at + index] = (rest[at + index] ?? 0) ^ times(factor, lead);
    });
  });
  return rest.slice(data.length);
}

/** The bytes of the symbol in the order in which they are drawn. */
function codewords(text: Uint8Array, version: number): number[] {
  const [correction, shorter, length, longer] = VERSIONS[version - 1] ?? [0, 0, 0, 0];
  const room = shorter * length + longer * (length + 1);
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(text.length, version < 10 ? 8 : 16);
  for (const byte of text) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const bytes = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
  for (let pad = 0xec; bytes.length < room; pad ^= 0xfd) bytes.push(pad);
  const blocks: number[][] = [];
  for (let block = 0, at = 0; block < shorter + longer; block += 1) {
    const size = block < shorter ? length : length + 1;
    blocks.push(bytes.slice(at, at + size));
    at += size;
  }
  const across = (rows: readonly (readonly number[])[]) => {
    const longest = Math.max(...rows.map((row) => row.length));
    return Array.from({ length: longest }, (_, index) => rows.flatMap((row) => row[index] ?? [])).flat();
  };
  return [...across(blocks), ...across(blocks.map((block) => correctionOf(block, correction)))];
}

/** The middles of the alignment patterns along one side. */
function alignment(version: number): number[] {
  if (version === 1) return [];
  const last = version * 4 + 10;
  if (version < 7) return [6, last];
  return [6, 6 + Math.ceil((last - 6) / 4) * 2, last];
}

/** A code with correction bits behind it, as format and version are written. */
function guarded(value: number, generator: number, bits: number): number {
  let rest = value << bits;
  for (let bit = 31; bit >= bits; bit -= 1) if ((rest >> bit) & 1) rest ^= generator << (bit - bits);
  return (value << bits) | rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

type Grid = boolean[][];

function drawn(bytes: readonly number[], version: number, mask: number): Grid {
  const size = version * 4 + 17;
  const dark: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => undefined),
  );
  const set = (x: number, y: number, on: boolean) => {
    const row = dark[y];
    if (row !== undefined && x >= 0 && x < size) row[x] = on;
  };
  const free = (x: number, y: number) => dark[y]?.[x] === undefined;
  for (let at = 8; at < size - 8; at += 1) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const) {
    for (let dy = -1; dy <= 7; dy += 1) {
      for (let dx = -1; dx <= 7; dx += 1) {
        const ring = Math.max(Math.abs(dx - 3), Math.abs(dy - 3));
        if (top + dy >= 0 && top + dy < size) set(left + dx, top + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const middles = alignment(version);
  for (const y of middles) {
    for (const x of middles) {
      const isCorner = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      if (isCorner) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  const format = guarded(mask, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const on = ((format >> bit) & 1) === 1;
    if (bit < 6) set(8, bit, on);
    else if (bit < 8) set(8, bit + 1, on);
    else set(bit === 8 ? 7 : 14 - bit, 8, on);
    if (bit < 8) set(size - 1 - bit, 8, on);
    else set(8, size - 15 + bit, on);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const code = guarded(version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit += 1) {
      const on = ((code >> bit) & 1) === 1;
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      set(far, near, on);
      set(near, far, on);
    }
  }
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const isUp = ((right + 1) & 2) === 0;
        const y = isUp ? size - 1 - step : step;
        if (!free(x, y)) continue;
        const on = (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        set(x, y, on !== (MASKS[mask]?.(x, y) ?? false));
        bit += 1;
      }
    }
  }
  return dark.map((row) => row.map((cell) => cell === true));
}

/** How hard a symbol is to read, by the standard's four rules. */
function penalty(grid: Grid): number {
  const size = grid.length;
  const at = (x: number, y: number) => grid[y]?.[x] === true;
  let points = 0;
  const lines = [...grid, ...Array.from({ length: size }, (_, x) => Array.from({ length: size }, (__, y) => at(x, y)))];
  for (const line of lines) {
    for (let from = 0; from < size;) {
      let to = from;
      while (to < size && line[to] === line[from]) to += 1;
      if (to - from >= 5) points += to - from - 2;
      from = to;
    }
    const text = line.map((cell) => (cell ? 1 : 0)).join("");
    for (const pattern of ["10111010000", "00001011101"])
      for (let from = text.indexOf(pattern); from >= 0; from = text.indexOf(pattern, from + 1)) points += 40;
  }
  let count = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (at(x, y)) count += 1;
      const same = at(x, y);
      if (x + 1 < size && y + 1 < size && at(x + 1, y) === same && at(x, y + 1) === same && at(x + 1, y + 1) === same)
        points += 3;
    }
  }
  return points + Math.floor(Math.abs(count * 20 - size * size * 10) / (size * size)) * 10;
}

/** The dark cells of a text's code, row by row; nothing where the text is too long. */
export function qrOf(text: string): Grid | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    VERSIONS.findIndex(
      ([, shorter, length, longer], index) =>
        shorter * length + longer * (length + 1) >= bytes.length + (index + 1 < 10 ? 2 : 3),
    ) + 1;
  if (version === 0) return null;
  const words = codewords(bytes, version);
  const grids = MASKS.map((_, mask) => drawn(words, version, mask));
  return grids.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

/** The same as one SVG path, a cell being one unit. */
export function pathOf(grid: Grid): string {
  return grid.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x},${y}h1v1h-1z` : ""))).join("");
}
