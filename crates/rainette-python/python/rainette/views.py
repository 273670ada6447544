"""What can be seen of each game, and what is told of what happens.

Written from the types of the engine by ``cargo xtask bless``. Do not edit.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict, Union

__all__ = [
    "AbagioPhase",
    "AbagioSpace",
    "AbagioView",
    "ChinaMoonAwaited",
    "ChinaMoonAwaitedDrop",
    "ChinaMoonAwaitedMove",
    "ChinaMoonAwaitedNothing",
    "ChinaMoonAwaitedSetUp",
    "ChinaMoonAwaitedSpring",
    "ChinaMoonAwaitedSwap",
    "ChinaMoonBunch",
    "ChinaMoonLily",
    "ChinaMoonLying",
    "ChinaMoonPlayer",
    "ChinaMoonStanding",
    "ChinaMoonView",
    "Effect",
    "EffectCapped",
    "EffectCaptured",
    "EffectDealt",
    "EffectDropped",
    "EffectEaten",
    "EffectEnded",
    "EffectForfeited",
    "EffectGiven",
    "EffectHit",
    "EffectHopped",
    "EffectKept",
    "EffectMatured",
    "EffectPassed",
    "EffectPlaced",
    "EffectPushed",
    "EffectRemoved",
    "EffectRevealed",
    "EffectRolled",
    "EffectScored",
    "EffectSent",
    "EffectStarts",
    "EffectStepped",
    "EffectTaken",
    "FrogridersCard",
    "FrogridersColour",
    "FrogridersCommon",
    "FrogridersFrogCounts",
    "FrogridersPhase",
    "FrogridersPlayerView",
    "FrogridersProgress",
    "FrogridersProgressMost",
    "FrogridersProgressSets",
    "FrogridersScoreLine",
    "FrogridersSecret",
    "FrogridersSource",
    "FrogridersView",
    "HopItStanding",
    "HopItView",
    "Name",
    "Piece",
    "PoolPartyLine",
    "PoolPartyView",
    "Seat",
    "Told",
]


#: A place at the table, counted from 0 in turn order.
Seat: TypeAlias = int


#: The short name of a place, piece or card: `c1`, `root`, `diagonal`. At most 23 bytes, held inline.
Name: TypeAlias = str


class _Piece(TypedDict):
    """What is always there."""

    kind: Name
    """What it is: `frog`, `tadpole`, `chief`, `lily-W`, a card's id."""


class Piece(_Piece, total=False):
    """Something that is moved, taken or shown: a frog, a lily, a card."""

    owner: Seat
    """Whose it is, if pieces have owners."""


class EffectRolled(TypedDict):
    """Dice were rolled. `by` is the seat that uses them; if every seat rolls for itself there is none."""

    effect: Literal["rolled"]
    dice: list[int]
    by: Seat | None


class EffectStarts(TypedDict):
    """This seat begins the game."""

    effect: Literal["starts"]
    seat: Seat


class EffectPlaced(TypedDict):
    """A piece was put on a place where it was not before: a set-up, a refill, the chief frog."""

    effect: Literal["placed"]
    piece: Piece
    at: Name


#: A piece left its place and stands aside.
EffectRemoved = TypedDict(
    "EffectRemoved",
    {
        "effect": Literal["removed"],
        "piece": Piece,
        "from": Name,
    },
)


#: A piece swam, slid or walked.
EffectStepped = TypedDict(
    "EffectStepped",
    {
        "effect": Literal["stepped"],
        "piece": Piece,
        "from": Name,
        "to": Name,
    },
)


#: A piece hopped, over the named places if the rules care what was hopped over.
EffectHopped = TypedDict(
    "EffectHopped",
    {
        "effect": Literal["hopped"],
        "piece": Piece,
        "from": Name,
        "over": list[Name],
        "to": Name,
    },
)


