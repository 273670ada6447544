"""Games of a net against itself, and files of nets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import rainette
from rainette.train.file import LARGEST, net_file, rounded

GAME = "china-moon"


def opened(seats: int = 3, games: int = 6, **plan: Any) -> rainette.SelfPlay:
    return rainette.SelfPlay(GAME, seats, games, **{"iterations": 8, "seed": 3, **plan})


def random_weights(play: rainette.SelfPlay, seed: int, first: int = 32, second: int = 16) -> dict[str, NDArray[Any]]:
    random = np.random.default_rng(seed)
    shapes = {
        "rows": (play.inputs, first),
        "second": (second, first),
        "values": (play.seats, second),
        "signs": (play.signs, first),
    }
    weights: dict[str, NDArray[Any]] = {}
    for name, shape in shapes.items():
        weights[name] = random.normal(0, 0.15, shape)
        weights[f"{name}_bias"] = random.normal(0, 0.3, first if name == "rows" else shape[0])
    return weights


def by_hand(weights: dict[str, NDArray[Any]], leaves: NDArray[np.uint16]) -> tuple[NDArray[Any], NDArray[Any]]:
    """What a net of real numbers says."""
    rows = np.vstack([weights["rows"], np.zeros_like(weights["rows"][:1])])
    first = np.clip(rows[leaves].sum(1) + weights["rows_bias"], 0, LARGEST)
    second = np.clip(first @ weights["second"].T + weights["second_bias"], 0, LARGEST)
    values = second @ weights["values"].T + weights["values_bias"]
    return values, first @ weights["signs"].T + weights["signs_bias"]


def played(play: rainette.SelfPlay, net: rainette.Net, steps: int) -> dict[str, NDArray[Any]]:
    for _ in range(steps):
        play.answer(*net.evaluate(play.leaves()))
    return play.examples()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whole_numbers_say_what_real_ones_say(players: int) -> None:
    play = opened(players, 40)
    for seed in range(5):
        weights = random_weights(play, seed)
        net = rainette.Net(GAME, players, net_file(GAME, players, weights))
        leaves = play.leaves()
        values, signs = net.evaluate(leaves)
        play.answer(values, signs)
        # The file holds the rounded weights exactly; only what goes to the second layer's end is cut off.
        exact_values, exact_signs = by_hand(rounded(weights), leaves)
        assert np.abs(signs - exact_signs).max() < 1e-6
        assert np.abs(values - exact_values).max() < 0.1
        # And rounding changes little.
        near_values, near_signs = by_hand(weights, leaves)
        assert np.abs(values - near_values).max() < 0.6
        assert np.abs(signs - near_signs).max() < 0.4
        assert np.corrcoef(signs.ravel(), near_signs.ravel())[0, 1] > 0.995


def test_the_same_on_any_number_of_threads() -> None:
    net = rainette.Net(GAME, 3, net_file(GAME, 3, random_weights(opened(), 1)))
    runs = [played(opened(games=7, threads=threads, leaves=2, inner=3), net, 1500) for threads in (1, 3)]
    assert len(runs[0]["inner"]) > 100
    for name, array in runs[0].items():
        assert np.array_equal(array, runs[1][name]), name
    other = played(opened(games=7, leaves=2, inner=3, seed=4), net, 1500)
    assert not np.array_equal(other["searched"][:50], runs[0]["searched"][:50])


def test_examples_fit_together() -> None:
    play = opened(inner=3)
    net = rainette.Net(GAME, 3, net_file(GAME, 3, random_weights(play, 1)))
    examples = played(play, net, 2000)
    rows = len(examples["inner"])
    assert play.finished > 0 and rows > 100 and 0 < examples["inner"].sum() < rows
    assert examples["inputs"].shape == (rows, play.width) and examples["inputs"].max() == play.inputs
    assert examples["actions"].shape[:1] == examples["tried"].shape[:1] == (rows,)
    for name in ("searched", "results", "tried"):
        assert np.allclose(examples[name].sum(1), 1, atol=1e-4), name
    is_none = examples["actions"][:, :, 0] == 65535
    assert not examples["tried"][is_none].any() and not is_none.all(1).any()
    assert examples["actions"][~is_none][:, 0].max() < play.signs
    assert len(play.examples()["inner"]) == 0, "they are handed out once"


def test_thinking_needs_no_arrays() -> None:
    asked, thought = opened(games=4), opened(games=4)
    net = rainette.Net(GAME, 3, net_file(GAME, 3, random_weights(asked, 1)))
    by_arrays = played(asked, net, 1200)
    thought.think(net, 1400)
    at_once = thought.examples()
    assert thought.finished > 0 and asked.finished > 0
    # Games come in the order of their numbers: the first is the same, whoever judged.
    rows = 20
    assert np.array_equal(by_arrays["inputs"][:rows], at_once["inputs"][:rows])
    assert np.array_equal(by_arrays["searched"][:rows], at_once["searched"][:rows])


def test_a_callers_array_is_written_into() -> None:
    play = opened()
    into = np.zeros((6, play.width), np.uint16)
    assert play.leaves(into) is into and into.any()
    with pytest.raises(RuntimeError, match="`answer` comes first"):
        play.leaves()
    play.answer(np.zeros((6, 3), np.float32), np.zeros((6, play.signs), np.float32))
    with pytest.raises(RuntimeError, match="`leaves` comes first"):
        play.answer(np.zeros((6, 3), np.float32), np.zeros((6, play.signs), np.float32))
    with pytest.raises(ValueError, match="an array of 6"):
        play.leaves(np.zeros((5, play.width), np.uint16))


def test_what_does_not_fit_is_refused() -> None:
    play = opened()
    play.leaves()
    with pytest.raises(ValueError, match="the answer to 6 leaves"):
        play.answer(np.zeros((6, 4), np.float32), np.zeros((6, play.signs), np.float32))
    with pytest.raises(ValueError, match="not finite"):
        play.answer(np.full((6, 3), np.nan, np.float32), np.zeros((6, play.signs), np.float32))
    play.answer(np.zeros((6, 3), np.float32), np.zeros((6, play.signs), np.float32))
    weights = random_weights(play, 1)
    file = net_file(GAME, 3, weights)
    with pytest.raises(rainette.PlayerError, match="no file of a net"):
        rainette.Net(GAME, 3, b"frogs")
    with pytest.raises(rainette.PlayerError, match="is needed"):
        rainette.Net(GAME, 4, file)
    with pytest.raises(rainette.SetUpError, match="no net plays `hop-it`"):
        rainette.SelfPlay("hop-it")
    with pytest.raises(rainette.SetUpError, match="no net plays `hop-it`"):
        rainette.Net("hop-it", 2, file)
    with pytest.raises(ValueError, match="at least 1"):
        opened(iterations=0)
    with pytest.raises(rainette.PlayerError, match="another number of seats"):
        opened(4).think(rainette.Net(GAME, 3, file), 1)
    with pytest.raises(ValueError, match="a row has at most"):
        rainette.Net(GAME, 3, file).evaluate(np.full((1, 4), 60_000, np.uint16))
    with pytest.raises(ValueError, match="`values` is"):
        net_file(GAME, 4, weights)


def test_a_net_plays_in_the_arena(tmp_path: Path) -> None:
    file = tmp_path / "net.bin"
    file.write_bytes(net_file(GAME, 3, random_weights(opened(), 1)))
    met = rainette.arena(GAME, [f"net:{file}@9", f"net:0.3:{file}", "uct@0.001s"], games=3, iterations=20)
    assert met["games"] == 3
    with pytest.raises(ValueError, match="`@soon` is no budget"):
        rainette.arena(GAME, ["best@soon", "random"], seats=3, games=3)
    with pytest.raises(FileNotFoundError, match="cannot be read"):
        rainette.arena(GAME, [f"net:{tmp_path / 'gone.bin'}", "random"], seats=3, games=3)
    with pytest.raises(rainette.PlayerError, match="is needed"):
        rainette.arena(GAME, [f"net:{file}", "random"], seats=4, games=4)


def test_training_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """With PyTorch alone, which no other test needs."""
    pytest.importorskip("torch")
    from rainette.train.__main__ import main

    asked = [GAME, "--minutes", "0.01", "--games", "8", "--iterations", "6", "--fresh", "200", "--batch", "32"]
    asked += ["--out", str(tmp_path), "--match-every", "1", "--match-games", "3", "--device", "cpu", "--threads", "1"]
    for judge in ("engine", "torch"):
        assert main([*asked, "--judge", judge]) == 0
    rainette.Net(GAME, 3, (tmp_path / "net.bin").read_bytes())
    rounds = (tmp_path / "curve.csv").read_text(encoding="utf-8").splitlines()
    assert len(rounds) >= 3 and rounds[-1].startswith(f"{len(rounds) - 1},"), "rounds are counted on"
    assert main([*asked, "--seed", "2"]) == 1, "another seed is another net"
