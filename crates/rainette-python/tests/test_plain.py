"""The plain way to play."""

from __future__ import annotations

import copy
import math
import pickle
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import random_game

import rainette
from rainette import drawing


def test_games_are_described() -> None:
    seats = {info["id"]: info["seats"] for info in rainette.games()}
    assert seats["hop-it"] == [2] and seats["china-moon"] == [3, 4, 5]
    assert len(seats) == len(rainette.games())


def test_every_game_has_a_drawing_and_there_is_no_other() -> None:
    ids = {info["id"] for info in rainette.games()}
    assert ids == set(drawing._BOARDS), "add it to python/rainette/drawing/__init__.py"


def test_whole_games_are_played(game: str, seats: int) -> None:
    played = random_game(game, seats, seed=1)
    assert played.turn is None and played.is_over and played.legal_actions() == []
    result = played.result
    assert result is not None
    assert len(result["rewards"]) == seats
    assert sum(result["rewards"]) == pytest.approx(0, abs=1e-4)
    for winner in result["winners"]:
        assert result["rewards"][winner] == max(result["rewards"])
    assert len(played) == len(played.events)


def test_the_same_seed_gives_the_same_game(game: str, seats: int) -> None:
    assert random_game(game, seats, 5).record() == random_game(game, seats, 5).record()


def test_records_replay(game: str, seats: int) -> None:
    played = random_game(game, seats, 3)
    again = rainette.replay(played.record())
    assert again.record() == played.record()
    assert again.result == played.result
    assert again.view() == played.view()


def test_a_copy_is_a_game_of_its_own(game: str, seats: int) -> None:
    played = random_game(game, seats, 4, steps=3)
    for twin in (played.copy(), copy.copy(played), copy.deepcopy(played), pickle.loads(pickle.dumps(played))):
        assert twin.record() == played.record()
        twin.play(twin.legal_actions()[0])
        assert len(twin) > len(played)


def test_events_can_be_taken_back(game: str, seats: int) -> None:
    played = random_game(game, seats, 6)
    before = rainette.replay(played.record())
    before.truncate(len(played) - 1)
    assert before.events == played.events[:-1]
    with pytest.raises(IndexError, match="there is no event"):
        before.truncate(len(played) + 1)


def test_chance_waits_where_it_is_not_drawn() -> None:
    game = rainette.new("pool-party", draws=False)
    assert game.turn == "chance" and game.chance_count() == 21
    outcomes = game.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    game.play("roll 4 1")
    assert game.turn == 0 and game.chance_outcomes() == []
    game.play(game.legal_actions()[0])
    assert game.turn == "chance"
    assert game.draw().startswith("roll ")


def test_a_set_up_that_cannot_be_listed_is_drawn() -> None:
    game = rainette.new("frogriders", 4, draws=False)
    with pytest.raises(rainette.RainetteError, match="more than 100000"):
        game.chance_outcomes()
    assert game.chance_count() > 10**29
    assert game.draw().startswith("pond ")


def test_refusals_carry_the_engines_message_and_code() -> None:
    game = rainette.new("hop-it")
    with pytest.raises(rainette.IllegalAction, match="`b2-b4` is not allowed") as refused:
        game.play("b2-b4")
    assert refused.value.code == "too-far"
    with pytest.raises(rainette.IllegalAction, match="it is the turn of seat 0") as refused:
        game.play("b6-c5", seat=1)
    assert refused.value.code is None
    with pytest.raises(rainette.IllegalAction, match="is not understood"):
        game.play("nonsense")
    with pytest.raises(IndexError, match="there is no seat 2"):
        game.view(2)
    with pytest.raises(rainette.SetUpError, match="`leapfrog` is not a game known here"):
        rainette.new("leapfrog")
    with pytest.raises(rainette.SetUpError, match="has no option `wings`"):
        rainette.new("hop-it", options={"wings": 2})
    with pytest.raises(rainette.BadRecord, match="line 1"):
        rainette.replay("hello")
    assert issubclass(rainette.IllegalAction, rainette.RainetteError)
    assert issubclass(rainette.RainetteError, ValueError)
    assert game.events == []