#: A piece was pushed along by another.
EffectPushed = TypedDict(
    "EffectPushed",
    {
        "effect": Literal["pushed"],
        "piece": Piece,
        "from": Name,
        "to": Name,
    },
)


#: A piece was hit and flung back.
EffectHit = TypedDict(
    "EffectHit",
    {
        "effect": Literal["hit"],
        "piece": Piece,
        "from": Name,
        "to": Name,
    },
)


class EffectCapped(TypedDict):
    """A pair was covered and can no longer move."""

    effect: Literal["capped"]
    piece: Piece
    at: Name


class EffectMatured(TypedDict):
    """A tadpole became a frog."""

    effect: Literal["matured"]
    piece: Piece
    at: Name


class EffectCaptured(TypedDict):
    """A piece was removed from the board by another, for the named seat if captured pieces are kept."""

    effect: Literal["captured"]
    piece: Piece
    at: Name
    by: Seat | None


class EffectEaten(TypedDict):
    """A crane ate a piece."""

    effect: Literal["eaten"]
    piece: Piece
    at: Name


class EffectSent(TypedDict):
    """A seat sent one of its pieces away."""

    effect: Literal["sent"]
    piece: Piece
    by: Seat
    to: Name


#: A seat took something for itself.
EffectTaken = TypedDict(
    "EffectTaken",
    {
        "effect": Literal["taken"],
        "piece": Piece,
        "from": Name,
        "by": Seat,
    },
)


#: A seat gave something to another seat.
EffectGiven = TypedDict(
    "EffectGiven",
    {
        "effect": Literal["given"],
        "piece": Piece,
        "from": Seat,
        "to": Seat,
    },
)


class EffectDropped(TypedDict):
    """A seat lost something, which lies on a place now."""

    effect: Literal["dropped"]
    piece: Piece
    by: Seat
    at: Name


class EffectDealt(TypedDict):
    """A seat received a card; the card is named to those who may know it."""

    effect: Literal["dealt"]
    seat: Seat
    card: Name | None


class EffectKept(TypedDict):
    """A seat chose a card and put the other away; the card is named to those who may know it."""

    effect: Literal["kept"]
    seat: Seat
    card: Name | None


class EffectRevealed(TypedDict):
    """Something hidden was shown to everybody."""

    effect: Literal["revealed"]
    seat: Seat
    card: Name


#: A seat gained or lost points for something.
EffectScored = TypedDict(
    "EffectScored",
    {
        "effect": Literal["scored"],
        "seat": Seat,
        "points": int,
        "from": Name,
    },
)


class EffectForfeited(TypedDict):
    """A seat could not use these dice, or did not have to."""

    effect: Literal["forfeited"]
    seat: Seat
    dice: list[int]


class EffectPassed(TypedDict):
    """A seat did nothing."""

    effect: Literal["passed"]
    seat: Seat


class EffectEnded(TypedDict):
    """The game is over. `why` is the rule that ended it."""

    effect: Literal["ended"]
    winners: list[Seat]
    why: Name


#: One thing that happened, in the order in which it is seen.
Effect: TypeAlias = Union[
    EffectRolled,
    EffectStarts,
    EffectPlaced,
    EffectRemoved,
    EffectStepped,
    EffectHopped,
    EffectPushed,
    EffectHit,
    EffectCapped,
    EffectMatured,
    EffectCaptured,
    EffectEaten,
    EffectSent,
    EffectTaken,
    EffectGiven,
    EffectDropped,
    EffectDealt,
    EffectKept,
    EffectRevealed,
    EffectScored,
    EffectForfeited,
    EffectPassed,
    EffectEnded,
]


class Told(TypedDict):
    """An event as one observer may know it."""

    seat: Seat | None
    """The seat that acted, or none if it was chance."""
    event: str
    """The event in notation, with `?` for what this observer may not know: `keep ?`."""
    hidden: bool
    """Is something hidden from this observer?"""
    effects: list[Effect]
    """What was seen to happen, in order."""


