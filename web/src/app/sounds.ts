/** Soft sounds, made on the spot: plops, croaks, clicks. */

import type { Manner } from "../motion/apply";

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!("AudioContext" in globalThis)) return null;
  // Browsers let a page sound only after somebody has touched it.
  if (context === null && navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  return context.state === "closed" ? null : context;
}

interface Tone {
  readonly from: number;
  readonly to: number;
  readonly length: number;
  readonly loud: number;
  readonly shape?: OscillatorType;
  readonly after?: number;
  /** Trembles so many times a second. */
  readonly croak?: number;
}

/** How loud everything is, from 0 to 1: what is heard grows with the square of what is set. */
export function gainOf(loud: number, volume: number): number {
  return loud * volume ** 2 * 2;
}

function tone(
  sounds: AudioContext,
  strength: number,
  { from, to, length, loud: usual, shape = "sine", after = 0, croak }: Tone,
): void {
  const loud = gainOf(usual, strength);
  const start = sounds.currentTime + after;
  const voice = sounds.createOscillator();
  const volume = sounds.createGain();
  voice.type = shape;
  voice.frequency.setValueAtTime(from, start);
  voice.frequency.exponentialRampToValueAtTime(to, start + length);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + Math.min(0.012, length / 4));
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  if (croak !== undefined) {
    const tremble = sounds.createOscillator();
    const depth = sounds.createGain();
    tremble.frequency.value = croak;
    depth.gain.value = loud * 0.8;
    tremble.connect(depth).connect(volume.gain);
    tremble.start(start);
    tremble.stop(start + length);
  }
  voice.connect(volume).connect(sounds.destination);
  voice.start(start);
  voice.stop(start + length + 0.02);
}

const PLOP: Tone = { from: 260, to: 620, length: 0.09, loud: 0.09 };
const CLICK: Tone = { from: 1_800, to: 900, length: 0.03, loud: 0.05, shape: "triangle" };

const SOUNDS: Readonly<Record<Manner, readonly Tone[]>> = {
  hop: [{ ...PLOP, after: 0.24 }],
  slide: [{ from: 190, to: 150, length: 0.12, loud: 0.04 }],
  fling: [
    { from: 900, to: 180, length: 0.4, loud: 0.05 },
    { ...PLOP, after: 0.46 },
  ],
  fly: [{ from: 420, to: 760, length: 0.22, loud: 0.04 }],
  turn: [{ ...CLICK, loud: 0.04 }],
  grow: [{ from: 300, to: 900, length: 0.3, loud: 0.05 }],
  vanish: [{ from: 500, to: 160, length: 0.2, loud: 0.05 }],
  beak: [{ from: 170, to: 120, length: 0.22, loud: 0.09, shape: "sawtooth", croak: 28, after: 0.2 }],
  tumble: [0, 0.09, 0.16, 0.27, 0.4].map((after) => ({ ...CLICK, after })),
  appear: [],
  show: [],
};

export function soundOf(manner: Manner, volume: number): void {
  const sounds = volume > 0 ? audio() : null;
  if (sounds !== null) for (const note of SOUNDS[manner]) tone(sounds, volume, note);
}

/** How loud it is now, to be heard while it is set. */
export function soundOfVolume(volume: number): void {
  soundOf("hop", volume);
}

/** It is up to us. */
export function soundOfTurn(volume: number): void {
  const sounds = volume > 0 ? audio() : null;
  if (sounds === null) return;
  tone(sounds, volume, { from: 150, to: 190, length: 0.16, loud: 0.1, shape: "triangle", croak: 32 });
  tone(sounds, volume, { from: 180, to: 150, length: 0.2, loud: 0.1, shape: "triangle", croak: 36, after: 0.2 });
}

export function soundOfEnd(volume: number): void {
  const sounds = volume > 0 ? audio() : null;
  if (sounds !== null)
    [392, 494, 587, 784].forEach((from, index) =>
      tone(sounds, volume, { from, to: from, length: 0.26, loud: 0.06, shape: "triangle", after: index * 0.13 }),
    );
}
