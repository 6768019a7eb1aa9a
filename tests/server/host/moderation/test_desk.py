"""The command of those who run the server: who may give it, what it looks at, and what is noted."""

import asyncio
import logging

import pytest

from protocol.administration import AdminCommand, Notice, ReportPerson
from protocol.errors import ErrorCode
from protocol.messages import Accepted, Goodbye, Refused
from protocol.setup import DAY, Clock, Setup
from protocol.tableview import TablePhase
from protocol.talk import Say
from protocol.tournaments import MakeTournament, ReadTournament, TournamentPlan, TournamentShown
from server.host.moderation.lookups import size_words
from server.host.moderation.moderation import ACTS, REFUSALS_NOTED
from server.host.moderation.reports import REPORTS
from server.host.terms import PUBLIC
from server.storage.store import FileSize, StoreSizes
from tests.server.host.bearers import GUEST, bearing
from tests.server.host.moderation.staff import admin, locally, person
from tests.server.host.world import Guest, World, a_world, in_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def refusal(guest: Guest, *words: str) -> ErrorCode:
    """Give why somebody may not ask."""
    await asyncio.sleep(1)
    answer = await guest.ask(lambda number: AdminCommand(number, words))
    assert isinstance(answer, Refused), answer
    return answer.code


@in_virtual_time
async def test_players_may_do_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever has no role is refused everything, help too, and nothing of it is in the audit log, nor their words."""
    caplog.set_level(logging.INFO)
    async with a_world() as world:
        ben = await person(world, "Ben")
        for words in (("status",), ("role", "Ben", "admin"), ("help",), (), ("\x1b[2J",)):
            assert await refusal(ben, *words) is ErrorCode.FORBIDDEN
        assert await locally(world, "audit") == "Nothing has been done yet."
        assert caplog.messages.count("id of Ben by ssh: refused, without a role") == 5
        assert "role Ben" not in caplog.text


@in_world
async def test_a_role_needs_the_key(world: World) -> None:
    """An account that comes without a proven key may do nothing, whatever its role, nor may who has no account."""
    cat = await world.guest("Cat", terms=PUBLIC)
    assert await locally(world, "role", "Cat", "admin") == "Cat is admin now."
    assert await refusal(cat, "status") is ErrorCode.FORBIDDEN
    nobody = await world.stranger(bearing("a new key", looks=True))
    await nobody.greet()
    assert await refusal(nobody, "status") is ErrorCode.NAME_NEEDED
    guest = await world.stranger(GUEST)
    await guest.greet("Gil")
    assert await refusal(guest, "status") is ErrorCode.FORBIDDEN


@in_world
async def test_a_role_that_is_taken_away_counts_at_once(world: World) -> None:
    """Also on a connection that was there before."""
    ann = await person(world, "Ann", "moderator")
    assert "people here: 1" in await admin(ann, "status")
    await locally(world, "role", "Ann", "player")
    assert await refusal(ann, "status") is ErrorCode.FORBIDDEN


@in_world
async def test_help_tells_what_the_role_may_do(world: World) -> None:
    """An admin reads of every act, a moderator of those for moderators; a misspelt act is refused, and not noted."""
    ann, ben = await person(world, "Ann", "admin"), await person(world, "Ben", "moderator")
    shown = "\n" + await admin(ann)
    assert all(f"\n{name} " in shown for name in ACTS)
    shown = await admin(ben, "help")
    assert "kick NAME [REASON]" in shown
    assert "close TABLE" not in shown
    assert await admin(ann, "stauts") == "refused: admin has no 'stauts': did you mean status?"
    assert await admin(ann, "xyzzy") == "refused: admin has no 'xyzzy': help lists what there is"
    assert "xyzzy" not in await admin(ann, "audit")
    assert await admin(ann, "status", "now") == "refused: status takes no words behind it"


@in_virtual_time
async def test_every_change_is_noted() -> None:
    """The audit log has who, by which door, what, on whom and why, also what was refused; looking is not noted."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann = await person(world, "Ann", "admin")
        await person(world, "Ben")
        for words in ("status", "mute Ben 1h noise", "close nowhere", "bans", "players"):
            await admin(ann, *words.split())
    async with a_world(store) as world:
        lines = [line.split("UTC  ")[1] for line in (await locally(world, "audit")).split("\n")]
        assert lines == [
            "Ann by ssh: close nowhere; refused: there is no such table: tables lists those that are not finished",
            "Ann by ssh: mute Ben (noise)",
            "root by socket: role Ann (admin)",
        ]
        assert (await locally(world, "audit", "1")).endswith("root by socket: audit")
        for words in ("-5", "0", "ten", "1 2"):
            assert "refused: write how many lines you want" in await locally(world, "audit", *words.split())