class HopItStanding(TypedDict):
    """A piece on its cell."""

    at: Name
    """The cell that it stands on."""
    seat: Seat
    """Whose piece it is."""
    frog: bool
    """Is it a frog? Otherwise it is a tadpole."""


class HopItView(TypedDict):
    """All there is to see."""

    pieces: list[HopItStanding]
    """The pieces, row by row."""
    turn: Seat | None
    """Whose turn it is, unless the game is over."""
    hopping: Name | None
    """The frog that has hopped and may hop on."""
    must_hop_enemy: bool
    """Does the move, about to begin or under way, owe a hop over an enemy piece? Hops over own pieces that lead to it
    may come first."""
    in_danger: list[Name]
    """The frogs on lily pads that are eaten unless their owner moves them in the coming turn or the one under way."""
    quiet_turns: int
    """Turns in a row without a tadpole maturing or a piece being removed."""
    winners: list[Seat] | None
    """The seats that won, once the game is over."""


#: What the game waits for.
AbagioPhase: TypeAlias = Literal["start", "roll", "leaps", "chief", "over"]


class _AbagioSpace(TypedDict):
    """What is always there."""

    at: Name
    """The name of the space."""
    owner: Seat | None
    """In the safe sectors, the seat whose space it is."""
    frogs: list[Seat]
    """Whose frogs stand there, from bottom to top."""


class AbagioSpace(_AbagioSpace, total=False):
    """A space and the frogs on it."""

    heap: int
    """How many frogs of one colour are on top, if they are a heap, on which the other colour cannot land."""
    is_full: bool
    """Is the stack at its limit, so that nobody can land on it?"""


class AbagioView(TypedDict):
    """All there is to see."""

    phase: AbagioPhase
    """What the game waits for."""
    turn: Seat | None
    """Whose turn it is, the roll included; nobody's before the start and once the game is over."""
    dice: list[int]
    """The dice left, each number as often as it may be used, the larger first."""
    spaces: list[AbagioSpace]
    """Every space, in the order of the way: 26 to 8, red's 7 to 2, purple's 7 to 2, 1."""
    root: list[int]
    """How many frogs each seat has on the root."""
    pond: list[int]
    """How many frogs each seat has in the pond."""
    chief: Name
    """Where the chief frog is: the name of a space, or `aside`."""
    winners: list[Seat] | None
    """The seats that won, once the game is over."""


class PoolPartyLine(TypedDict):
    """A straight line from the island to the rim, and a seat's frogs in it."""

    space: int | None
    """The space of every lane that the line crosses: of several with as many frogs the first. None while no frog is in
    the pool."""
    frogs: int
    """How many of the seat's five frogs are in it."""


class PoolPartyView(TypedDict):
    """All there is to see."""

    frogs: list[list[int | None]]
    """Each seat's frogs from lane 1 to lane 5: the space, or none while the frog is on its stack."""
    turn: Seat | None
    """Whose turn it is, unless the game is over."""
    turn_number: int
    """The number of the turn under way, or of the last one, all seats and passes counted."""
    most_turns: int
    """The game ends with this turn."""
    roll: list[int] | None
    """The dice that are to be used now, the larger first."""
    lines: list[PoolPartyLine]
    """Where each seat has most of its frogs in one straight line."""
    winners: list[Seat] | None
    """The seats that won, once the game is over."""


class ChinaMoonAwaitedSetUp(TypedDict):
    """That the lilies are laid out."""

    what: Literal["set-up"]


class ChinaMoonAwaitedMove(TypedDict):
    """The move of a frog, chosen by the mover."""

    what: Literal["move"]


class ChinaMoonAwaitedSpring(TypedDict):
    """The further move of a frog on a spring."""

    what: Literal["spring"]
    frog: Name
    """The spring that the frog is on."""


class ChinaMoonAwaitedSwap(TypedDict):
    """The exchange of a lily."""

    what: Literal["swap"]


