"""What the documentation says is so: its examples run, its tables are right."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import rainette

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "python.md"


@pytest.mark.parametrize(
    "name", ["", "._new", ".vector", ".drawing", ".openspiel", ".train.file", "._rainette"], ids=lambda name: f"rainette{name}"
)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(f"rainette{name}")
    tests = doctest.DocTestFinder(recurse=True).find(module, f"rainette{name}", globs={})
    if name == "._rainette":
        # Doctest does not look into what is not written in Python.
        parser = doctest.DocTestParser()
        for owner in (vars(module).values(), *(vars(value).values() for value in vars(module).values() if isinstance(value, type))):
            for value in owner:
                text = getattr(value, "__doc__", None)
                if text and ">>>" in text:
                    tests.append(parser.get_doctest(text, {}, getattr(value, "__name__", "?"), None, None))
    ran = 0
    for test in tests:
        if test.examples:
            failed, tried = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL).run(test)
            assert failed == 0, test.name
            ran += tried
    assert ran > 0


@pytest.mark.parametrize("path", [PAGE, ROOT / "crates/rainette-python/README.md"], ids=lambda path: path.name)
def test_examples_of_a_page_run(path: Path) -> None:
    """Every block of Python in turn, with what those before it left behind."""
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(path), "exec"), names)  # noqa: S102


def test_every_name_has_a_docstring() -> None:
    for name in rainette.__all__:
        if name != "__version__":
            assert getattr(rainette, name).__doc__, name
    for kind in (rainette.Game, rainette.Player, rainette.State, rainette.Batch, rainette.Story, rainette.VectorEnv, rainette.Net, rainette.SelfPlay):
        for name, member in vars(kind).items():
            if not name.startswith("_"):
                assert member.__doc__, f"{kind.__name__}.{name}"


def test_the_tables_of_blocks_are_right(game: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    seats = next(info["seats"] for info in rainette.games() if info["id"] == game)
    section = page.split(f"### `{game}`")[1].split("\n### ")[0]
    rows = re.findall(r"^\| `([\w-]+)` \| ([^|]+) \| (.+) \|$", section, re.M)
    common = {"seat", "turn", "path"}
    for count in seats:
        blocks = [block for block in rainette.layout(game, count) if block["name"] not in common]
        assert [name for name, _, _ in rows] == [block["name"] for block in blocks]
        for (name, shape, about), block in zip(rows, blocks, strict=True):
            shown = tuple(count if part == "seats" else int(part) for part in shape.split(" × "))
            assert shown == block["shape"], name
            assert about == block["about"], name
        letters = len(rainette.alphabet(game, count))
        assert f"{letters} with {count}" in section or f"{letters} letters" in section
