"""What those who run the server may do: with tables and reports, and with people."""

import asyncio
import logging
import re
from collections.abc import Iterable
from itertools import product

import pytest

from protocol.errors import ErrorCode
from protocol.messages import Accepted, Goodbye, Hello, Refused, Welcome
from protocol.people import AdminCommand, Notice, ReportPerson, SayTo
from protocol.setup import DAY, Clock, Setup
from protocol.table import SayAtTable, TablePhase
from protocol.tournaments import MakeTournament, ReadTournament, TournamentPlan, TournamentShown
from server.host.acts import ACTS, REFUSALS_NOTED
from server.host.limits import ServerConfiguration
from server.host.moderation import MOST_PENALTIES, REPORTS, time_words
from server.host.terms import PUBLIC, Passport
from server.storage.store import Ban, FileSize, StoreSizes
from tests.server.host.bearers import GUEST, bearing, code_of, key_of, use
from tests.server.host.staff import HOME, admin, locally, person
from tests.server.host.world import Guest, World, a_world, in_world
from tests.server.storage.faulty import FaultyStore
from tests.server.virtual_time import in_virtual_time


async def refusal(guest: Guest, *words: str) -> ErrorCode:
    """Give why someone may not ask."""
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
            "Ann by ssh: mute Ben 1h noise",
            "root by socket: role Ann admin",
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
    """Admins see keys and addresses, moderators do not; both see where everyone is."""
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
    await ben.ask(lambda number: SayAtTable(number, "good luck"))
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
    """Everyone there is sent away with a sentence, may come again, and the table is gone for good."""
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
    """So many at once, the oldest first; those at which someone is, or has been of late, stay."""
    monkeypatch.setattr("server.host.acts.MOST_CLOSED", 2)
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
        assert "close idle 2" in await locally(world, "audit")


@in_virtual_time
async def test_a_tournament_is_called_off() -> None:
    """For its maker, who may be gone for ever; one that is over, or not there, is said."""
    plan = TournamentPlan("Cwpan", Setup("lots", 3, {"deals": 2}), rounds=2, clock=Clock(30.0))
    async with a_world() as world:
        ben = await person(world, "Ben")
        await ben.ask(lambda number: MakeTournament(number, plan))
        await ben.hang_up()
        assert await locally(world, "call-off", "1") == "tournament 1 is cancelled."
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
    assert await locally(world, "reset-seat", table, "2") == f"seat 2 of {table} is taken from its player."
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
    await cat.ask(lambda number: SayAtTable(number, "you fool"))
    await cat.ask(lambda number: SayTo(number, "Ben", "and a cheat"))
    await cat.ask(lambda number: SayTo(number, "Ann", "what a fool"))
    answer = await ben.ask(lambda number: ReportPerson(number, "Cat", "insults\x1b me"))
    assert isinstance(answer, Accepted), answer
    assert await ann.hear() == Notice("Ben reports Cat: insults me (admin reports 1)")
    assert "1: 1970-01-01 00:16 UTC: Ben reports Cat: insults me" in await admin(ann, "reports")
    shown = await admin(ann, "reports", "1")
    assert f"sent at {table}; before it:" in shown
    assert "Cat says: you fool" in shown
    assert "Cat to Ben alone: and a cheat" in shown
    assert "what a fool" not in shown
    for words in ("2", "0", "one", "1 2"):
        assert "there is no such report" in await admin(ann, "reports", *words.split())
    assert not [message for message in ben.heard if isinstance(message, Notice)]


@in_world
async def test_what_is_no_report(world: World) -> None:
    """A report names someone else and says something, and there are only so many in a time."""
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
async def test_what_takes_the_room(world: World) -> None:
    """Every part is told with its rows and its size, and the files with theirs."""
    await person(world, "Ben")
    assert "accounts  1" in await locally(world, "room")

    async def sizes() -> StoreSizes:
        return StoreSizes((), (FileSize("chwech.sqlite", 12_345_678),), 5_000_000_000)

    world.store.sizes = sizes  # type: ignore[method-assign]
    assert await locally(world, "room") == ("WHAT  ROWS  SIZE\nfile chwech.sqlite: 12.3 MB\nfree on the disk: 5.0 GB")


async def turned_away(world: World, name: str, address: str = HOME) -> str:
    """Give what someone reads who is not let in; empty for who is."""
    guest = await world.stranger(bearing(name, address=address))
    answer = await guest.greet(name)
    if isinstance(answer, Welcome):
        return ""
    assert isinstance(answer, Goodbye), answer
    assert answer.code == ErrorCode.BANNED.value
    return answer.text


