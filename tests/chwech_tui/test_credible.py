"""What a server cannot mean is refused at the border, with a sentence; all that servers do say passes."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from chwech_tui.credible import check
from chwech_tui.errand import LONGEST_WORDS, Join, PlayNow
from chwech_tui.model.ink import printable
from chwech_tui.screens.table import TableScreen
from protocol.absence import Pause, Paused
from protocol.archive import (
    GameEntry,
    Games,
    RecordPart,
    ReplayPart,
    ReplayStep,
    ReviewPart,
    SeatReview,
    Statistics,
    TurnReview,
)
from protocol.codec import Codec
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.game import Stage as Phase
from protocol.hints import HintGiven
from protocol.identity import KeyCode, KeyEntry, Keys
from protocol.lobby import LobbyChanged
from protocol.message import Seat
from protocol.messages import FromServer, Goodbye, Happened, Refused, Seated, TableChanged, Tables, Welcome
from protocol.setup import GameOffer, OptionOffer, Setup, TableTime
from protocol.tableview import TableEntry, TablePhase
from protocol.talk import Overheard
from tests.chwech_tui.fake_server import OFFER, FakeServer
from tests.chwech_tui.games.stage import UNKNOWN
from tests.chwech_tui.player import table_of, until
from tests.chwech_tui.replays import record_of, steps_of
from tests.chwech_tui.screens_text import running
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import VIEW, cards, seen, table, told


def receive(message: FromServer) -> None:
    """Take a message as it comes over the wire."""
    check(CODEC.decode_server(CODEC.encode_server(message)))


def game(**changes: object) -> TableChanged:
    """Give a table whose game differs in something."""
    return TableChanged(replace(table(), game=seen(VIEW, **changes)))


def credible_at_table(**changes: object) -> TableChanged:
    """Give a table that differs in something."""
    return TableChanged(replace(table(), **changes))


def entry(**changes: object) -> Tables:
    """Give a line of the list that differs in something."""
    line = TableEntry("calm-river", Setup("chwech", 4), TablePhase.PLAYING, ("",) * 4, "deal 1 of 4")
    return Tables(1, (replace(line, **changes),))


def ended(**changes: object) -> Games:
    """Give a finished game that differs in something."""
    return Games(1, (replace(GameEntry(1, "x", 1.0, Setup("chwech", 4), ("",) * 4, (0,) * 4), **changes),))


CODEC = Codec()
FAR = Seat(2**40)
SOME = steps_of(record_of())

OTHER: TableChanged = TableChanged(replace(table(), game=UNKNOWN))

WRONG: tuple[tuple[FromServer, str], ...] = (
    (Welcome(1, "x", "y", (GameOffer("chwech", (), (), ()),)), "nobody can play"),
    (OTHER, "the view is not one of chwech"),
    (Welcome(1, "x", "y", (GameOffer("chwech", (4, 0), (), ()),)), "absurd"),
    (Welcome(1, "x", "y", (GameOffer("c", (4,), (OptionOffer("o", "", (), 5, 1),), ()),)), "has no values"),
    (Welcome(1, "x", "y", (GameOffer("c", (4,), (OptionOffer("o", "", (1,), 5, 1, 5),), ()),)), "has absurd steps"),
    (Welcome(1, "x", "y", (GameOffer("c", (4,), (OptionOffer("o", "", (1,), 1, 5, -5),), ()),)), "has absurd steps"),
    (Welcome(1, "x", "y", (GameOffer("c", (4,), (OptionOffer("o", "", (1,), needs={"p": 1}),), ()),)), "needs one"),
    (credible_at_table(table="-oProxyCommand"), "matching regex"),
    (credible_at_table(viewer=Seat(5)), "no seat 5 at a table for 5"),
    (credible_at_table(viewer=Seat(1)), "two seats"),
    (credible_at_table(host=Seat(-1)), "no seat -1"),
    (credible_at_table(waits_for=(FAR,)), "no seat"),
    (credible_at_table(seats=()), "told of 0 seats"),
    (credible_at_table(kept=("x",)), "kept places"),
    (credible_at_table(game=None), "has no game"),
    (credible_at_table(phase=TablePhase.GATHERING), "has a game"),
    (credible_at_table(phase=TablePhase.OVER), "over and is not"),
    (credible_at_table(time=TableTime(1.0, (FAR,), 1.0, (0.0,) * 5)), "no seat"),
    (credible_at_table(time=TableTime(1.0, (), 1.0, ())), "reserves"),
    (credible_at_table(pause=Pause((FAR,))), "no seat"),
    (game(left=()), "hands: there is not one for each seat"),
    (game(hand="2C"), "hands: 2C is not in the pack"),
    (game(won="many"), "won: Expected `array`, got `str`"),
    (game(asked=(FAR,)), "no seat"),
    (game(winners=(FAR,)), "no seat"),
    (game(deal=0), "no deal 0"),
    (game(options={"five_pack": "none"}), "five_pack: .none. is not one of its values, which are low, middle"),
    (game(legal="QH", turn=2), "whose turn it is not"),
    (
        credible_at_table(phase=TablePhase.OVER, game=seen(VIEW, stage=Phase.OVER, turn=None, legal="")),
        "nobody has won",
    ),
    (Happened(1, told("played", FAR, play=cards("QH")[0]), table()), "no seat"),
    (Happened(1, told("stolen", 0), table()), "nothing that happens in Chwech"),
    (Happened(1, Paused((FAR,)), table()), "no seat"),
    (Refused(1, ErrorCode.STALE, "x", credible_at_table(viewer=FAR).view), "no seat"),
    (entry(table="$(halt)"), "matching regex"),
    (entry(names=()), "names"),
    (entry(total=2**63), "<= 1000000"),
    (HintGiven(1, 1, ()), "length >= 1"),
    (ended(hinted=(FAR,)), "no seat"),
    (ended(game=0), ">= 1"),
    (ended(totals=()), "totals"),
    (entry(played_at=-1e11), ">= 0"),
    (ended(seat=Seat(9)), "no seat 9"),
    (RecordPart(1, (), more=True), "after no lines"),
    (Statistics(1, "x", 5, points=2**63), "<= 1000000000000"),
    (Keys(1, "x", (KeyEntry("x", -1.0),)), ">= 0"),
    (ReplayPart(1, (), more=True), "after no steps"),
    (ReviewPart(1, 1, (), ()), "length >= 1"),
    (ReviewPart(1, 1, (SeatReview(9, 0.0, 0.0, 1.0),), (TurnReview(1, 1, FAR, "-", 0.0),)), "no seat"),
    (Overheard(()), "length >= 1"),
    (ReplayPart(1, (ReplayStep((told("played", FAR, play=cards("QH")[0]),), SOME[0][0].view),)), "no seat"),
)


@pytest.mark.parametrize(("message", "words"), WRONG)
def test_what_cannot_be_so_is_refused(message: FromServer, words: str) -> None:
    """The sentence says what is wrong."""
    with pytest.raises(RemoteProtocolError, match=words):
        receive(message)


def a_game() -> list[FromServer]:
    """Give all that is told of a game from its deal to its end."""
    stage = Stage(Setup("chwech", 4, {"deals": 1}), seed="credible")
    return [Seated(1, stage.table()), *(Happened(view.seq, event, view) for event, view in stage.told_turns())]


@pytest.mark.parametrize(
    "make",
    [
        lambda: [Welcome(1, "x", "y", (OFFER,)), Goodbye("closing", "x"), entry(), ended(), LobbyChanged(0)],
        a_game,
        lambda: [ReplayPart(1, deal) for deal in SOME],
        lambda: [TableChanged(replace(table(), setup=Setup("lots", 5), game=UNKNOWN))],
        lambda: [ReplayPart(1, (ReplayStep((told("played", 0),), UNKNOWN),)), Statistics(1, "x", 0)],
        lambda: [Keys(1, "x", (KeyEntry("x", 1.0),)), KeyCode(1, "x", 600), RecordPart(1, ())],
    ],
)
def test_what_servers_say_is_believed(make: Callable[[], list[FromServer]]) -> None:
    """A whole game, a replay, lists and games that are not known here pass."""
    for message in make():
        check(message)


SENTENCE = "The server sent something that this client cannot understand (KeyError in test_credible.py, line "


def fails(*_: object) -> None:
    """Come to grief."""
    raise KeyError("\x1b[2J")


async def test_a_fault_in_what_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends the client with one line and the status 1; what the server said is not in it."""
    monkeypatch.setattr(TableScreen, "hear", fails)
    async with running(PlayNow(), FakeServer()) as (app, pilot):
        await until(pilot, lambda: app.parting_words != "")
    assert app.parting_words.startswith(SENTENCE)
    assert app.parting_words == printable(app.parting_words)
    assert (app.return_code, type(app.fault)) == (1, KeyError)


