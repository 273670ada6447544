// Draws the page's icon into static: a frog's head on a lily pad, as SVG and, painted from the same shapes, as PNG.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";

/** Circles and ellipses from the back to the front, on a square of 100. */
const SHAPES = [
  { cx: 50, cy: 50, rx: 76, ry: 76, fill: "#0d3640" },
  { cx: 50, cy: 74, rx: 40, ry: 15, fill: "#2f6b46" },
  { cx: 50, cy: 72, rx: 38, ry: 13, fill: "#7db86b" },
  { cx: 33, cy: 34, rx: 13, ry: 13, fill: "#2d7a22" },
  { cx: 67, cy: 34, rx: 13, ry: 13, fill: "#2d7a22" },
  { cx: 50, cy: 54, rx: 34, ry: 26, fill: "#2d7a22" },
  { cx: 33, cy: 34, rx: 11, ry: 11, fill: "#5fbf4e" },
  { cx: 67, cy: 34, rx: 11, ry: 11, fill: "#5fbf4e" },
  { cx: 50, cy: 54, rx: 32, ry: 24, fill: "#5fbf4e" },
  { cx: 33, cy: 33, rx: 8.4, ry: 8.4, fill: "#ffffff" },
  { cx: 67, cy: 33, rx: 8.4, ry: 8.4, fill: "#ffffff" },
  { cx: 34, cy: 34, rx: 5, ry: 5, fill: "#14211f" },
  { cx: 66, cy: 34, rx: 5, ry: 5, fill: "#14211f" },
  { cx: 32.4, cy: 32, rx: 1.7, ry: 1.7, fill: "#ffffff" },
  { cx: 64.4, cy: 32, rx: 1.7, ry: 1.7, fill: "#ffffff" },
  { cx: 50, cy: 58, rx: 20, ry: 10, fill: "#2d7a22" },
  { cx: 50, cy: 54.6, rx: 22, ry: 10, fill: "#5fbf4e" },
  { cx: 27, cy: 57, rx: 4.5, ry: 3, fill: "#f0a08a" },
  { cx: 73, cy: 57, rx: 4.5, ry: 3, fill: "#f0a08a" },
];

function svg() {
  const shapes = SHAPES.map(
    ({ cx, cy, rx, ry, fill }) => `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><clipPath id="r"><rect width="100" height="100" rx="22"/></clipPath><g clip-path="url(#r)">${shapes.join("")}</g></svg>\n`;
}

const rgb = (hex) => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16));

/** The colour at a point, by four by four samples. */
function colourAt(x, y, size) {
  const sum = [0, 0, 0];
  for (let sample = 0; sample < 16; sample += 1) {
    const px = ((x + ((sample % 4) + 0.5) / 4) / size) * 100;
    const py = ((y + (Math.floor(sample / 4) + 0.5) / 4) / size) * 100;
    const top = SHAPES.findLast(({ cx, cy, rx, ry }) => ((px - cx) / rx) ** 2 + ((py - cy) / ry) ** 2 <= 1);
    rgb(top.fill).forEach((part, index) => {
      sum[index] += part / 16;
    });
  }
  return sum.map(Math.round);
}

function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

function png(size) {
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (__, x) => colourAt(x, y, size)).flat(),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const folder = fileURLToPath(new URL("../static/", import.meta.url));
writeFileSync(`${folder}icon.svg`, svg());
for (const size of [192, 512]) writeFileSync(`${folder}icon-${size}.png`, png(size));