async def talks(guest: Guest) -> bool:
    """Say whether someone may talk at their table."""
    answer = await guest.ask(lambda number: SayAtTable(number, "hello"))
    assert isinstance(answer, Accepted | Refused), answer
    return isinstance(answer, Accepted)


@in_virtual_time
async def test_a_ban_of_an_account_ends_by_itself() -> None:
    """Whoever is banned is sent away, reads until when, survives no restart, and may come in when it is over."""
    store = FaultyStore()
    async with a_world(store) as world:
        ben = await person(world, "Ben")
        assert await locally(world, "ban", "Ben", "2h", "shouting") == "Ben is banned until 1970-01-01 02:16 UTC."
        assert (await ben.until_gone()).code == ErrorCode.BANNED.value
        assert await turned_away(world, "Ben") == "you are banned from this server until 1970-01-01 02:16 UTC: shouting"
    async with a_world(store) as world:
        assert "account Ben: until 1970-01-01 02:16 UTC, by root: shouting" in await locally(world, "bans")
        assert await turned_away(world, "Ben")
        await world.wait(7200)
        assert not await turned_away(world, "Ben")
        assert await locally(world, "bans") == "Nobody is banned or muted."


@in_virtual_time
async def test_a_list_of_bans_fits_into_a_frame() -> None:
    """However many there are, the newest are listed and the others counted, and the connection goes on."""
    store = FaultyStore()
    for number in range(1500):
        reason = f"{number} {'ŵ' * 100}"
        await store.keep_ban(Ban("account", f"id {number}", f"Ben {number}", 1.0 + number, None, "root", reason))
    async with a_world(store) as world:
        ann = await person(world, "Ann", "admin")
        for answer in (await admin(ann, "bans"), await locally(world, "bans")):
            first, *_, last = lines = answer.split("\n")
            assert first.startswith("account Ben 1499: for ever, by root: 1499 ")
            assert last == f"and {1500 - len(lines) + 1} more"
        assert "banned or muted: 1500" in await admin(ann, "status")


@in_world
async def test_a_banned_account_has_no_way_round(world: World) -> None:
    """A code that it has asked for before adds no other key to it, and its own token of a client does not help."""
    ben = await person(world, "Ben")
    code = await code_of(ben)
    await locally(world, "ban", "Ben")
    assert await turned_away(world, "Ben") == "you are banned from this server"
    other = await world.stranger(bearing("another key", looks=True))
    await other.greet()
    assert await use(other, code) is ErrorCode.INVALID_CODE
    bot = await world.guest("Cat")
    await locally(world, "ban", "Cat", "forever", "cheats")
    back = await world.stranger(PUBLIC)
    answer = await back.greet(token=bot.token)
    assert isinstance(answer, Goodbye)
    assert answer.text == "you are banned from this server: cheats"


@in_world
async def test_a_ban_of_a_key(world: World) -> None:
    """A key is held off before an account is made for it, with a sentence, until it is unbanned."""
    key = key_of("Dai")
    assert await locally(world, "ban", "key", key, "1d") == f"{key} is banned until 1970-01-02 00:16 UTC."
    assert await turned_away(world, "Dai")
    assert await world.store.named("Dai") is None
    ben = await person(world, "Ben")
    await locally(world, "ban", "key", key_of("Ben"))
    assert await ben.until_gone()
    assert await locally(world, "unban", "key", key) == f"{key} may come in again."
    assert not await turned_away(world, "Dai")


@pytest.mark.parametrize(
    ("words", "address", "elsewhere"),
    [
        ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ("192.0.2.9/24", "192.0.2.200", "192.0.3.1"),
        ("2001:db8::7", "2001:0db8:0000:0000", "2001:0db8:0000:0001"),
        ("2001:db8::/32", "2001:0db8:00ff:0001", "2001:0db9:0000:0000"),
        ("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"),
    ],
)
@in_world
async def test_a_ban_of_an_address(world: World, words: str, address: str, elsewhere: str) -> None:
    """It holds for all who come from there, IPv6 by the network of a household, and for nobody else."""
    ann, ben = await person(world, "Ann", address=address), await person(world, "Ben", address=elsewhere)
    assert "is banned" in await locally(world, "ban", "address", words, "1h")
    assert (await ann.until_gone()).code == ErrorCode.BANNED.value
    assert await turned_away(world, "Cat", address)
    assert not await turned_away(world, "Dai", elsewhere)
    await ben.open()
    assert "may come in again" in await locally(world, "unban", "address", words)
    assert not await turned_away(world, "Cat", address)


