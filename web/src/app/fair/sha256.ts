/**
 * SHA-256 and HMAC in plain code: browsers keep their own for encrypted pages, and a table on a home network is often
 * reached without.
 */

type Bytes = Uint8Array;

/** The first 32 bits of the fractional parts of the cube or square roots of the first primes. */
function roots(count: number, power: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    const isPrime = Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, index) => index + 2).every(
      (d) => n % d !== 0,
    );
    if (isPrime) found.push(((n ** power % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = roots(8, 1 / 2);
const ROUNDS = roots(64, 1 / 3);

export function sha256(message: Bytes): Bytes {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length * 8) >>> 0);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));
  for (let block = 0; block < blocks; block += 1) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) {
        words[i] = view.getInt32(block * 64 + i * 4);
        continue;
      }
      const [near, far] = [words[i - 2] ?? 0, words[i - 15] ?? 0];
      const s0 = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      const s1 = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      words[i] = (words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] ?? 0) + word;
  }
  const out = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) out.setInt32(index * 4, word);
  return new Uint8Array(out.buffer);
}

export function hmac(key: Bytes, message: Bytes): Bytes {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(
    joined(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