def test_reasons_are_given() -> None:
    game = rainette.new("hop-it")
    assert game.why_not(["b2"]) is None
    reason = game.why_not(["c3"])
    assert reason is not None and reason[0] and reason[1]


def test_views_hide_what_a_seat_may_not_know() -> None:
    game = rainette.new("frogriders", 2, seed=1)
    assert game.turn == 0
    assert game.view(0)["players"][0]["dealt"] is not None
    assert game.view(1)["players"][0]["dealt"] is None
    assert game.view()["players"][0]["dealt"] is None
    assert any(event == "deal 0 ? ?" for event in game.story(1).events())
    assert not any(event.startswith("deal 0") and "?" in event for event in game.story(0).events())


def test_told_events_have_effects() -> None:
    game = rainette.new("hop-it")
    game.play("b2-c3")
    told = game.told(0)
    assert told[0]["seat"] == 0 and told[0]["event"] == "b2-c3"
    assert told[0]["effects"][0]["effect"] == "stepped"
    assert game.told(0, first=1) == []


def test_games_show_themselves(game: str, seats: int) -> None:
    played = random_game(game, seats, 2, steps=12)
    assert repr(played).startswith(f"<rainette.Game {game}, {seats} seats, ")
    assert str(played) == played.picture()
    svg = played._repr_svg_()
    assert svg.startswith("<svg") and svg.endswith("</svg>")
    image = played.image(0, width=240)
    assert image.dtype == np.uint8 and image.shape[1:] == (240, 3)
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 20


