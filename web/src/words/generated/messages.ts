// Generated from crates/rainette-words by `cargo xtask bless`. Do not edit.

export type Language = "en" | "fr";

/** What every language words, and what each message is given. */
export interface Messages {
  readonly game: {
    readonly "hop-it": {
      readonly name: string;
      readonly about: string;
    };
    readonly abagio: {
      readonly name: string;
      readonly about: string;
    };
    readonly "pool-party": {
      readonly name: string;
      readonly about: string;
    };
    readonly "china-moon": {
      readonly name: string;
      readonly about: string;
    };
    readonly frogriders: {
      readonly name: string;
      readonly about: string;
    };
  };
  readonly option: {
    readonly "hop-it": {
      readonly frogs: {
        readonly name: string;
        readonly "0": string;
        readonly "1": string;
      };
    };
    readonly frogriders: {
      readonly backs: {
        readonly name: string;
        readonly "0": string;
        readonly "1": string;
      };
    };
  };
  readonly reason: {
    readonly "hop-it": {
      readonly over: string;
      readonly "no-such-spot": string;
      readonly "no-piece": string;
      readonly "not-yours": string;
      readonly "other-frog-hops": string;
      readonly stuck: string;
      readonly "must-hop-enemy": string;
      readonly "leads-to-no-enemy": string;
      readonly "chain-owes": string;
      readonly occupied: string;
      readonly "hops-only": string;
      readonly "lily-by-hop": string;
      readonly "tadpoles-swim": string;
      readonly "nothing-to-hop-over": string;
      readonly "hopped-already": string;
      readonly "too-far": string;
      readonly "nothing-to-stop": string;
      readonly "can-move": string;
      readonly complete: string;
    };
    readonly abagio: {
      readonly over: string;
      readonly "dice-first": string;
      readonly "no-such-spot": string;
      readonly "no-such-number": string;
      readonly "leaps-first": string;
      readonly "leaps-done": string;
      readonly "chief-first": string;
      readonly home: string;
      readonly "no-frog": string;
      readonly "not-yours": string;
      readonly buried: string;
      readonly "under-chief": string;
      readonly "no-landing": string;
      readonly backwards: string;
      readonly "not-rolled": string;
      readonly "on-chief": string;
      readonly full: string;
      readonly heap: string;
      readonly "not-all-inside": string;
      readonly "not-farthest": string;
      readonly "too-short": string;
      readonly "exact-number": string;
      readonly "most-dice": string;
      readonly "larger-number": string;
      readonly stuck: string;
      readonly "outer-only": string;
      readonly "chief-on-other": string;
      readonly "chief-on-full": string;
      readonly complete: string;
    };
    readonly "pool-party": {
      readonly over: string;
      readonly "roll-first": string;
      readonly "no-such-spot": string;
      readonly "pass-afloat": string;
      readonly "pass-after-double": string;
      readonly "pass-alone": string;
      readonly "no-frog": string;
      readonly "not-yours": string;
      readonly "already-afloat": string;
      readonly "smallest-first": string;
      readonly "others-enter": string;
      readonly "fifth-enters": string;
      readonly "same-frog": string;
      readonly "not-to-stack": string;
      readonly "own-lane": string;
      readonly "stays-put": string;
      readonly clockwise: string;
      readonly "not-the-dice": string;
      readonly "die-each-to-enter": string;
      readonly "die-each": string;
      readonly "die-used": string;
      readonly "both-dice-used": string;
      readonly complete: string;
    };
    readonly "china-moon": {
      readonly over: string;
      readonly "not-laid-out": string;
      readonly "no-such-spot": string;
      readonly "frog-first": string;
      readonly "no-frog": string;
      readonly "out-of-play": string;
      readonly "moved-already": string;
      readonly "move-anothers": string;
      readonly "spring-first": string;
      readonly "place-next": string;
      readonly "never-back": string;
      readonly "other-arm": string;
      readonly occupied: string;
      readonly "too-near": string;
      readonly "too-far": string;
      readonly "swap-first": string;
      readonly "drop-first": string;
      readonly "not-yours": string;
      readonly "not-held": string;
      readonly "nothing-for-it": string;
      readonly "lily-to-take": string;
      readonly "same-colour": string;
      readonly complete: string;
    };
    readonly frogriders: {
      readonly over: string;
      readonly "waits-for-chance": string;
      readonly "no-such-spot": string;
      readonly "keep-first": string;
      readonly "not-dealt": string;
      readonly "secret-kept": string;
      readonly "jump-first": string;
      readonly "no-second-sending": string;
      readonly "out-of-bounds": string;
      readonly "no-frog": string;
      readonly "cannot-jump": string;
      readonly occupied: string;
      readonly "nothing-to-jump-over": string;
      readonly "needs-diagonal": string;
      readonly "needs-ell": string;
      readonly "needs-runup": string;
      readonly "runup-blocked": string;
      readonly "not-a-jump": string;
      readonly "not-jumped-over": string;
      readonly "needs-choose": string;
      readonly "not-the-jumper": string;
      readonly "jump-made": string;
      readonly "brown-stays": string;
      readonly "none-to-send": string;
      readonly "village-empty": string;
      readonly "no-jump-left": string;
      readonly "market-empty": string;
      readonly "send-yellow-first": string;
      readonly "send-blue-first": string;
      readonly "fetch-frog": string;
      readonly "not-in-village": string;
      readonly "take-card": string;
      readonly "not-in-market": string;
      readonly "common-stays": string;
      readonly complete: string;
    };
  };
  readonly level: {
    readonly "1": string;
    readonly "2": string;
    readonly "3": string;
    readonly "4": string;
    readonly "5": string;
    readonly "6": string;
    readonly "7": string;
    readonly "8": string;
  };
  readonly lily: {
    readonly W: string;
    readonly Y: string;
    readonly P: string;
    readonly K: string;
    readonly B: string;
  };
  readonly frog: {
    readonly Y: string;
    readonly R: string;
    readonly B: string;
    readonly N: string;
  };
  readonly piece: {
    readonly frog: (given: { readonly owner: string }) => string;
    readonly tadpole: (given: { readonly owner: string }) => string;
    readonly chief: string;
    readonly coloured: (given: { readonly colour: string }) => string;
    readonly lily: (given: { readonly colour: string }) => string;
    readonly card: (given: { readonly card: string }) => string;
  };
  readonly place: {
    readonly root: string;
    readonly pond: string;
    readonly aside: string;
    readonly chief: string;
    readonly die: (given: { readonly value: string }) => string;
    readonly eight: string;
    readonly one: string;
    readonly space: (given: { readonly number: string }) => string;
    readonly stack: string;
    readonly lane: (given: { readonly lane: string; readonly space: string }) => string;
    readonly start: string;
    readonly pad: (given: { readonly number: string }) => string;
    readonly goal: string;
    readonly arrival: (given: { readonly number: string }) => string;
    readonly lily: (given: { readonly colour: string }) => string;
    readonly village: (given: { readonly colour: string }) => string;
    readonly send: (given: { readonly colour: string }) => string;
    readonly stop: string;
    readonly pass: string;
    readonly stay: string;
  };
  readonly source: {
    readonly gained: string;
    readonly brown: string;
    readonly lilies: (given: { readonly colour: string }) => string;
  };
  readonly effect: {
    readonly rolled: (given: { readonly by: string; readonly dice: string }) => string;
    readonly starts: (given: { readonly seat: string }) => string;
    readonly placed: (given: { readonly kind: string; readonly piece: string; readonly at: string }) => string;
    readonly removed: (given: { readonly piece: string; readonly from: string }) => string;
    readonly stepped: (given: { readonly game: string; readonly kind: string; readonly piece: string; readonly from: string; readonly to: string }) => string;
    readonly hopped: (given: { readonly game: string; readonly piece: string; readonly from: string; readonly source: string; readonly over: string; readonly to: string; readonly target: string }) => string;
    readonly pushed: (given: { readonly piece: string; readonly to: string }) => string;
    readonly hit: (given: { readonly piece: string; readonly from: string; readonly to: string }) => string;
    readonly capped: (given: { readonly owner: string; readonly at: string }) => string;
    readonly matured: (given: { readonly at: string }) => string;
    readonly captured: (given: { readonly piece: string; readonly at: string; readonly by: string }) => string;
    readonly eaten: (given: { readonly piece: string; readonly at: string }) => string;
    readonly sent: (given: { readonly piece: string; readonly by: string }) => string;
    readonly taken: (given: { readonly piece: string; readonly source: string; readonly by: string }) => string;
    readonly given: (given: { readonly piece: string; readonly from: string; readonly to: string }) => string;
    readonly dropped: (given: { readonly piece: string; readonly by: string; readonly at: string }) => string;
    readonly dealt: (given: { readonly seat: string; readonly card: string }) => string;
    readonly kept: (given: { readonly seat: string; readonly card: string }) => string;
    readonly revealed: (given: { readonly seat: string; readonly card: string }) => string;
    readonly scored: (given: { readonly seat: string; readonly points: string; readonly source: string }) => string;
    readonly forfeited: (given: { readonly seat: string; readonly dice: string }) => string;
    readonly passed: (given: { readonly game: string; readonly seat: string }) => string;
    readonly ended: (given: { readonly why: string; readonly winners: string; readonly count: number }) => string;
  };
  readonly you: {
    readonly rolled: (given: { readonly by: string; readonly dice: string }) => string;
    readonly starts: (given: { readonly seat: string }) => string;
    readonly capped: (given: { readonly owner: string; readonly at: string }) => string;
    readonly captured: (given: { readonly piece: string; readonly at: string; readonly by: string }) => string;
    readonly sent: (given: { readonly piece: string; readonly by: string }) => string;
    readonly taken: (given: { readonly piece: string; readonly source: string; readonly by: string }) => string;
    readonly given: (given: { readonly piece: string; readonly from: string; readonly to: string }) => string;
    readonly dropped: (given: { readonly piece: string; readonly by: string; readonly at: string }) => string;
    readonly dealt: (given: { readonly seat: string; readonly card: string }) => string;
    readonly kept: (given: { readonly seat: string; readonly card: string }) => string;
    readonly revealed: (given: { readonly seat: string; readonly card: string }) => string;
    readonly scored: (given: { readonly seat: string; readonly points: string; readonly source: string }) => string;
    readonly forfeited: (given: { readonly seat: string; readonly dice: string }) => string;
    readonly passed: (given: { readonly game: string; readonly seat: string }) => string;
    readonly ended: (given: { readonly why: string; readonly winners: string; readonly count: number }) => string;
    readonly received: (given: { readonly piece: string; readonly from: string; readonly to: string }) => string;
    readonly frog: string;
    readonly tadpole: string;
  };
  readonly ending: {
    readonly "single-piece": string;
    readonly "quiet-turns": string;
    readonly "all-frogs-home": string;
    readonly line: string;
    readonly "turn-limit": string;
    readonly "four-frogs-arrived": string;
    readonly "no-jump": string;
  };
  readonly card: {
    readonly "+2R": {
      readonly name: string;
      readonly about: string;
    };
    readonly "+2Y": {
      readonly name: string;
      readonly about: string;
    };
    readonly "+2B": {
      readonly name: string;
      readonly about: string;
    };
    readonly diagonal: {
      readonly name: string;
      readonly about: string;
    };
    readonly ell: {
      readonly name: string;
      readonly about: string;
    };
    readonly runup: {
      readonly name: string;
      readonly about: string;
    };
    readonly trophies: {
      readonly name: string;
      readonly about: string;
    };
    readonly choose: {
      readonly name: string;
      readonly about: string;
    };
    readonly flower: {
      readonly name: string;
      readonly about: string;
    };
    readonly "per-brown": {
      readonly name: string;
      readonly about: string;
    };
    readonly "per-two-cards": {
      readonly name: string;
      readonly about: string;
    };
    readonly "per-frog-and-card": {
      readonly name: string;
      readonly about: string;
    };
    readonly "fewest-cards": {
      readonly name: string;
      readonly about: string;
    };
    readonly "fewest-frogs-5": {
      readonly name: string;
      readonly about: string;
    };
    readonly "fewest-frogs-3": {
      readonly name: string;
      readonly about: string;
    };
  };
  readonly common: {
    readonly RB: {
      readonly name: string;
      readonly about: string;
    };
    readonly RY: {
      readonly name: string;
      readonly about: string;
    };
    readonly RN: {
      readonly name: string;
      readonly about: string;
    };
    readonly YN: {
      readonly name: string;
      readonly about: string;
    };
    readonly BN: {
      readonly name: string;
      readonly about: string;
    };
    readonly "5any": {
      readonly name: string;
      readonly about: string;
    };
    readonly "most-RB": {
      readonly name: string;
      readonly about: string;
    };
    readonly "most-RY": {
      readonly name: string;
      readonly about: string;
    };
    readonly "most-cards": {
      readonly name: string;
      readonly about: string;
    };
    readonly "most-YB": {
      readonly name: string;
      readonly about: string;
    };
    readonly "most-N": {
      readonly name: string;
      readonly about: string;
    };
    readonly "all-flowers": {
      readonly name: string;
      readonly about: string;
    };
  };
  readonly secret: {
    readonly "2R": {
      readonly name: string;
      readonly about: string;
    };
    readonly "2Y": {
      readonly name: string;
      readonly about: string;
    };
    readonly "2B": {
      readonly name: string;
      readonly about: string;
    };
    readonly RYB: {
      readonly name: string;
      readonly about: string;
    };
    readonly RYN: {
      readonly name: string;
      readonly about: string;
    };
    readonly RYBN: {
      readonly name: string;
      readonly about: string;
    };
    readonly RBN: {
      readonly name: string;
      readonly about: string;
    };
    readonly YBN: {
      readonly name: string;
      readonly about: string;
    };
  };
  readonly score: {
    readonly points: (given: { readonly count: number }) => string;
    readonly trophies: (given: { readonly count: number }) => string;
  };
}

/** The codes of the rules that forbid something, game by game. */
export type ReasonCodes = { readonly [G in keyof Messages["reason"]]: keyof Messages["reason"][G] };
export type Card = keyof Messages["card"];
export type Common = keyof Messages["common"];
export type Secret = keyof Messages["secret"];
/** The codes of the rules that end a game. */
export type EndCode = keyof Messages["ending"];
