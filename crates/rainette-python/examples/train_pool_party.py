# %% [markdown]
# # Training a small net on Pool Party
# With NumPy alone, and the batched environment to play in. The net judges *afterstates*, the positions that actions lead
# to, and learns them from games against itself (TD(λ)), as TD-Gammon learned backgammon. Nobody tells it what a good
# position looks like: it knows where frogs land, that five in line win, and how its own games went.
#
# It takes about two minutes. Then random play wins no game against it, the lower levels few, and the higher ones have an
# opponent. `against` shows how a net of your own is measured.

# %%
from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

import rainette

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

parser = argparse.ArgumentParser()
parser.add_argument("--rounds", type=int, default=300, help="rounds of playing and learning")
parser.add_argument("--games", type=int, default=128, help="games at once")
parser.add_argument("--steps", type=int, default=64, help="letters in each game and round")
parser.add_argument("--hidden", type=int, default=32, help="width of the net")
parser.add_argument("--rate", type=float, default=2e-3, help="how far it goes with each update")
parser.add_argument("--decay", type=float, default=0.7, help="the λ of TD(λ)")
parser.add_argument("--points", type=int, default=8, help="points of the learning curve")
parser.add_argument("--matches", type=int, default=40, help="games against each opponent for a point of the curve")
parser.add_argument("--levels", type=int, nargs="*", default=[2, 4, 6], help="opponents besides random play")
parser.add_argument("--seed", type=int, default=1)
arguments = parser.parse_known_args()[0]  # a notebook has arguments of its own

random = np.random.default_rng(arguments.seed)

# %% [markdown]
# ## What a seat can do
# With all frogs in the pool, a seat moves two of them by a die each, or one by the sum or the difference, or passes after
# a double: 31 candidates. Before that, frogs on the stack have to enter. All this for many games at once, from the blocks
# `frogs` and `dice` of their observations.

# %%
LANES, SPACES = 5, 24
PLACES, STACK = SPACES + 1, SPACES
PASS, DONE = LANES * PLACES, LANES * PLACES + 1

_frog = np.eye(LANES, dtype=np.int64)
_pairs = [(one, other) for one in range(LANES) for other in range(LANES) if one != other]
#: How often each candidate moves each frog by the larger die, and by the smaller: pairs, sums, differences, the pass.
LARGER = np.concatenate([_frog[[one for one, _ in _pairs]], _frog, _frog, 0 * _frog[:1]])
SMALLER = np.concatenate([_frog[[other for _, other in _pairs]], _frog, -_frog, 0 * _frog[:1]])
IS_PAIR, IS_SUM, IS_DIFFERENCE, IS_PASS = (np.repeat(np.arange(4) == kind, (20, 5, 5, 1)) for kind in range(4))
#: Which frogs it moves.
MOVES = (LARGER != 0) | (SMALLER != 0)