def test_drawings_are_well_formed_at_every_moment(game: str, seats: int) -> None:
    from xml.etree import ElementTree

    played = random_game(game, seats, 8)
    for moment in {0, 1, 2, 5, len(played) // 2, len(played)}:
        shown = rainette.replay(played.record())
        shown.truncate(moment)
        for seat in (None, 0):
            ElementTree.fromstring(shown.svg(seat))


def test_players_choose_legal_actions(game: str, seats: int) -> None:
    played = random_game(game, seats, 3, steps=4)
    turn = played.turn
    assert isinstance(turn, int)
    for player in (rainette.Player(level=1, seed=1), rainette.Player("random", seed=1), rainette.Player("greedy")):
        assert player.choose(played.view(turn)) in played.legal_actions()
    advice = rainette.Player("uct", iterations=40, seed=2).advise(played)
    assert advice["action"] in played.legal_actions()
    assert len(advice["values"]) == seats and 0 <= min(advice["values"]) <= max(advice["values"]) <= 1
    assert {action for action, _ in advice["ranked"]} <= set(played.legal_actions())


def test_the_same_seed_gives_the_same_answers() -> None:
    game = rainette.new("abagio", seed=3)
    answers = [[player.choose(game) for _ in range(3)] for player in (rainette.Player(level=2, seed=9) for _ in range(2))]
    assert answers[0] == answers[1]


def test_players_are_asked_rightly() -> None:
    game = rainette.new("hop-it")
    with pytest.raises(rainette.PlayerError, match="`level9` is not a player"):
        rainette.Player(level=9)
    with pytest.raises(ValueError, match="a name or a level"):
        rainette.Player()
    with pytest.raises(rainette.PlayerError, match="a spectator has nothing to decide"):
        rainette.Player(level=1).choose(game.view())
    with pytest.raises(rainette.PlayerError, match="it is not the turn of seat 1"):
        rainette.Player(level=1).choose(game.story(1))
    with pytest.raises(TypeError, match="a level is given as `level=5`"):
        rainette.Player(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a player is asked with"):
        rainette.Player(level=1).choose(dict(game.view(0)))
    with pytest.raises(rainette.PlayerError, match="the game is over"):
        rainette.Player(level=1).choose(random_game("china-moon", 3, 1))


def test_a_view_asks_about_its_own_moment() -> None:
    game = rainette.new("hop-it")
    view = game.view(0)
    before = game.legal_actions()
    game.play(before[0])
    assert rainette.Player("random", seed=1).choose(view) in before


def test_others_go_on_while_a_player_thinks() -> None:
    game = rainette.new("hop-it")
    ticks = 0
    done = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    rainette.Player("uct", seconds=0.5).choose(game)
    done.set()
    counter.join()
    assert ticks > 20


def test_the_arena_is_never_certain_and_says_how_many_games_it_played() -> None:
    met = rainette.arena("hop-it", ["level3", "random"], games=9, threads=1)
    assert (met["asked"], met["games"], met["rounds"]) == (9, 10, 5)
    level = met["players"][0]
    assert level["share"] == 1.0 and level["share_95"][0] < 0.5 and level["share_95"][1] == 1.0
    assert level["elo"] == math.inf and level["elo_95"] is not None and level["elo_95"][0] < 0.0
    with pytest.raises(ValueError, match="games must be at least 1"):
        rainette.arena("hop-it", ["greedy", "random"], games=0)


def test_rounds_of_the_arena_begin_from_a_book(tmp_path: Path) -> None:
    met = rainette.arena("hop-it", ["greedy", "random"], games=6, threads=1, book=True)
    assert met["starts"] == 250 and rainette.arena("hop-it", ["greedy", "random"], games=2)["starts"] == 0
    text = (Path(__file__).parents[2] / "rainette-players/books/hop-it-2.txt").read_text(encoding="utf-8")
    lines = text.splitlines()
    book = tmp_path / "book.txt"
    book.write_text("\n".join([*lines[:2], lines[3]]), encoding="utf-8")
    for name in (book, str(book)):
        again = rainette.arena("hop-it", ["greedy", "random"], games=2, threads=1, book=name, records=True)
        assert again["starts"] == 1 and again["rounds"] == 1
    # The beginning of the record is the start, the same in both games of a round.
    start = [event.strip() for event in lines[3].split(": ", 1)[1].split(";")]
    assert len(again["records"]) == 2
    for record in again["records"]:
        assert "\n" + "\n".join(start) + "\n" in record

    with pytest.raises(ValueError, match="no book comes with `abagio` for 2 seats"):
        rainette.arena("abagio", ["greedy", "random"], games=2, book=True)
    with pytest.raises(FileNotFoundError, match="nowhere.txt` cannot be read"):
        rainette.arena("hop-it", ["greedy", "random"], games=2, book=tmp_path / "nowhere.txt")
    with pytest.raises(rainette.BadRecord, match="is no book for this: the book is for game hop-it"):
        rainette.arena("china-moon", ["greedy", "random"], games=3, book=book)
    with pytest.raises(TypeError, match="book must be True"):
        rainette.arena("hop-it", ["greedy", "random"], games=2, book=3)  # type: ignore[arg-type]


def test_frozen_players_have_names() -> None:
    game = rainette.new("hop-it")
    player = rainette.Player("best-1", iterations=5, seed=1)
    assert player.name == "best-1" and player.choose(game) in game.legal_actions()


def test_the_arena_measures() -> None:
    met = rainette.arena("pool-party", ["greedy", "random"], games=40, seed=2, threads=2, records=True)
    assert met["games"] == 40 and len(met["records"]) == 40
    greedy, anything = met["players"]
    assert greedy["share"] > anything["share"]
    assert greedy["elo_95"] is not None and greedy["elo_95"][0] <= (greedy["elo"] or 0) <= greedy["elo_95"][1]
    assert rainette.replay(met["records"][0]).is_over
    again = rainette.arena("pool-party", ["greedy", "random"], games=40, seed=2, threads=1)
    assert again["players"] == met["players"]
    adjusted = greedy["adjusted"]
    assert adjusted["luck"] == pytest.approx(greedy["share"] - adjusted["share"], abs=1e-9)
    raw = rainette.arena("pool-party", ["greedy", "random"], games=40, seed=2, adjust=False)
    assert "adjusted" not in raw["players"][0] and raw["players"][0]["share"] == greedy["share"]
    three = rainette.arena("china-moon", ["greedy", "random"], games=6, seats=3)
    assert three["players"][0]["elo"] is None
    with pytest.raises(ValueError, match="4 seats need 4 players, or two"):
        rainette.arena("china-moon", ["random"] * 3, seats=4)