@in_world
async def test_refused_acts_do_not_fill_the_log(world: World) -> None:
    """Of one account only some are noted, so that a key in wrong hands does not fill what is never deleted."""
    ann = await person(world, "Ann", "admin")
    for _ in range(20):
        assert (await admin(ann, "close", "nowhere")).startswith("refused: ")
    assert (await locally(world, "audit")).count("close nowhere") == int(REFUSALS_NOTED.at_once)


@in_world
async def test_who_is_here(world: World) -> None:
    """Admins see keys and addresses, moderators do not; both see where everybody is."""
    assert await locally(world, "audit") == "Nothing has been done yet."
    ann, ben = await person(world, "Ann", "admin"), await person(world, "Ben", "moderator")
    guest = await world.stranger(GUEST)
    await guest.greet("Gil")
    table = await guest.open()
    seen = await admin(ann, "players")
    assert "SHA256:" in seen
    assert "192.0.2.1" in seen
    line = next(line for line in seen.split("\n") if line.startswith("Gil"))
    assert line.split() == ["Gil", "guest", table, "no", "key", "192.0.2.1"]
    assert "192.0.2.1" not in await admin(ben, "players")
    assert "waiting for players: 1" in await admin(ben, "status")
    assert f"{table}  lots 3" in await admin(ben, "tables")


@in_world
async def test_a_table_is_watched(world: World) -> None:
    """A table is shown as a spectator sees it: no hand, and neither the bids of others before they are open."""
    ben = await person(world, "Ben")
    table = await ben.open(Setup("lots", 3))
    assert "seat 2: free" in await locally(world, "watch", table)
    await ben.begin()
    await ben.until_my_turn()
    await ben.ask(lambda number: Say(number, "good luck"))
    seen = await locally(world, "watch", *table.split("-"))
    assert "seat 1: Ben (here)" in seen
    assert "Ben says: good luck" in seen
    assert "hand" not in seen.lower()
    assert (await locally(world, "watch", "no-such-table")).startswith("refused: there is no such table")
    world.store.unreadable = True
    other = await locally(world, "watch", table)
    assert other == seen


@in_world
async def test_a_table_is_closed(world: World) -> None:
    """Everybody there is sent away with a sentence, may come again, and the table is gone for good."""
    ben, cat = await person(world, "Ben"), await person(world, "Cat")
    table = await ben.open()
    await ben.begin()
    await ben.until(lambda view: view.phase is TablePhase.PLAYING)
    await cat.watch(table)
    assert await locally(world, "close", table) == f"{table} is closed."
    for guest in (ben, cat):
        gone = await guest.until_gone()
        assert (gone.code, gone.text) == ("kicked", "those who run this server have closed this table")
    await world.wait(100)
    assert (await locally(world, "close", table)).startswith("refused: there is no such table")
    again = await person(world, "Ben")
    answer = await again.join(table)
    assert isinstance(answer, Refused)