async def test_a_fault_that_comes_to_light_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault when something is drawn or a key is pressed blames nobody else, and leaves no trace of memory."""
    with pytest.raises(KeyError):  # noqa: PT012  # it is raised once the app has ended
        async with running(PlayNow(), FakeServer(), sits=True) as (app, pilot):
            monkeypatch.setattr(TableScreen, "press", fails)
            await pilot.press("l")
    assert app.parting_words.startswith("This client has a fault (KeyError in test_credible.py, line ")
    assert app._exit_renderables == []


async def test_a_long_farewell_is_cut() -> None:
    """However much a server says in the end, and whatever is in it, little and clean text is left."""
    server = FakeServer()
    server.farewell = Goodbye("odd", "\x1b[2Jgone " + "word " * 20_000)
    async with running(Join("cards.example"), server) as (app, pilot):
        await until(pilot, lambda: app.parting_words != "")
    assert app.parting_words.startswith("[2Jgone word")
    assert len(app.parting_words) <= LONGEST_WORDS


async def test_a_server_that_cannot_be_understood_is_told_at_the_table() -> None:
    """The table stays as it was, with the reason, and a key leaves it."""
    server = FakeServer()
    async with running(PlayNow(), server, sits=True) as (app, pilot):
        assert server.stage is not None
        assert server._channel is not None
        server._channel._writer.write(b"\x00\x00\x00\x01\xc1")
        await until(pilot, lambda: table_of(app).board.parted)
        assert "cannot understand" in table_of(app).board.trouble
        await pilot.press("q")
        await until(pilot, lambda: app._exit)