class Candidates:
    """What the seats to act can do in some games, and where it leads."""

    def __init__(self, observed: Floats, goal: int = LANES) -> None:
        frogs = observed[:, : 2 * LANES * PLACES].reshape(-1, 2, LANES, PLACES).argmax(axis=3)
        self.own, others = frogs[:, 0], frogs[:, 1, None]
        dice = observed[:, 2 * LANES * PLACES :][:, :12].reshape(-1, 2, 6).argmax(axis=2) + 1
        larger, smaller = dice[:, :1], dice[:, 1:]

        stacked = self.own == STACK
        # The two smallest frogs on the stack have to enter.
        enters = stacked & (stacked.cumsum(axis=1) <= 2)
        afloat, double = ~stacked.any(axis=1, keepdims=True), larger == smaller
        self.legal = IS_PAIR & (MOVES | ~enters[:, None]).all(axis=2)
        self.legal |= afloat & (IS_SUM | (IS_DIFFERENCE & ~double) | (IS_PASS & double))

        steps = larger[:, :, None] * LARGER + smaller[:, :, None] * SMALLER
        begin = np.where(stacked, 0, self.own)[:, None]
        #: Where the own frogs are afterwards.
        self.after = np.where(MOVES, (begin + steps) % SPACES, self.own[:, None])
        #: And those of the other seat: a frog that is landed on is pushed.
        self.others = np.where(MOVES & (self.after == others), (others + 1) % SPACES, others)
        #: Whether so many own frogs are in line then.
        self.lined = in_line(self.after, goal)
        #: Whether it reaches the goal: of two frogs that move, one alone may win, too.
        self.wins = self.lined.copy()
        for frog in range(LANES):
            alone = np.repeat(self.own[:, None], len(MOVES), axis=1)
            alone[:, :, frog] = self.after[:, :, frog]
            self.wins |= MOVES[:, frog] & in_line(alone, LANES)

    def words(self, chosen: Numbers) -> Numbers:
        """The letters that say what was chosen, filled up with `done`, which is said where the action could go on."""
        words = np.full((len(chosen), 5), DONE)
        words[IS_PASS[chosen], 0] = PASS
        said = np.zeros(len(chosen), np.int64)
        for lane in range(LANES):
            at = np.flatnonzero(MOVES[chosen, lane])
            words[at, said[at]] = lane * PLACES + self.own[at, lane]
            words[at, said[at] + 1] = lane * PLACES + self.after[at, chosen[at], lane]
            said[at] += 2
        return words


def in_line(frogs: Numbers, goal: int) -> Flags:
    """Whether so many frogs are on one line."""
    if goal == LANES:
        everywhere: Flags = (frogs == frogs[..., :1]).all(axis=-1) & (frogs[..., 0] != STACK)
        return everywhere
    together = (frogs[..., :, None] == frogs[..., None, :]) & (frogs != STACK)[..., None]
    enough: Flags = together.sum(axis=-1).max(axis=-1) >= goal
    return enough


# %% [markdown]
# ## What the net sees
# The pool is round, and no lane is better than another. So the net counts frogs by space and looks at these counts from
# each of the 24 lines with the same weights: a convolution around the pool. From a line, a frog is seen by how far it has
# to go. Frogs that may be pushed, having a frog of the other seat close behind them in their lane, are counted a second
# time.

# %%
CHANNELS = 4
INPUTS = CHANNELS * SPACES + 2


def counted(own: Numbers, others: Numbers) -> Floats:
    """Frogs by space, own and others', then those that may be pushed, then how many are on the stacks."""
    ahead = (own - others) % SPACES
    met = (own != STACK) & (others != STACK)
    places = np.stack(
        [own, others, np.where(met & (ahead <= 12), own, STACK), np.where(met & (ahead >= 12), others, STACK)], axis=1
    )
    rows = PLACES * np.arange(len(own) * CHANNELS).reshape(-1, CHANNELS, 1)
    counts = np.bincount((rows + places).ravel(), minlength=len(own) * CHANNELS * PLACES)
    planes = counts.astype(np.float32).reshape(-1, CHANNELS, PLACES)
    return np.concatenate([planes[:, :, :SPACES].reshape(len(own), -1), planes[:, :2, STACK]], axis=1)


# %% [markdown]
# ## The net
# The convolution, of each of its features the line where it is greatest, a hidden layer, and a value from −1 (lost) to 1
# (won). Gradients are written out by hand; Adam takes the steps.

# %%
_space = np.arange(SPACES)
#: How far it is from each space to each line.
TO_GO = (_space[None, :] - _space[:, None]) % SPACES
#: The line that is so far from each space.
LINE = (_space[:, None] + _space[None, :]) % SPACES


