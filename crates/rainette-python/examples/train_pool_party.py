# %% [markdown]
# # Training a small net on Pool Party
# With NumPy alone and the batched environment: a net learns from its own games by policy gradient, and then plays against
# other players. In the batched environment a step is a letter, so the policy is a softmax over the letters that can be
# said; the value of what a seat observes is its baseline.

# %%
from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import rainette

Array = np.ndarray[Any, np.dtype[np.float32]]

parser = argparse.ArgumentParser()
parser.add_argument("--minutes", type=float, default=4.0)
parser.add_argument("--games", type=int, default=128, help="games at once")
parser.add_argument("--steps", type=int, default=32, help="letters between two updates")
parser.add_argument("--hidden", type=int, default=96)
parser.add_argument("--rate", type=float, default=3e-3)
parser.add_argument("--matches", type=int, default=100, help="games against each level at the end")
parser.add_argument("--seed", type=int, default=1)
arguments = parser.parse_args()

random = np.random.default_rng(arguments.seed)


# %% [markdown]
# The net: one hidden layer, two heads. Gradients are written out by hand; Adam takes the steps.


# %%
class Net:
    """A policy over letters and the value of what a seat observes."""

    def __init__(self, size: int, hidden: int, letters: int) -> None:
        def weights(rows: int, columns: int, scale: float) -> Array:
            return (random.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        self.parameters = {
            "in": weights(size, hidden, 1.4),
            "bias": np.zeros(hidden, np.float32),
            "policy": weights(hidden, letters, 0.1),
            "value": weights(hidden, 1, 0.1),
        }
        self.moments = {name: (np.zeros_like(array), np.zeros_like(array)) for name, array in self.parameters.items()}
        self.updates = 0

    def hidden(self, observed: Array) -> Array:
        """The hidden layer."""
        return np.maximum(observed @ self.parameters["in"] + self.parameters["bias"], 0)

    def look(self, observed: Array, mask: Array) -> tuple[Array, Array, Array]:
        """Hidden layer, probabilities of letters, value."""
        hidden = self.hidden(observed)
        logits = np.where(mask, hidden @ self.parameters["policy"], np.float32(-1e9))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), np.tanh(hidden @ self.parameters["value"])[:, 0]

    def learn(self, gradients: dict[str, Array], rate: float) -> None:
        """A step of Adam."""
        self.updates += 1
        for name, gradient in gradients.items():
            first, second = self.moments[name]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            step = first / (1 - 0.9**self.updates) / (np.sqrt(second / (1 - 0.999**self.updates)) + 1e-8)
            self.parameters[name] -= np.float32(rate) * step


def chosen(odds: Array) -> np.ndarray[Any, np.dtype[np.int64]]:
    """A letter for each row, drawn with its probability."""
    edges = np.cumsum(odds, axis=1)
    drawn = random.random((len(odds), 1), np.float32) * edges[:, -1:]
    return np.minimum((edges <= drawn).sum(axis=1), odds.shape[1] - 1)


# %% [markdown]
# The pool is round, so nothing is lost if the net always sees the space with most of its own frogs as space 0. What it
# learns about one line it then knows about all 24.

# %%
LANES, SPACES = 5, 24


def rolled(planes: Array, origin: np.ndarray[Any, np.dtype[np.int64]]) -> Array:
    """Planes of lanes and places, turned so that the origin comes first; stacks stay where they are."""
    places = (np.arange(SPACES) + origin[:, None]) % SPACES
    places = np.concatenate([places, np.full((len(origin), 1), SPACES)], axis=1)
    shape = (len(origin),) + (1,) * (planes.ndim - 2) + (SPACES + 1,)
    return np.take_along_axis(planes, places.reshape(shape), axis=-1)


def turned(observation: dict[str, Any]) -> tuple[Array, np.ndarray[Any, np.dtype[np.bool_]], Any]:
    """Observation and mask as the net sees them, and by how much they were turned."""
    observed, mask = observation["observation"].copy(), observation["action_mask"].astype(bool)
    count, size = len(observed), LANES * (SPACES + 1)
    frogs = observed[:, : 2 * size].reshape(count, 2, LANES, SPACES + 1)
    origin = frogs[:, 0, :, :SPACES].sum(axis=1).argmax(axis=1)
    observed[:, : 2 * size] = rolled(frogs, origin).reshape(count, 2 * size)
    letters = mask.shape[1]
    path = observed[:, -letters:]
    path[:, :size] = rolled(path[:, :size].reshape(count, LANES, SPACES + 1), origin).reshape(count, size)
    mask[:, :size] = rolled(mask[:, :size].reshape(count, LANES, SPACES + 1), origin).reshape(count, size)
    return observed, mask, origin


