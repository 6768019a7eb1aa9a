"""What the host refuses, it says in words that a client can say again in its reader's language."""

from collections.abc import Callable
from functools import partial

import pytest

from protocol.archive import ReadRecord, ReadReplay, ReadStatistics
from protocol.catalogues import catalogue
from protocol.errors import ErrorCode
from protocol.identity import NameKey, Rename, RevokeKey
from protocol.language import speaking
from protocol.messages import Continue, FromClient, JoinTable, LeaveTable, OpenTable, ReadRules, Refused, WatchTable
from protocol.rankings import ReadRankings
from protocol.sentences import translated
from protocol.setup import Arrangement, Clock, Setup
from protocol.talk import Say, SayPhrase
from tests.server.host.world import Guest, a_world, is_said_in_welsh
from tests.server.virtual_time import in_virtual_time

LOTS = Setup("lots", 3)


def opening(number: int, clock: Clock) -> OpenTable:
    """Give the command for a table with a clock."""
    return OpenTable(number, LOTS, arrangement=Arrangement(clock))


async def in_welsh(guest: Guest, make: Callable[[int], FromClient]) -> str:
    """Send a command that must be refused, and give what a client shows of it in Welsh."""
    answer = await guest.ask(make)
    assert isinstance(answer, Refused), answer
    with speaking("cy", catalogue):
        told = translated(answer)
    assert answer.wording is not None
    assert answer.text == answer.wording.template.format(**answer.wording.values)
    assert told.text != answer.text
    return told.text


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (partial(OpenTable, setup=Setup("bridge", 4)), "does dim gêm 'bridge' yma: dewiswch o blith lots"),
        (partial(ReadRules, setup=Setup("bridge", 4), language="cy"), "does dim gêm 'bridge' yma"),
        (partial(ReadStatistics, game="bridge"), "does dim gêm 'bridge' yma"),
        (partial(ReadRankings, ruleset="x"), "does gan lots ddim rheolau 'x': gadewch hynny allan"),
        (partial(ReadStatistics, name="Zoë {name}"), "does neb yma o'r enw 'Zoë {name}'"),
        (partial(OpenTable, setup=LOTS, bots=("clever",)), "does dim bot 'clever': dewiswch o blith "),
        (partial(OpenTable, setup=LOTS, bots=("keen",) * 3), "mae 3 o fotiau yn ormod: heblaw amdanoch chi, gall 2"),
        (partial(OpenTable, setup=LOTS, seed="one"), "ni ellir ailadrodd rhaniadau yma"),
        (partial(opening, clock=Clock(5)), "ni all symudiad gael 5 eiliad: dewiswch 0 am ddim cloc, 10 i 300 eiliad"),
        (partial(opening, clock=Clock(30, 1e6)), "ni all banc fod yn 1e+06 eiliad: dewiswch 0 i 3600"),
        (partial(opening, clock=Clock(0, 60)), "mae angen cloc ag eiliadau"),
        (partial(JoinTable, table="no-such-table"), "does dim bwrdd o'r fath"),
        (partial(WatchTable, table="no-such-table"), "does dim bwrdd o'r fath"),
        (partial(Continue, seq=1), "nid ydych wrth unrhyw fwrdd"),
        (LeaveTable, "nid ydych wrth unrhyw fwrdd"),
        (partial(Say, text="hello"), "nid ydych wrth unrhyw fwrdd"),
        (partial(Say, text="\u200b"), "does dim nodau gweladwy"),
        (partial(SayPhrase, phrase=200), "does dim ymadrodd 200: maent yn mynd o 0 i 15"),
        (partial(ReadRecord, game=7), "does dim gêm orffenedig 7 yma"),
        (partial(ReadReplay, game=7), "does dim gêm orffenedig 7 yma"),
        (partial(Rename, name=""), "mae angen enw"),
        (partial(Rename, name="You"), "byddai You yn edrych fel y gweinydd, neu fel y darllenydd ei hun"),
        (partial(Rename, name="CHI"), "byddai CHI yn edrych fel y gweinydd, neu fel y darllenydd ei hun"),
        (partial(Rename, name="Ben"), "mae'r enw Ben yn perthyn i rywun arall"),
        (partial(NameKey, key="SHA256:none", name="x"), "nid oes allwedd o'r fath gan eich cyfrif"),
        (partial(RevokeKey, key="SHA256:none"), "nid oes allwedd o'r fath gan eich cyfrif"),
    ],
)
@in_virtual_time
async def test_a_refusal_is_said_again_in_the_readers_language(make: Callable[[int], FromClient], says: str) -> None:
    """Names and numbers stand where the other language has them; braces in a name are only text."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        await world.guest("Ben")
        assert (await in_welsh(ann, make)).startswith(says)


@in_virtual_time
async def test_every_refusal_at_a_table_can_be_said_again() -> None:
    """In these tests a guest hears nothing else; that this is looked at is looked at here."""
    async with a_world() as world:
        ann = await world.guest("Ann")
        await ann.open()
        assert "dim i gytuno arno" in await in_welsh(ann, partial(Continue, seq=1))
        assert not is_said_in_welsh(Refused(1, ErrorCode.NOT_NOW, "something that no catalogue has"))