@in_world
async def test_a_person_who_is_called_like_an_address(world: World) -> None:
    """Neither is taken for the other: the name is one word, the address has the length of its prefix."""
    ann, ben = await person(world, "Ann"), await person(world, "address 192.0.2.7")
    said = await locally(world, "ban", "address", "192.0.2.7", "1h")
    assert said.startswith("refused: address 192.0.2.7 is a person, too: put the name in quotation marks")
    assert "address 192.0.2.7 is banned until" in await locally(world, "ban", "address 192.0.2.7", "1h")
    assert await ben.until_gone()
    assert "192.0.2.7/32 is banned until" in await locally(world, "ban", "address", "192.0.2.7/32", "1h")
    await ann.open()


@in_virtual_time
async def test_fronts_are_told_of_addresses() -> None:
    """Whoever holds addresses off before anybody has said who they are is told which, at once and at each change."""
    store = FaultyStore()
    told: list[list[str]] = []
    async with a_world(store) as world:
        await locally(world, "ban", "address", "192.0.2.0/24", "1h")
        world.host.moderation.share(lambda bans: told.append([ban.what for ban in bans]))
        await locally(world, "ban", "address", "198.51.100.7")
        await person(world, "Ben", address="203.0.113.1")
        await locally(world, "ban", "Ben")
        await locally(world, "unban", "address", "192.0.2.0/24")
        await world.wait(2 * DAY)
        assert told == [["192.0.2.0/24"], ["192.0.2.0/24", "198.51.100.7/32"], ["198.51.100.7/32"]]


@in_world
async def test_what_is_no_ban(world: World) -> None:
    """What cannot be banned is refused with what would be right."""
    for words, why in {
        "": "write whom it is about",
        "Nobody": "nobody is called 'Nobody'",
        "address": "nobody is called 'address'",
        "address here": "write an address or a network",
        "address 0.0.0.0/0": "this would ban too much of the world: /8 is the most",
        "address ::/0": "this would ban too much of the world: /16 is the most",
    }.items():
        answer = await locally(world, "ban", *words.split())
        assert answer.startswith(f"refused: {why}"), answer
    assert (await locally(world, "unban", "address", "192.0.2.1")).startswith("refused: 192.0.2.1/32 is not banned")
    assert "is too much: write only whom" in await locally(world, "unban", "address", "192.0.2.1", "now")


@in_world
async def test_a_kick_at_play(world: World) -> None:
    """Whoever is sent away keeps the seat and may come again at once; a bot plays after the usual time."""
    ann, ben = await person(world, "Ann", "moderator"), await person(world, "Ben")
    table = await ann.open()
    await ben.join(table)
    await ann.begin()
    assert await admin(ann, "kick", "Ben", "language") == "Ben is sent away."
    gone = await ben.until_gone()
    assert (gone.code, gone.text) == ("kicked", "those who run this server have sent you away: language")
    assert await admin(ann, "kick", "Ben") == "refused: Ben is not here now"
    await ann.until(lambda view: view.seats[1] is not None and view.seats[1].away)
    again = await person(world, "Ben")
    await again.join(table)
    await again.until(lambda view: view.seats[1] is not None and not view.seats[1].away)
    await admin(ann, "kick", "Ben")
    assert (await again.until_gone()).text == "those who run this server have sent you away"


@in_world
async def test_what_is_no_time_and_no_key_is_refused(world: World) -> None:
    """It would count as a reason, and hold for ever; or ban a key that nobody has."""
    await person(world, "Ben")
    for act, word in (("ban", "10"), ("ban", "-5m"), ("mute", "99999999999999d"), ("mute", "2hours")):
        answer = await locally(world, act, "Ben", word, "days")
        assert answer.startswith(f"refused: {word} is no time: write 30m, 2h, 7d, 4w or forever")
    for key in ("SHA256:", "SHA256:short"):
        assert (await locally(world, "ban", "key", key)).startswith(f"refused: {key} is no fingerprint of a key")
    assert await locally(world, "bans") == "Nobody is banned or muted."