class Net:
    """What afterstates are worth."""

    def __init__(self, hidden: int) -> None:
        def weights(*shape: int, scale: float) -> Floats:
            return (random.standard_normal(shape) * scale).astype(np.float32)

        self.hidden = hidden
        self.parameters = {
            "ring": weights(CHANNELS, SPACES, hidden, scale=0.3),
            "stacks": weights(2, hidden, scale=0.3),
            "dense": weights(hidden, hidden, scale=hidden**-0.5),
            "bias": np.zeros(hidden, np.float32),
            "value": weights(hidden, scale=0.1),
        }
        self.moments = {name: (np.zeros_like(array), np.zeros_like(array)) for name, array in self.parameters.items()}
        self.updates = 0
        self._unroll()

    def _unroll(self) -> None:
        """The convolution as a matrix."""
        ring = self.parameters["ring"][:, TO_GO].reshape(CHANNELS * SPACES, -1)
        self._unrolled = np.concatenate([ring, np.tile(self.parameters["stacks"], (1, SPACES))])

    def _look(self, inputs: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Every layer."""
        ring = (inputs @ self._unrolled).reshape(-1, SPACES, self.hidden)
        best = ring.max(axis=1)
        dense = np.maximum(best @ self.parameters["dense"] + self.parameters["bias"], 0)
        return ring, best, dense, np.tanh(dense @ self.parameters["value"])

    def value(self, inputs: Floats) -> Floats:
        """What positions are worth to whoever has just moved. A piece at a time stays in the processor's cache."""
        return np.concatenate([self._look(inputs[at : at + 256])[3] for at in range(0, len(inputs), 256)])

    def learn(self, inputs: Floats, targets: Floats, rate: float) -> float:
        """A step towards the targets. Gives the mean squared error before it."""
        ring, best, dense, value = self._look(inputs)
        error = value - targets
        slope = error * (1 - value * value) * np.float32(2 / len(targets))
        dense_slope = np.outer(slope, self.parameters["value"]) * (dense > 0)
        best_slope = dense_slope @ self.parameters["dense"].T
        ring_slope = np.zeros_like(ring)
        np.put_along_axis(ring_slope, ring.argmax(axis=1)[:, None], best_slope[:, None], axis=1)
        unrolled = inputs.T @ ring_slope.reshape(len(inputs), -1)
        by_line = unrolled[:-2].reshape(CHANNELS, SPACES, SPACES, self.hidden)
        gradients = {
            "ring": by_line[:, _space, LINE].sum(axis=2),
            "stacks": unrolled[-2:].reshape(2, SPACES, self.hidden).sum(axis=1),
            "dense": best.T @ dense_slope,
            "bias": dense_slope.sum(axis=0),
            "value": dense.T @ slope,
        }
        self.updates += 1
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient * gradient - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            self.parameters[name] -= (rate * step).astype(np.float32)
        self._unroll()
        return float((error * error).mean())

    def choose(self, candidates: Candidates, boldness: float = 0.0) -> Numbers:
        """A win, or the best candidate; as often as it is bold, any."""
        wins = candidates.wins & candidates.legal
        values = np.where(candidates.legal, wins + random.random(wins.shape), -1).astype(np.float32)
        thinks = ~wins.any(axis=1) & (random.random(len(wins)) >= boldness)
        at = np.nonzero(candidates.legal & thinks[:, None])
        if len(at[0]):
            values[at] = self.value(counted(candidates.after[at], candidates.others[at]))
        best: Numbers = values.argmax(axis=1)
        return best


# %% [markdown]
# ## Playing and learning
# Both seats play with the net. An action has up to four letters, and the games are in the midst of different ones: each has
# its word and how much of it is said. What an afterstate is worth shows at the next one: that is the other seat's, so its
# value counts with the sign turned. TD(λ) blends this with all that came later, up to the result.


# %%
class Play:
    """Games of the net against itself."""

    def __init__(self, games: int, steps: int) -> None:
        self.env = rainette.vector("pool-party", games, 2)
        observation, _ = self.env.reset(seed=arguments.seed)
        self.observed = observation["observation"]
        self.rows = np.arange(games)
        self.words, self.said = np.full((games, 5), DONE), np.zeros(games, np.int64)
        self.chooses = np.ones(games, bool)
        # The afterstates of a round in turn, how many they are, and one more: the last one is taken along.
        self.count = np.zeros(games, np.int64)
        self.inputs = np.zeros((games, steps + 1, INPUTS), np.float32)
        self.values, self.results = np.zeros((2, games, steps + 1), np.float32)
        self.ends, self.silent = np.zeros((2, games, steps + 1), bool)
        #: Games that are over, and turns.
        self.games = self.turns = 0

    def step(self, net: Net, boldness: float, goal: int) -> None:
        """A letter in every game."""
        at = np.flatnonzero(self.chooses)
        if len(at):
            candidates = Candidates(self.observed[at], goal)
            chosen = net.choose(candidates, boldness)
            self.words[at], self.said[at] = candidates.words(chosen), 0
            which, here = (np.arange(len(at)), chosen), (at, self.count[at])
            inputs, wins = counted(candidates.after[which], candidates.others[which]), candidates.wins[which]
            self.inputs[here] = inputs
            self.values[here] = np.where(wins, 1, net.value(inputs))
            self.ends[here], self.results[here] = wins, 1
            # Where one frog of two has won alone, the other has not moved: this afterstate never was.
            self.silent[here] = wins & ~candidates.lined[which]
            self.count[at] += 1
        movers = self.env.turns.copy()
        observation, rewards, over, _, _ = self.env.step(self.words[self.rows, self.said])
        self.observed = observation["observation"]
        self.said += 1
        self.chooses = self.env.played.copy()
        here = (np.flatnonzero(over), self.count[over] - 1)
        self.ends[here], self.results[here] = True, rewards[over, movers[over]]
        self.games += int(over.sum())
        self.turns += int(self.chooses.sum())

    def lessons(self, decay: float) -> tuple[Floats, Floats]:
        """What was seen since the last time, and what it turned out to be worth."""
        turns = np.arange(self.count.max())
        targets = np.zeros((len(self.rows), len(turns)), np.float32)
        for turn in turns[::-1]:
            if turn + 1 < len(turns):
                # Nothing is known yet of what comes after the last one.
                is_last = (turn + 2 >= self.count) & ~self.ends[:, turn + 1]
                value = self.values[:, turn + 1]
                later = np.where(is_last, value, targets[:, turn + 1])
                targets[:, turn] = -((1 - decay) * value + decay * later)
            ends = self.ends[:, turn]
            targets[ends, turn] = self.results[ends, turn]
        ends, silent = self.ends[:, : len(turns)], self.silent[:, : len(turns)]
        count = self.count[:, None]
        teaches = ((turns + 1 < count) | (ends & (turns < count))) & ~silent
        inputs = self.inputs[:, : len(turns)][teaches]
        for array in (self.inputs, self.values, self.results, self.ends, self.silent):
            array[:, 0] = array[self.rows, self.count - 1]
        # The last one of a game has yet to be learned, unless the game ended with it.
        self.silent[:, 0] |= self.ends[:, 0]
        self.count[:] = 1
        return inputs, targets[teaches]


# %% [markdown]
# ## Measuring
# Against random letters, many games are played at once, the first of each row counting. Against a player of Rainette, one
# after the other, the same dice once for each seat. A draw is half a win.


# %%
def against_random(net: Net, games: int) -> float:
    """The net's share of wins."""
    env = rainette.vector("pool-party", games, 2)
    observation, _ = env.reset(seed=arguments.seed + 1)
    rows = np.arange(games)
    seats, words, said = rows % 2, np.full((games, 5), DONE), np.zeros(games, np.int64)
    chooses, waits, share = np.ones(games, bool), np.ones(games, bool), np.zeros(games)
    while waits.any():
        own = env.turns == seats
        at = np.flatnonzero(own & chooses)
        if len(at):
            candidates = Candidates(observation["observation"][at])
            words[at], said[at] = candidates.words(net.choose(candidates)), 0
        letters = env.sample()
        letters[own] = words[rows, said][own]
        said[own] += 1
        observation, rewards, over, _, _ = env.step(letters)
        chooses = env.played.copy()
        share[over & waits] = (1 + rewards[rows, seats][over & waits]) / 2
        waits &= ~over
    return float(share.mean())


def against(net: Net, opponent: rainette.Player, games: int, seed: int) -> float:
    """The net's share of wins."""
    alphabet, share = rainette.alphabet("pool-party", 2), 0.0
    for number in range(games):
        seat = number % 2
        state = rainette.State("pool-party", 2, seed=seed + number // 2)
        observed = np.zeros((1, state.size), np.float32)
        while state.turn is not None:
            if state.turn == seat:
                state.observe(seat, observed[0])
                candidates = Candidates(observed)
                letters = candidates.words(net.choose(candidates))[0].tolist()
            else:
                game = state.game()
                letters = [alphabet.index(spot) for spot in game.paths()[opponent.choose(game)][0]] + [DONE]
            # An action is played with its last letter: then `say` gives it, and there is no more to say.
            for letter in letters:
                if state.say(letter) is not None:
                    break
        share += (1 + state.rewards[seat]) / 2
    return share / games


def measured(net: Net, games: int, seed: int) -> dict[str, float]:
    """The net's shares of wins against everybody."""
    shares = {"random": against_random(net, games)}
    for level in arguments.levels:
        shares[f"level {level}"] = against(net, rainette.Player(level=level, seed=1), games, seed)
    return shares


def chart(curve: list[dict[str, float]], height: int = 10) -> str:
    """The shares of wins as text: r for random play, a number for a level; where they meet, beside each other."""
    width = len(curve[0]) + 2
    lines = [[""] * len(curve) for _ in range(height + 1)]
    for at, shares in enumerate(curve):
        for name, share in shares.items():
            lines[height - round(share * height)][at] += name.removeprefix("level ")[0]
    text = []
    for at, marks in enumerate(lines):
        text.append(f"{100 - 100 * at // height:>4} % |" + "".join(f"{mark:^{width}}" for mark in marks).rstrip())
    return "\n".join([*text, f"       +{'-' * width * len(curve)}"])


# %% [markdown]
# ## The run
# Of random play hardly a game ends with a line, so there would be nothing to learn from. The beginning is therefore made
# with an easier game: four in line count as won, until an eighth of the time is over. Points of the curve are close
# together at first, when most happens.

# %%
begun, worked = time.monotonic(), time.process_time()
net, play = Net(arguments.hidden), Play(arguments.games, arguments.steps)
points = {round(arguments.rounds * (point / arguments.points) ** 2) for point in range(1, arguments.points + 1)}
curve: list[dict[str, float]] = []


def show(number: int, about: str) -> None:
    """Measures a point of the curve."""
    curve.append(measured(net, arguments.matches, 1000))
    shares = ", ".join(f"{name} {share:.0%}" for name, share in curve[-1].items())
    now = f"{time.monotonic() - begun:>4.0f} s, round {number} of {arguments.rounds}"
    print(f"{now}{about}: wins against {shares}", flush=True)


print(f"a net of {sum(array.size for array in net.parameters.values())} numbers")
show(0, "")
for number in range(1, arguments.rounds + 1):
    left = 1 - number / arguments.rounds
    goal = LANES - 1 if left >= 7 / 8 else LANES
    for _ in range(arguments.steps):
        play.step(net, 0.1 * left, goal)
    inputs, targets = play.lessons(arguments.decay)
    parts = np.array_split(random.permutation(len(targets)), max(1, len(targets) // 256))
    errors = [net.learn(inputs[part], targets[part], arguments.rate * (0.1 + 0.9 * left)) for part in parts]
    if number in points:
        length = f", {play.turns / play.games:.0f} turns a game" if play.games else ""
        show(number, f" (surprise {np.mean(errors):.3f}{length})")
        play.games = play.turns = 0

# %%
print(f"\nshare of wins from round 0 to {arguments.rounds}: r against random play, numbers against levels\n{chart(curve)}\n")
print(f"{time.monotonic() - begun:.0f} s, {time.process_time() - worked:.0f} s of CPU time", flush=True)

# %% [markdown]
# In the end with other dice, and more games.

# %%
for name, share in measured(net, 4 * arguments.matches, 2000).items():
    print(f"against {name}: {share:.1%} of {4 * arguments.matches} games", flush=True)
