"""What is asked of finished games: lists and records, in messages of a size that fits."""

from functools import partial

from protocol.archive import Games, ListGames, ReadRecord
from protocol.errors import ErrorCode
from protocol.framing import SERVER_LIMIT
from protocol.messages import Refused
from protocol.setup import Setup
from protocol.tableview import TablePhase
from server.host.archive.library import page
from server.host.limits import GAMES_LISTED, NAME_CELLS, RECORD_LINES, RECORD_PAGE
from server.rules.game import Game
from server.storage.store import FinishedGame
from server.tables.chairs import Chair
from server.tables.heading import Heading
from tests.server.host.test_archivist import leave_a_log, play_a_game
from tests.server.host.world import CODEC, a_world
from tests.server.lots import GAME, LOTS
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


@in_virtual_time
async def test_a_game_that_is_not_there() -> None:
    """A number that no finished game has is refused in words, while a game is on as well."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        await ann.open()
        await ann.begin()
        for game in (1, 2**63 - 1):
            refused = await ann.ask(partial(ReadRecord, game=game))
            assert isinstance(refused, Refused)
            assert refused.code is ErrorCode.UNKNOWN_GAME
            assert refused.text == f"there is no finished game {game} here: ask for the list of yours"


@in_virtual_time
async def test_the_longest_list_fits_into_a_frame() -> None:
    """As many games as are listed, of as many players as there can be, with the longest names."""
    store = FaultyStore()
    chairs = tuple(Chair("\U00020000\u0323" * (NAME_CELLS // 2), account=f"{seat}") for seat in range(7))
    options = {option.name: option.values[-1] if option.values else option.most for option in LOTS.options}
    brief = Heading(
        code="x" * 64,
        opened_at=1.5,
        setup=Setup("lots", 7, {f"{name} {number}": value for name, value in options.items() for number in range(4)}),
        phase=TablePhase.OVER,
        chairs=chairs,
        summary="",
        maker="0",
        totals=(-100_000,) * 7,
    )
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        (session,) = world.host._sessions
        for number in range(1, GAMES_LISTED + 10):
            await leave_a_log(store, str(number), b"")
            game = FinishedGame(number, str(number), 1.5, CODEC.pack(brief))
            await store.file(game, frozenset({session.account.id}), "")
        games = await ann.games()
        assert [games[0].game, games[-1].game] == [GAMES_LISTED + 9, 10]
        assert len(CODEC.encode_server(Games(1, games))) < SERVER_LIMIT


@in_virtual_time
async def test_a_damaged_archive() -> None:
    """A list that cannot be read is refused, and the connection goes on."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann = await world.guest("Ann")
        await play_a_game(ann)
        await world.wait(1)
        store.execute("UPDATE games SET entry = x'c1'")
        refused = await ann.ask(ListGames)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.SERVER_FAULT
        assert await ann.record(1)


def test_pages_hold_every_line_once() -> None:
    """Read from where the last page ended, a record comes whole and in order, and ends where it says so."""
    lines = [f"{number} " + "\u00e4" * (number % 700) for number in range(3000)]
    record, read, more = "\n".join(lines), 0, True
    while more:
        taken, more = page(record, read)
        assert 0 < len(taken) <= RECORD_LINES
        assert sum(len(line.encode()) for line in taken) <= RECORD_PAGE
        assert list(taken) == lines[read : read + len(taken)]
        read += len(taken)
    assert read == len(lines)
    assert page(record, len(lines)) == ((), False)
    assert page(record, 10**6) == ((), False)


def test_the_longest_line_has_a_page_of_its_own() -> None:
    """A line as long as any that is kept can be read."""
    long = "x" * RECORD_PAGE
    assert page(f"{long}\n{long}", 0) == ((long,), True)
    assert page(f"{long}\n{long}", 1) == ((long,), False)


@in_virtual_time
async def test_a_long_record_comes_in_pages() -> None:
    """A record of more lines than a message holds is asked for page by page."""
    lines = [str(number) for number in range(RECORD_LINES + 5)]
    talkative = Game(GAME)
    talkative.record = lambda *_whatever: "\n".join(lines)  # type: ignore[method-assign]  # longer than any
    async with a_world(games={"lots": talkative}) as world:
        ann = await world.guest("Ann")
        await play_a_game(ann)
        await world.wait(5)
        assert (await ann.page(1, 0)).more
        assert await ann.record(1) == lines