@in_world
async def test_a_mute(world: World) -> None:
    """Whoever is muted reads until when and why, may play on, and talks again when it is over or taken back."""
    ann, ben = await person(world, "Ann", "moderator"), await person(world, "Ben")
    await ben.open()
    assert await admin(ann, "mute", "Ben") == "Ben may not talk until 1970-01-01 01:16 UTC."
    answer = await ben.ask(lambda number: SayAtTable(number, "hello"))
    assert isinstance(answer, Refused)
    assert answer.text == "you may not talk here until 1970-01-01 01:16 UTC"
    assert isinstance(await ben.begin(), Accepted)
    await world.wait(3600)
    assert await talks(ben)
    assert await admin(ann, "mute", "Ben", "forever", "again") == "Ben may not talk for ever."
    answer = await ben.ask(lambda number: SayAtTable(number, "hello"))
    assert isinstance(answer, Refused)
    assert answer.text == "you may not talk here: again"
    assert await admin(ann, "mute", "Ben", "30m", "shouting") == "Ben may not talk until 1970-01-01 01:46 UTC."
    answer = await ben.ask(lambda number: SayAtTable(number, "hello"))
    assert isinstance(answer, Refused)
    assert answer.text == "you may not talk here until 1970-01-01 01:46 UTC: shouting"
    assert (await admin(ann, "unmute", "Ben", "please")).startswith("refused: please is too much")
    assert await admin(ann, "unmute", "Ben") == "Ben may talk again."
    assert await admin(ann, "unmute", "Ben") == "refused: Ben is not muted"
    assert await talks(ben)


@in_world
async def test_names_with_blanks(world: World) -> None:
    """The longest name that there is counts, and what follows it is the time and the reason."""
    await person(world, "Ann")
    await person(world, "Ann the Great")
    assert "Ann the Great may not talk until 1970-01-01 02:16 UTC" in await locally(
        world, "mute", "ann", "the", "great", "2h", "for", "noise"
    )
    assert (await locally(world, "bans")).endswith("by root: for noise")


@in_world
async def test_who_may_act_on_whom(world: World) -> None:
    """Nobody acts on someone of their own role or above, or on themselves; the owner of the machine on everyone."""
    ann, ben = await person(world, "Ann", "admin"), await person(world, "Ben", "moderator")
    await person(world, "Cat", "moderator")
    for words in ("kick Ann", "mute Ann 1h", "mute Cat", "kick Cat"):
        answer = await admin(ben, *words.split())
        assert answer.startswith("refused:")
        assert "take that role away first" in answer
    for words in ("ban Cat", "role Ben admin", "close x", "audit", "room", "watch x", "say hello"):
        assert "is for admins, and you are moderator" in await admin(ben, *words.split())
    assert await admin(ann, "ban", "key", key_of("Ann")) == "refused: that is yourself"
    assert await admin(ann, "kick", "Ann") == "refused: that is yourself"
    assert "this would shut you out" in await admin(ann, "ban", "address", f"{HOME}/16")
    assert await admin(ann, "ban", "Cat") == "Cat is banned for ever."
    assert await locally(world, "ban", "Ann", "1h") == "Ann is banned until 1970-01-01 01:16 UTC."


@in_virtual_time
async def test_roles() -> None:
    """Roles are given and taken, over SSH neither another admin's nor the last admin's; guests and bots get none."""
    store = FaultyStore()
    async with a_world(store) as world:
        ann, ben = await person(world, "Ann", "admin"), await person(world, "Ben")
        guest = await world.stranger(bearing(""))
        await guest.greet("Gil")
        bot = await world.stranger(bearing("Robot"))
        await bot.channel.send(Hello((1, 1), "test", "Robot", bot=True))
        await bot.hear()
        assert "you are the last admin" in await admin(ann, "role", "Ann", "player")
        assert await admin(ann, "role", "Ben", "admin") == "Ben is admin now."
        assert "only on the machine of the server" in await admin(ann, "role", "Ben", "player")
        assert await admin(ben, "role", "Ben", "moderator") == "Ben is moderator now."
        for name in (["Gil"], ["Robot", "(bot)"]):
            assert "is a guest or a bot" in await admin(ann, "role", *name, "moderator")
        for words in ("Ben king", "admin", "", "Ben x admin"):
            assert (await admin(ann, "role", *words.split())).startswith("refused: ")
        assert await locally(world, "role", "Ann", "player") == "Ann is player now."
    async with a_world(store) as world:
        await person(world, "Ann")
        cat = await person(world, "Cat", "moderator")
        assert "Ben is moderator" in await admin(cat, "kick", "Ben")