@in_virtual_time
async def test_tables_that_nobody_plays_at_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many at once, the oldest first; those at which somebody is, or has been of late, stay."""
    monkeypatch.setattr("server.host.moderation.moderation.MOST_CLOSED", 2)
    async with a_world() as world:
        ben = await person(world, "Ben")
        old = [await ben.open() for _ in range(3)]
        here = await ben.open()
        cat = await person(world, "Cat")
        await cat.join(here)
        await ben.hang_up()
        await world.wait(3 * DAY)
        ann = await person(world, "Ann")
        late = await ann.open()
        await ann.hang_up()
        await world.wait(DAY)
        said = await locally(world, "close", "idle", "2")
        assert said == "tables closed: 2.\n1 more are as old: write it again."
        assert await locally(world, "close", "idle", "2") == "tables closed: 1."
        listed = await locally(world, "tables")
        assert [code in listed for code in (*old, here, late)] == [False, False, False, True, True]
        for words in ((), ("0",), ("soon",), ("-1",)):
            assert (await locally(world, "close", "idle", *words)).startswith("refused: write the days")
        assert "close 2 tables (idle for 2 days)" in await locally(world, "audit")


@in_virtual_time
async def test_a_tournament_is_called_off() -> None:
    """For its maker, who may be gone for ever; one that is over, or not there, is said."""
    plan = TournamentPlan("Cwpan", Setup("lots", 3, {"deals": 2}), rounds=2, clock=Clock(30.0))
    async with a_world() as world:
        ben = await person(world, "Ben")
        await ben.ask(lambda number: MakeTournament(number, plan))
        await ben.hang_up()
        assert await locally(world, "call-off", "1") == "tournament 1 is called off."
        cat = await person(world, "Cat")
        answer = await cat.ask(lambda number: ReadTournament(number, 1))
        assert isinstance(answer, TournamentShown)
        assert answer.tournament.phase is TablePhase.OVER
        assert (await locally(world, "call-off", "2")).startswith("refused: there is no such tournament")
        assert (await locally(world, "call-off", "Cwpan")).startswith("refused: write the number")


@in_world
async def test_a_seat_is_reset(world: World) -> None:
    """Whoever had it is sent away, and a bot has it; nonsense is refused."""
    ann, ben = await person(world, "Ann"), await person(world, "Ben")
    table = await ann.open()
    await ben.join(table)
    await ann.begin()
    assert await locally(world, "reset-seat", table, "2") == f"seat 2 of {table} is taken from whoever had it."
    assert isinstance(await ben.until_gone(), Goodbye)
    await ann.until(lambda view: view.seats[1] is not None and bool(view.seats[1].bot))
    for words in ((table,), (table, "x"), (table, "0"), (table, "2"), (table, "99"), (table, "9" * 30)):
        assert (await locally(world, "reset-seat", *words)).startswith("refused: ")


@in_world
async def test_everybody_is_told(world: World) -> None:
    """What an admin says is cleaned and reaches every client that hears notices."""
    ben = await person(world, "Ben")
    assert await locally(world, "say", "back at", "\x1b[31mten") == "connections told: 1."
    assert await ben.hear() == Notice("back at [31mten")
    assert await locally(world, "say", "\x07") == "refused: write what to say"


@in_world
async def test_reports(world: World) -> None:
    """A report reaches those who run the server, with what was said and done around it, at once if they are here."""
    ann, ben, cat = [await person(world, name, role) for name, role in (("Ann", "admin"), ("Ben", ""), ("Cat", ""))]
    assert await admin(ann, "reports") == "There is no report."
    table = await ben.open()
    await cat.join(table)
    await cat.ask(lambda number: Say(number, "you fool"))
    answer = await ben.ask(lambda number: ReportPerson(number, "Cat", "insults\x1b me"))
    assert isinstance(answer, Accepted), answer
    assert await ann.hear() == Notice("Ben reports Cat: insults me (admin reports 1)")
    assert "1: 1970-01-01 00:16 UTC: Ben reports Cat: insults me" in await admin(ann, "reports")
    shown = await admin(ann, "reports", "1")
    assert f"sent at {table}; before it:" in shown
    assert "Cat says: you fool" in shown
    for words in ("2", "0", "one", "1 2"):
        assert "there is no such report" in await admin(ann, "reports", *words.split())
    assert not [message for message in ben.heard if isinstance(message, Notice)]


@in_world
async def test_what_is_no_report(world: World) -> None:
    """A report names somebody else and says something, and there are only so many in a time."""
    ben = await person(world, "Ben")
    await person(world, "Cat")

    async def report(name: str, text: str = "insults me") -> ErrorCode | None:
        answer = await ben.ask(lambda number: ReportPerson(number, name, text))
        return answer.code if isinstance(answer, Refused) else None

    assert await report("Nobody") is ErrorCode.UNKNOWN_PERSON
    assert await report("Ben") is ErrorCode.INVALID_NAME
    assert await report("Cat", "\u200b") is ErrorCode.INVALID_TEXT
    for _ in range(int(REPORTS.at_once)):
        await world.wait(1)
        assert await report("Cat") is None
    await world.wait(1)
    assert await report("Cat") is ErrorCode.TOO_MANY
    assert "at no table" in await locally(world, "reports", "1")


@in_world
async def test_huge_words(world: World) -> None:
    """As many and as long words as a message may have are answered with one short sentence."""
    ann = await person(world, "Ann", "admin")
    for words in (("kick", *["x" * 150] * 50), ("ban", "address", "9" * 200), ("mute", "\u202e" * 200)):
        answer = await admin(ann, *words)
        assert answer.startswith("refused: ")
        assert len(answer) < 200


@in_world
async def test_what_takes_the_room(world: World) -> None:
    """Every part is told with its rows and its size, and the files with theirs."""
    await person(world, "Ben")
    assert "accounts  1" in await locally(world, "room")

    async def sizes() -> StoreSizes:
        return StoreSizes((), (FileSize("chwech.sqlite", 12_345_678),), 5_000_000_000)

    world.store.sizes = sizes  # type: ignore[method-assign]
    assert await locally(world, "room") == ("WHAT  ROWS  SIZE\nfile chwech.sqlite: 12.3 MB\nfree on the disk: 5.0 GB")


@pytest.mark.parametrize(
    ("size", "words"), [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (2_000_000_000, "2.0 GB")]
)
def test_sizes_in_words(size: int, words: str) -> None:
    """Sizes are told in the largest unit that they fill."""
    assert size_words(size) == words
