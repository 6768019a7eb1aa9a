"""Goldens of what belongs to the hand: a premove, its order, a claim, and the cards gone so far."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board, changed, told
from chwech_tui.model.commands import press
from chwech_tui.model.settings import Coach, ForcedPasses, HandOrder, Settings
from chwech_tui.screens import pace
from chwech_tui.screens.sheet import GoneScreen
from chwech_tui.theme import Palette
from games.kit.records import order_of
from games.kit.run import Run
from games.kit.view import view_of
from games.registry import GAMES
from protocol.game import Answer, View
from protocol.message import Seat
from protocol.messages import Act, FromClient
from protocol.setup import Setup
from protocol.table import Appraised, HintGiven, HintReason
from tests.chwech_tui.burying import HAND, bury
from tests.chwech_tui.games import stage as any_game
from tests.chwech_tui.games.stage import ByChance, find
from tests.chwech_tui.golden import SMALL, look
from tests.chwech_tui.player import table_of
from tests.chwech_tui.screens_text import running
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import PASSES, of_kit


def at(on: Setup, deal: int, *, waits: bool, won: int = 0) -> Board:
    """Give a board in a deal when a trick is open, the viewer waits or is to follow, and cards enough are won."""

    def wanted(view: View) -> bool:
        turns = view.fields["turns"]
        own = any(seat == view.viewer for seat, _play in turns)
        follows = view.fields["led"] is not None and len(turns) > 1 and not own
        return view.deal == deal and follows and sum(view.fields["won"]) >= won and bool(view.legal) is not waits

    return Stage(on).board(lambda board: board.game is not None and wanted(of_kit(board.game)))


def pressed(board: Board, *keys: str) -> Board:
    """Give a board after some keys."""
    for key in keys:
        board = press(board, key)[0]
    return board


def premoved() -> Board:
    """Give a board on which a card waits for its turn."""
    board = at(Setup(), 2, waits=True)
    boards = (pressed(board, str(place), "enter") for place in range(1, 10))
    return next(board for board in boards if board.premove is not None)


def claimed() -> Board:
    """Give a board on which the rest is being claimed."""
    run = Run(GAMES["twenty-five"].start(3, {}, 2))
    hands = ["5S JS AH AS KS", "2D 10D 9C 8C 7C", "2H 3D 4D 6H 7H"]
    run.shuffle(order_of(run.match, {"hands": [hand.split() for hand in hands], "turned": ["8S"]}))
    for seat, said in enumerate(("5S", "2D", "2H")):
        run.act(seat, run.read(seat, said))
    board = find(Setup("twenty-five", 3), lambda view: bool(view.legal), play=ByChance)
    assert board.table is not None
    return pressed(replace(board, table=replace(board.table, game=view_of(run, Seat(0)))), "c")


def forced() -> Board:
    """Give a board on which a pass is made for the viewer."""
    wishes = Settings(auto_pass=ForcedPasses.ON)

    def wanted(board: Board) -> bool:
        return board.game is not None and len(board.game.legal) == 1

    return replace(Stage(Setup()).board(wanted), settings=wishes)


def by_rank() -> Board:
    """Give a board on which the hand is sorted by rank."""
    return pressed(replace(at(Setup(), 1, waits=False), settings=Settings(order=HandOrder.RANK)), "right")


def hinted() -> Board:
    """Give a board on which each choice has its value, some of them wide."""
    board = at(Setup(), 1, waits=False, won=5)
    assert board.table is not None
    assert board.game is not None
    values = (12.4, 3.1, 0.0, -0.4, -11.5, *(-12.0,) * 40)
    ranked = sorted(board.game.legal, key=lambda action: action == PASSES)
    choices = tuple(Appraised(action, value) for action, value in zip(ranked, values, strict=False))
    why = (HintReason("it takes the trick for certain"), HintReason("Nia takes the trick and can lead next"))
    seats = (replace(seat, hinted=place == 0) for place, seat in enumerate(board.table.seats) if seat is not None)
    marked = changed(board, replace(board.table, seats=tuple(seats)))
    return told(marked, HintGiven(1, board.table.seq, choices, why))


def hinted_and_chosen() -> Board:
    """Give the same with a card chosen, and the coach."""
    return replace(pressed(hinted(), "right"), settings=Settings(coach=Coach.ON))


SCENES = {
    "hint": hinted,
    "hint-chosen": hinted_and_chosen,
    "premove": premoved,
    "claim": claimed,
    "forced-pass": forced,
    "by-rank": by_rank,
}

FIVE = Setup("twenty-five", 5, first_dealer=Seat(4))
COUNTED = {
    "closed": (lambda: at(Setup(), 1, waits=False)),
    "open": (lambda: at(Setup("chwech", 7, {"review_won": True, "seven_pack": "two_packs"}), 1, waits=False, won=20)),
    "five-hundred": (lambda: at(Setup("chwech", 7), 1, waits=True, won=5)),
    "twenty-five": (
        lambda: find(FIVE, lambda view: len(view.fields["gone"]) >= 10 and len(view.fields["trick"]) > 1, play=ByChance)
    ),
    "da-bai-fen": (lambda: any_game.find(Setup("da-bai-fen", 4), lambda view: len(view.fields["gone"]) >= 12)),
}
"""Tables whose cards gone are shown: those that differ most in their packs and in what is seen."""


async def test_the_hand_looks_as_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for the turn, the question of a claim, and another order of the hand look as committed."""
    # A pass that is forced is made after a second or two, and a busy machine may take longer to look.
    monkeypatch.setattr(pace, "BETWEEN", (600.0, 600.0))
    async with running(PlayNow(), size=SMALL) as (app, pilot):
        screen = table_of(app)
        for name, board in SCENES.items():
            screen.take(board())
            await pilot.pause()
            await look(app, pilot, f"{name}-80x24")


@pytest.mark.parametrize("name", COUNTED)
async def test_the_cards_gone_look_as_they_did(name: str) -> None:
    """Every pack fits the screen, and the note says what is seen."""
    async with running(PlayNow(), size=SMALL) as (app, pilot):
        app.push_screen(GoneScreen(Palette(), COUNTED[name]()))
        await pilot.pause()
        await look(app, pilot, f"gone-{name}-80x24")


async def test_each_card_is_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first by the key that ends the choice, and the next one only when the table has answered."""
    sent: list[FromClient] = []

    def ask(make: Callable[[int], FromClient]) -> int:
        sent.append(make(len(sent) + 1))
        return len(sent)

    async with running(PlayNow()) as (app, pilot):
        screen = table_of(app)
        monkeypatch.setattr(screen._link, "ask", ask)
        screen.take(replace(bury(), marked=HAND[:2]))
        screen.press("enter")
        await pilot.pause()
        assert [told.action for told in sent if isinstance(told, Act)] == [Answer(HAND[0].text)]
        screen.take(boards.accepted(replace(screen.board, marked=HAND[1:2]), 1))
        assert [told.action for told in sent if isinstance(told, Act)] == [Answer(HAND[0].text), Answer(HAND[1].text)]