class ChinaMoonAwaitedDrop(TypedDict):
    """The loss of a lily."""

    what: Literal["drop"]
    to: Name
    """The pad that it will lie on."""


class ChinaMoonAwaitedNothing(TypedDict):
    """Nothing any more: the game is over."""

    what: Literal["nothing"]


#: What the game waits for.
ChinaMoonAwaited: TypeAlias = Union[
    ChinaMoonAwaitedSetUp,
    ChinaMoonAwaitedMove,
    ChinaMoonAwaitedSpring,
    ChinaMoonAwaitedSwap,
    ChinaMoonAwaitedDrop,
    ChinaMoonAwaitedNothing,
]


#: A lily, known by its colour.
ChinaMoonLily: TypeAlias = Literal["W", "Y", "P", "K", "B"]


class ChinaMoonBunch(TypedDict):
    """The lilies of one colour that a seat has."""

    lily: ChinaMoonLily
    """Their colour; a seat has one bunch of each colour that it has."""
    count: int
    """How many there are."""
    points: int
    """What they are worth together."""


class ChinaMoonLying(TypedDict):
    """A lily on its pad."""

    at: Name
    """The pad that it lies on."""
    lily: ChinaMoonLily
    """Its colour, which is all that tells lilies apart."""


class ChinaMoonPlayer(TypedDict):
    """What a seat has."""

    on_start: int
    """The frogs on Start."""
    on_arrival: int
    """The frogs on Arrival."""
    lilies: list[ChinaMoonLily]
    """The lilies, colour by colour."""
    scoring: list[ChinaMoonBunch]
    """What the lilies of each colour that the seat has are worth."""
    score: int
    """The sum of these."""


class ChinaMoonStanding(TypedDict):
    """A frog on its pad."""

    at: Name
    """The pad that it stands on."""
    seat: Seat
    """Whose frog it is."""
    moved: bool
    """Was it moved in this turn?"""


class ChinaMoonView(TypedDict):
    """All there is to see."""

    frogs: list[ChinaMoonStanding]
    """The frogs on pads, in ascending order."""
    lilies: list[ChinaMoonLying]
    """The lilies on pads, in ascending order."""
    places: list[ChinaMoonLily | None]
    """The lilies left on the Arrival's places 1 to 4."""
    players: list[ChinaMoonPlayer]
    """What each seat has."""
    mover: Seat | None
    """Who moves the frogs in this turn, unless the game is over."""
    turn: Seat | None
    """Who has to choose now: the mover, or the owner of a frog that landed on a trickster or a butterfly."""
    awaited: ChinaMoonAwaited
    """What `turn` has to choose; without a seat to choose, what else the game waits for."""
    moves: int
    """The frogs moved in this turn, those on Arrival counted; one on a spring is not counted yet."""
    must_move_others: bool
    """Must the next frog be another player's?"""
    winners: list[Seat] | None
    """The seats that won, once the game is over."""


#: A privilege card's id.
FrogridersCard: TypeAlias = Literal["+2R", "+2Y", "+2B", "diagonal", "ell", "runup", "trophies", "choose", "flower", "per-brown", "per-two-cards", "per-frog-and-card", "fewest-cards", "fewest-frogs-5", "fewest-frogs-3"]


#: The colour of a frog: yellow, red, blue or brown.
FrogridersColour: TypeAlias = Literal["Y", "R", "B", "N"]


#: The id of one side of a common objective card.
FrogridersCommon: TypeAlias = Literal["RB", "RY", "RN", "YN", "BN", "5any", "most-RB", "most-RY", "most-cards", "most-YB", "most-N", "all-flowers"]


#: How many frogs of each colour.
FrogridersFrogCounts: TypeAlias = dict[FrogridersColour, int]


#: What the game waits for.
FrogridersPhase: TypeAlias = Literal["pond", "market", "common", "deal", "refill", "keep", "jump", "send", "jump-again", "over"]