@in_world
async def test_the_allow_list_is_kept_by_words(world: World) -> None:
    """An admin puts the keys of one account, of all, or keys on it and takes them off, at the machine or by SSH."""
    ann, listed = await person(world, "Ann"), set[str]()

    def hear(keys: Iterable[str]) -> None:
        listed.clear()
        listed.update(keys)

    world.host.moderation.share(lambda _: None, hear)
    for name in ("Ben", "Cat Dee"):
        await person(world, name)
    assert await locally(world, "allow") == "Nobody is on the allow-list."
    assert await locally(world, "role", "Ann", "admin") == "Ann is admin now."
    assert listed == {key_of("Ann")}
    assert await admin(ann, "allow", "Ben") == "Ben: one key on the allow-list, 1 of them new."
    assert await admin(ann, "allow", "Ben") == "Ben: one key on the allow-list, none of them new."
    everybody = "everybody known: 3 keys on the allow-list, 1 of them new."
    assert await locally(world, "allow", "--everybody-known") == everybody
    assert f"{key_of('Cat Dee')}  Cat Dee" in await locally(world, "allow")
    assert (await locally(world, "accounts")).splitlines() == ["Ann: one key", "Ben: one key", "Cat Dee: one key"]
    assert (await locally(world, "accounts", "Ann")).startswith(f"Ann: admin\n{key_of('Ann')}  ")
    assert "x is too much" in await locally(world, "accounts", "Ann", "x")
    await locally(world, "allow", "key", key_of("Zoe"), key_of("Yan"))
    assert {key_of("Zoe"), key_of("Yan")} <= listed
    assert await locally(world, "disallow", "key", key_of("Zoe")) == f"{key_of('Zoe')}: 1 taken from the allow-list."
    assert await locally(world, "disallow", "Ann") == "Ann: 1 taken from the allow-list, but an admin stays on it."
    assert (key_of("Zoe") in listed, key_of("Ann") in listed) == (False, True)
    assert "no such key is on the allow-list" in await locally(world, "disallow", "key", key_of("Zoe"))
    for act, words in product(
        ("allow", "disallow"), (["address", "10.0.0.1"], ["Ben", "--everybody-known"], ["nobody"])
    ):
        assert (await locally(world, act, *words)).startswith("refused")


@in_world
async def test_an_invitation_puts_a_key_on_the_list(world: World) -> None:
    """It is a sentence to send, holds for so many and so long, and is used by what a front says of a visitor."""
    serve, now = world.host.moderation.serve_front, world.now()
    assert "lets nobody in by SSH" in await locally(world, "invite")
    world.host.configure(ServerConfiguration(name="Cards", command="ssh -p 2222 chwech@cards.example"))
    sentence = await locally(world, "invite", "2", "3d")
    found = re.search(r"invite ((?:[2-9A-HJ-NP-Z]{4}-?){3})\n", sentence)
    assert found
    assert sentence.startswith(f"Come and play cards at Cards. Type this once, before {time_words(now + 3 * 86_400)} ")
    assert "(it holds for 2 people):" in sentence
    assert "until allow-list = true is set" in sentence
    answers = [await serve(Passport(key_of(who), asks=("invite", found[1].lower()))) for who in ("Ann", "Ben", "Cat")]
    assert [answer.refused for answer in answers] == [False, False, True]
    assert f"{key_of('Ben')}  invited, " in await locally(world, "allow")
    for asks in (("invite", "AAAA-AAAA-AAAA"), ("invite", ""), ("what",)):
        assert (await serve(Passport(key_of("Dan"), asks=asks))).refused
    for words in (["0"], ["101"], ["2", "9999d"], ["forever"], ["Ann"], ["1", "7d", "x"]):
        assert "write for how many people" in await locally(world, "invite", *words)


@in_world
async def test_what_a_front_penalises_is_banned_for_a_while(world: World) -> None:
    """At every front and door, but neither this machine nor an address that is banned already, and only so many."""
    told: list[list[str]] = []
    world.host.moderation.share(lambda bans: told.append([ban.what for ban in bans]))

    async def penalise(address: str, seconds: str = "60") -> None:
        await world.host.moderation.serve_front(Passport("", address, asks=("penalise", seconds)))

    for address in ("192.0.2.7", "192.0.2.7", "127.0.0.1", "this machine", "2001:0db8:0000:0000"):
        await penalise(address)
    assert told[-1] == ["192.0.2.7/32", "2001:db8::/64"]
    stranger = await world.stranger(bearing("Eve", address="192.0.2.7"))
    assert "too much went wrong from your address" in str(await stranger.greet("Eve"))
    await asyncio.sleep(61)
    for number in range(MOST_PENALTIES + 5):
        await penalise(f"198.51.{number // 256}.{number % 256}")
    assert len(told[-1]) == MOST_PENALTIES
