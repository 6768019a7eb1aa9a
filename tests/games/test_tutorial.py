"""The game that ``docs/new-game.md`` adds is typed in from its page, and played through."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import games
from chwech_tui.drawing.game import deal_score, facts_of, shown_zones
from chwech_tui.model.game import ShownGame as Screens
from chwech_tui.model.ink import plain
from chwech_tui.model.people import People
from games.kit import pages
from games.kit.asking import Ask
from games.kit.records import verify, write
from games.kit.run import Run
from games.kit.sampler import choose, observe
from protocol.message import Seat
from protocol.setup import Setup
from server.tables.position import first_position

PAGE = Path(__file__).parent.parent.parent / "docs" / "new-game.md"


@pytest.fixture(scope="module")
def whist(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Type the files of the page into a folder of games, and yield what they declare."""
    root = tmp_path_factory.mktemp("games")
    folder = root / "whist"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Whist."""\n', "utf-8")
    for name, code in re.findall(
        r"`games/whist/(\w+\.(?:py|md))`.*?\n```\w*\n(.*?)\n```\n", PAGE.read_text("utf-8"), re.DOTALL
    ):
        (folder / name).write_text(code + "\n", "utf-8")
    games.__path__.append(str(root))
    try:
        rules, table, bot = (import_module(f"games.whist.{name}") for name in ("rules", "table", "bot"))
        yield SimpleNamespace(game=rules.WHIST, words=table.WORDS, bot=bot.BOT)
    finally:
        games.__path__.remove(str(root))


def test_the_page_is_short() -> None:
    """A game is added in 150 lines, prose included."""
    assert len(PAGE.read_text("utf-8").splitlines()) <= 150


def test_it_is_played_and_recorded(whist: Any) -> None:  # noqa: ANN401
    """Bots play it to its end, one of them by trials, and its record is verified."""
    chance = Random(7)
    run = Run(whist.game.start(4, {}, 1))
    while run.asks is not None:
        if not isinstance(run.asks, Ask):
            run.shuffle(chance.sample(range(52), 52))
            continue
        seat = run.asks.seat
        if seat == 0 and len(run.table.takers) == 5:
            run.act(seat, choose(observe(run, seat, whist.bot), whist.bot, 12, chance))
        else:
            run.act(seat, whist.bot.plain(run.table, seat, run.asks, chance))
    assert run.match.winners in {(0, 2), (1, 3)}
    record = write(run)
    assert write(verify(record, {"whist": whist.game})) == record


def test_it_is_drawn(whist: Any) -> None:  # noqa: ANN401
    """A table of it has columns, a trick, prompts, sentences and a sheet in words."""
    setup, chance = Setup("whist", 4), Random(3)
    screens, people, said = (
        Screens(whist.words, strict=True),
        People(("Ann", "Ben", "Cat", "Dan"), Seat(0)),
        list[str](),
    )
    state = first_position(whist.game, setup)
    while not state.deals:
        if not state.seats:
            event = state.shuffle(chance.randbytes(32))
        else:
            seat = min(state.asked)
            event = state.decide(seat, chance.choice(state.legal(seat)))
        state = state.evolve(event)
        said += [plain(screens.sentence(one, people)) for one in screens.told(state.tell(event, Seat(0)))]
        view = state.view(Seat(0))
        shown_zones(screens, view, people, 60, back=False)
        assert facts_of(screens, view, Seat(1), 24, "").total
        if view.legal:
            assert screens.turn_words(view)
            assert screens.moves(view, screens.usable(view)[0])
    assert any(line.startswith("Deal 1") for line in said)
    assert "You take the trick." in said
    assert any("scores" in line for line in said), said[-6:]
    assert deal_score(screens, view, 0, people).columns


def test_its_page_has_its_options(whist: Any) -> None:  # noqa: ANN401
    """The rules of a table are printed with the values of its options."""
    assert "7 points" in pages.rules(whist.game, 4, {"target": 7})
    assert "5 points" in pages.rules(whist.game, 4, {})