def turned_back(letters: Any, origin: Any) -> Any:
    """The letters that the environment knows."""
    lane, place = np.divmod(letters, SPACES + 1)
    on_a_space = (letters < LANES * (SPACES + 1)) & (place < SPACES)
    return np.where(on_a_space, lane * (SPACES + 1) + (place + origin) % SPACES, letters)


# %% [markdown]
# Learning: both seats play with the same net. What is expected of a position is what is expected at the next one of the
# same seat; for two seats, the other seat's value with its sign turned.

# %%
#: What a frog is worth that has so far to go, clockwise, to a line: much on it, a little the nearer it is.
_AHEAD = (np.arange(SPACES)[None, :] - np.arange(SPACES)[:, None]) % SPACES
WORTH = np.where(_AHEAD == 0, 1.0, 0.4 * (1 - _AHEAD / SPACES)).astype(np.float32)


def nearness(observed: Array) -> Array:
    """How well the own frogs are lined up on their best line, less the same for the other seat."""
    size = LANES * (SPACES + 1)
    frogs = observed[:, : 2 * size].reshape(-1, 2, LANES, SPACES + 1)[:, :, :, :SPACES]
    best = (frogs.sum(axis=2) @ WORTH).max(axis=2)
    return (best[:, 0] - best[:, 1]) / LANES


def train(net: Net, env: rainette.VectorEnv, minutes: float) -> None:
    """Plays and learns until the time is up."""
    end = time.monotonic() + 60 * minutes
    games, won, lined, shown = 0, 0, 0.0, time.monotonic()
    observation, _ = env.reset(seed=arguments.seed)
    while time.monotonic() < end:
        rows = []
        for _ in range(arguments.steps):
            observed, mask, origin = turned(observation)
            turns = env.turns.copy()
            _, odds, values = net.look(observed, mask)
            letters = chosen(odds)
            close = nearness(observed)
            observation, rewards, terminations, _, _ = env.step(turned_back(letters, origin))
            own = rewards[np.arange(env.num_envs), turns].copy()
            # Towards the goal one is rewarded a little for what one gains in line: a potential, so nothing is lost.
            sign = np.where(env.turns == turns, 1, -1)
            shaped = np.where(terminations, 0, sign * nearness(observation["observation"])) - close
            said = odds[np.arange(len(letters)), letters]
            rows.append((observed, mask, letters, said, values, own + shaped, terminations.copy(), sign, env.played.copy()))
            games += int(terminations.sum())
            won += int((own > 0).sum())
            frogs = observed[:, : LANES * (SPACES + 1)].reshape(-1, LANES, SPACES + 1)
            lined += 0.01 * (float(frogs[:, :, 0].sum(axis=1).mean()) - lined)
        _, _, ahead = net.look(*turned(observation)[:2])
        update(net, rows, ahead)
        if time.monotonic() - shown > 30:
            shown = time.monotonic()
            print(f"{games:>7} games, {won} won by a line, {lined:.2f} frogs on the best line, {net.updates} updates, {max(0.0, end - shown):.0f} s left", flush=True)


def update(net: Net, rows: list[Any], ahead: Array) -> None:
    """Some steps of gradient descent on what a stretch of play has shown (PPO)."""
    advantage, following = np.zeros(len(ahead), np.float32), ahead
    targets, advantages = [], []
    for *_, values, reward, over, sign, played in reversed(rows):
        # The letters of one action share what it brings; beyond, the future counts less and less.
        goes_on = np.where(over, 0, sign) * np.where(played, 0.95, 1.0)
        error = reward + goes_on * following - values
        advantage = error + goes_on * np.where(played, 0.3, 1.0) * advantage
        targets.append(advantage + values)
        advantages.append(advantage)
        following = values
    observed, mask, letters, said = (np.concatenate([row[part] for row in rows]) for part in range(4))
    target = np.concatenate(targets[::-1]).astype(np.float32)
    gain = np.concatenate(advantages[::-1]).astype(np.float32)
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(2):
        for part in np.array_split(random.permutation(len(letters)), 4):
            descend(net, observed[part], mask[part], letters[part], said[part], gain[part], target[part])