#: A secret objective's id.
FrogridersSecret: TypeAlias = Literal["2R", "2Y", "2B", "RYB", "RYN", "RYBN", "RBN", "YBN"]


#: Where trophies come from: `gained` during the game, `brown` frogs, or a card.
FrogridersSource: TypeAlias = Literal["gained", "brown", "2R", "2Y", "2B", "RYB", "RYN", "RYBN", "RBN", "YBN", "RB", "RY", "RN", "YN", "BN", "5any", "most-RB", "most-RY", "most-cards", "most-YB", "most-N", "all-flowers", "+2R", "+2Y", "+2B", "diagonal", "ell", "runup", "trophies", "choose", "flower", "per-brown", "per-two-cards", "per-frog-and-card", "fewest-cards", "fewest-frogs-5", "fewest-frogs-3"]


class FrogridersScoreLine(TypedDict):
    """One line of a seat's score."""

    source: FrogridersSource
    """Where the trophies come from: a card's id, `brown` for brown frogs, `gained` for those of the game."""
    points: int
    """How many trophies; fewer than 0 if the card takes some."""


class FrogridersProgressSets(TypedDict):
    """Something for every complete set of frogs."""

    asks: Literal["sets"]
    card: FrogridersSource
    """The card that the objective stands on."""
    points: int
    """What it brings as things stand."""
    sets: int
    """How many sets are complete."""
    has: int
    """How many frogs of the next set are there."""
    needs: int
    """How many frogs a set takes."""


class FrogridersProgressMost(TypedDict):
    """Something for having more of it than the others."""

    asks: Literal["most"]
    card: FrogridersSource
    """The card that the objective stands on."""
    points: int
    """What it brings as things stand."""
    has: int
    """How many the seat has."""
    others: int
    """How many the seat with most among the others has."""


#: How far a seat is with an objective. Extra frogs count.
FrogridersProgress: TypeAlias = Union[
    FrogridersProgressSets,
    FrogridersProgressMost,
]


class FrogridersPlayerView(TypedDict):
    """What lies before a seat."""

    frogs: FrogridersFrogCounts
    """The captured frogs that the seat still has, by colour."""
    cards: list[FrogridersCard]
    """The privilege cards, each as often as it is there."""
    trophies: int
    """The trophies gained during the game."""
    dealt: list[FrogridersSecret] | None
    """The two secrets dealt, if the observer is this seat."""
    has_kept: bool
    """Has the seat kept a secret?"""
    kept: FrogridersSecret | None
    """The secret kept, if the observer is this seat or the game is over."""
    scoring: list[FrogridersScoreLine] | None
    """The score line by line, once the game is over."""
    total: int | None
    """The sum of these."""
    so_far: list[FrogridersScoreLine]
    """What the score would be if the game ended now, line by line, as far as the observer may know: without the
    secret of a seat whose secret is hidden."""
    worth: int
    """The sum of these."""
    objectives: list[FrogridersProgress]
    """How far the seat is with each objective that the observer may know of and that is scored at the end."""


class FrogridersView(TypedDict):
    """What one observer may see."""

    pond: str
    """The frogs on the pond: 57 letters, rank 9 to rank 1 and file a to i, with `.` for a pad without a frog."""
    village: FrogridersFrogCounts
    """The frogs in the village."""
    market: list[FrogridersCard | None]
    """The privilege cards face up, in their places."""
    deck: int
    """How many privilege cards the deck holds."""
    deck_holds: dict[FrogridersCard, int]
    """What these are: their order is not settled before they are drawn."""
    commons: list[FrogridersCommon]
    """The common objectives, once they are drawn."""
    players: list[FrogridersPlayerView]
    """What lies before each seat."""
    phase: FrogridersPhase
    """What the game waits for."""
    turn: Seat | None
    """Whose turn it is, if the game waits for a seat."""
    winners: list[Seat] | None
    """The seats that won, once the game is over."""
