// Written from the facts of the engine by `cargo xtask bless`. Do not edit.

import type { AbagioPhase, ChinaMoonLily, FrogridersCard, FrogridersColour, FrogridersCommon, FrogridersPhase, FrogridersSecret, FrogridersSource, GameId, GameInfo, ReasonCodes } from "./index";

/** The games, in the order in which they are listed. */
export const GAMES: readonly GameId[] = ["hop-it", "abagio", "pool-party", "china-moon", "frogriders"];

/** What is known of a game without playing it. */
export const FACTS: { readonly [G in GameId]: GameInfo & { readonly id: G } } = {
  "hop-it": {"id":"hop-it","name":"Hop It!","edition":1,"least_seats":2,"most_seats":2,"usual_seats":2,"minutes":[10,20],"options":[{"name":"frogs","values":[0,1],"about":"0: the four pieces behind start as frogs; 1: the five in front do"}],"has_chance":false,"has_secrets":false,"has_colours":false,"draws_first":false,"about":"hop over enemy frogs and let tadpoles grow, until the enemy has one piece left"},
  "abagio": {"id":"abagio","name":"Abagio","edition":1,"least_seats":2,"most_seats":2,"usual_seats":2,"minutes":[20,30],"options":[],"has_chance":true,"has_secrets":false,"has_colours":false,"draws_first":true,"about":"race twelve frogs round the board by dice, stack them up, and bring all of them home to the pond"},
  "pool-party": {"id":"pool-party","name":"Pool Party","edition":1,"least_seats":2,"most_seats":6,"usual_seats":3,"minutes":[15,30],"options":[],"has_chance":true,"has_secrets":false,"has_colours":true,"draws_first":false,"about":"five frogs circle in five lanes: line yours up from the island to the rim, and push others aside"},
  "china-moon": {"id":"china-moon","name":"China Moon","edition":1,"least_seats":3,"most_seats":5,"usual_seats":3,"minutes":[20,30],"options":[],"has_chance":false,"has_secrets":false,"has_colours":true,"draws_first":false,"about":"move your three frogs and everybody else's: yours onto the lilies that score, theirs onto those that do not"},
  "frogriders": {"id":"frogriders","name":"Frogriders","edition":1,"least_seats":2,"most_seats":4,"usual_seats":3,"minutes":[20,40],"options":[{"name":"backs","values":[0,1],"about":"0: both common objectives show their fronts; 1: the second shows its back"}],"has_chance":true,"has_secrets":true,"has_colours":true,"draws_first":false,"about":"jump over frogs to capture them, and collect the sets that your objectives ask for"},
};

/** The codes of the rules that forbid something. */
export const REASONS: { readonly [G in GameId]: readonly ReasonCodes[G][] } = {
  "hop-it": ["over", "no-such-spot", "no-piece", "not-yours", "other-frog-hops", "stuck", "must-hop-enemy", "leads-to-no-enemy", "chain-owes", "occupied", "hops-only", "lily-by-hop", "tadpoles-swim", "nothing-to-hop-over", "hopped-already", "too-far", "nothing-to-stop", "can-move", "complete"],
  "abagio": ["over", "dice-first", "no-such-spot", "no-such-number", "leaps-first", "leaps-done", "chief-first", "home", "no-frog", "not-yours", "buried", "under-chief", "no-landing", "backwards", "not-rolled", "on-chief", "full", "heap", "not-all-inside", "not-farthest", "too-short", "exact-number", "most-dice", "larger-number", "stuck", "outer-only", "chief-on-other", "chief-on-full", "complete"],
  "pool-party": ["over", "roll-first", "no-such-spot", "pass-afloat", "pass-after-double", "pass-alone", "no-frog", "not-yours", "already-afloat", "smallest-first", "others-enter", "fifth-enters", "same-frog", "not-to-stack", "own-lane", "stays-put", "clockwise", "not-the-dice", "die-each-to-enter", "die-each", "die-used", "both-dice-used", "complete"],
  "china-moon": ["over", "not-laid-out", "no-such-spot", "frog-first", "no-frog", "out-of-play", "moved-already", "move-anothers", "spring-first", "place-next", "never-back", "other-arm", "occupied", "too-near", "too-far", "swap-first", "drop-first", "not-yours", "not-held", "nothing-for-it", "lily-to-take", "same-colour", "complete"],
  "frogriders": ["over", "waits-for-chance", "no-such-spot", "keep-first", "not-dealt", "secret-kept", "jump-first", "no-second-sending", "out-of-bounds", "no-frog", "cannot-jump", "occupied", "nothing-to-jump-over", "needs-diagonal", "needs-ell", "needs-runup", "runup-blocked", "not-a-jump", "not-jumped-over", "needs-choose", "not-the-jumper", "jump-made", "brown-stays", "none-to-send", "village-empty", "no-jump-left", "market-empty", "send-yellow-first", "send-blue-first", "fetch-frog", "not-in-village", "take-card", "not-in-market", "common-stays", "complete"],
};

/** The levels of computer players, weakest first. */
export const LEVELS = ["beginner", "novice", "casual", "regular", "skilled", "strong", "expert", "master"] as const;

/** What the game waits for. */
export const ABAGIO_PHASE: readonly AbagioPhase[] = ["start", "roll", "leaps", "chief", "over"];

/** A lily, known by its colour. */
export const CHINA_MOON_LILY: readonly ChinaMoonLily[] = ["W", "Y", "P", "K", "B"];

/** A privilege card's id. */
export const FROGRIDERS_CARD: readonly FrogridersCard[] = ["+2R", "+2Y", "+2B", "diagonal", "ell", "runup", "trophies", "choose", "flower", "per-brown", "per-two-cards", "per-frog-and-card", "fewest-cards", "fewest-frogs-5", "fewest-frogs-3"];

/** The colour of a frog: yellow, red, blue or brown. */
export const FROGRIDERS_COLOUR: readonly FrogridersColour[] = ["Y", "R", "B", "N"];

/** The id of one side of a common objective card. */
export const FROGRIDERS_COMMON: readonly FrogridersCommon[] = ["RB", "RY", "RN", "YN", "BN", "5any", "most-RB", "most-RY", "most-cards", "most-YB", "most-N", "all-flowers"];

/** What the game waits for. */
export const FROGRIDERS_PHASE: readonly FrogridersPhase[] = ["pond", "market", "common", "deal", "refill", "keep", "jump", "send", "jump-again", "over"];

/** A secret objective's id. */
export const FROGRIDERS_SECRET: readonly FrogridersSecret[] = ["2R", "2Y", "2B", "RYB", "RYN", "RYBN", "RBN", "YBN"];

/** Where trophies come from: `gained` during the game, `brown` frogs, or a card. */
export const FROGRIDERS_SOURCE: readonly FrogridersSource[] = ["gained", "brown", "2R", "2Y", "2B", "RYB", "RYN", "RYBN", "RBN", "YBN", "RB", "RY", "RN", "YN", "BN", "5any", "most-RB", "most-RY", "most-cards", "most-YB", "most-N", "all-flowers", "+2R", "+2Y", "+2B", "diagonal", "ell", "runup", "trophies", "choose", "flower", "per-brown", "per-two-cards", "per-frog-and-card", "fewest-cards", "fewest-frogs-5", "fewest-frogs-3"];