def descend(net: Net, observed: Array, mask: Array, letters: Any, said: Array, gain: Array, target: Array) -> None:
    """One step of gradient descent."""
    hidden, odds, values = net.look(observed, mask)
    count = np.float32(len(observed))
    rows = np.arange(len(letters))
    ratio = odds[rows, letters] / said
    # What has moved far enough already is left alone.
    moves = np.where(gain > 0, ratio < 1.2, ratio > 0.8)
    logits = odds.copy()
    logits[rows, letters] -= 1
    logits *= (gain * ratio * moves)[:, None]
    # A little disorder keeps it trying other things.
    logs = np.log(odds + 1e-9)
    logits += 0.003 * odds * (logs - (odds * logs).sum(axis=1, keepdims=True))
    logits /= count
    slope = ((values - target) * (1 - values * values))[:, None] / count
    back = (logits @ net.parameters["policy"].T + slope @ net.parameters["value"].T) * (hidden > 0)
    net.learn(
        {
            "in": observed.T @ back,
            "bias": back.sum(axis=0),
            "policy": hidden.T @ logits,
            "value": hidden.T @ slope,
        },
        arguments.rate,
    )


# %% [markdown]
# Measuring: the net takes the letter that it likes best. Against random letters, many games are played at once, the first
# game of each row counting; against a player of Rainette, one after the other, with the same dice on either seat.

# %%
def against_random(net: Net, games: int) -> float:
    """The net's share of wins."""
    env = rainette.vector("pool-party", games, 2)
    observation, _ = env.reset(seed=arguments.seed + 1)
    seats, rows = np.arange(games) % 2, np.arange(games)
    share, waiting = np.zeros(games), np.ones(games, bool)
    while waiting.any():
        letters = env.sample()
        own = env.turns == seats
        observed, mask, origin = turned({name: array[own] for name, array in observation.items()})
        letters[own] = turned_back(net.look(observed, mask)[1].argmax(axis=1), origin)
        observation, rewards, terminations, _, _ = env.step(letters)
        ended = terminations & waiting
        share[ended] = (1 + rewards[rows, seats][ended]) / 2
        waiting &= ~terminations
    return float(share.mean())


def against(net: Net, opponent: rainette.Player, games: int) -> float:
    """The net's share of wins."""
    share = 0.0
    for number in range(games):
        seat = number % 2
        state = rainette.State("pool-party", 2, seed=1000 + number // 2)
        sheet, letters = np.zeros((1, state.size), np.float32), np.zeros((1, len(alphabet)), np.int8)
        while state.turn is not None:
            if state.turn == seat:
                state.observe(seat, sheet[0])
                state.mask(letters[0])
                observed, mask, origin = turned({"observation": sheet, "action_mask": letters})
                state.say(int(turned_back(net.look(observed, mask)[1].argmax(axis=1), origin)[0]))
                continue
            game = state.game()
            said = None
            for spot in game.paths()[opponent.choose(game)][0]:
                said = state.say(alphabet.index(spot))
            if said is None:
                state.say(alphabet.index("done"))
        share += (1 + state.rewards[seat]) / 2
    return share / games


# %%
alphabet = rainette.alphabet("pool-party", 2)
env = rainette.vector("pool-party", arguments.games, 2)
net = Net(env.size, arguments.hidden, len(alphabet))
print(f"untrained against random: {against_random(net, arguments.matches):.1%} of {arguments.matches} games", flush=True)
begun = time.monotonic()
train(net, env, arguments.minutes)
took, worked = time.monotonic() - begun, time.process_time()
print(f"trained for {took:.0f} s, {worked:.0f} s of CPU time until now", flush=True)

# %%
print(f"against random: {against_random(net, 4 * arguments.matches):.1%} of {4 * arguments.matches} games", flush=True)
for level in (1, 2):
    share = against(net, rainette.Player(level=level, seed=1), arguments.matches)
    print(f"against level {level}: {share:.1%} of {arguments.matches} games", flush=True)
