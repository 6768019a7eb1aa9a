"""The deal of the day: its days, its tables, its results and their codes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.kit.deck import commitment
from protocol.daily import SCORE_STEP, Daily, DailyMark, DailyScores, PlayDaily, ReadDaily
from protocol.errors import ErrorCode
from protocol.game import Answered
from protocol.messages import Refused, Seated, WatchTable
from protocol.table import Rematch, Resign, SetAway, TablePhase
from server.host import daily_code as code
from server.host.daily import GRACE_SECONDS, day_of, ends_at, is_over, streaks
from server.host.daily_code import InvalidCode, choices_in, read_code, write_code
from server.host.terms import LOCAL
from server.storage.store import Unknown
from tests.server.host.daily.player import (
    CHWECH,
    DAY,
    HOUR,
    NOON,
    TOMORROW,
    act,
    at_noon,
    go,
    page,
    play_on,
    refused_page,
    sit_down,
)
from tests.server.host.pastime import events
from tests.server.host.world import Guest, World, a_world, in_world, refusal
from tests.server.virtual_time import in_virtual_time


def test_a_day_is_that_of_utc() -> None:
    """It begins and ends at midnight by UTC, whatever the machine thinks."""
    assert [day_of(NOON + hours * HOUR) for hours in (-12.01, -12, 0, 11.99, 12)] == [
        "2026-11-20", DAY, DAY, DAY, TOMORROW,
    ]  # fmt: skip
    assert ends_at(DAY) == NOON + 12 * HOUR


def test_a_day_is_over_some_time_after_midnight() -> None:
    """Whoever still plays at midnight has time to finish."""
    assert not is_over(DAY, ends_at(DAY) + GRACE_SECONDS - 1)
    assert is_over(DAY, ends_at(DAY) + GRACE_SECONDS)


SEED = bytes(range(32))


OTHER = bytes(32)


TURN = st.integers(1, 30).flatmap(lambda legal: st.tuples(st.integers(0, legal - 1), st.just(legal)))


@given(st.lists(TURN, max_size=90), st.binary(min_size=32, max_size=32), st.dates(min_value=code._FIRST_DAY))
def test_a_code_gives_back_the_choices(choices: list[tuple[int, int]], seed: bytes, day: object) -> None:
    """Whatever was chosen on whatever day: who knows the seed reads exactly that."""
    try:
        written = write_code(seed, str(day), choices)
    except InvalidCode as fault:
        assert str(fault).startswith("no code can name the day")  # noqa: PT017
        return
    sealed = read_code(written)
    choose = choices_in(sealed, seed)
    assert sealed.day == str(day)
    assert [(choose(legal), legal) for _place, legal in choices] == choices


def test_without_the_seed_a_code_says_nothing() -> None:
    """Another seed does not read it, and games that differ in one turn have nothing in common after the day."""
    one, other = (read_code(write_code(SEED, DAY, [(place, 4)] * 30 + [(1, 4)])) for place in (1, 2))
    with pytest.raises(InvalidCode, match="does not belong to this seed"):
        choices_in(one, OTHER)
    assert one.check != other.check
    assert sum(a == b for a, b in zip(one.actions, other.actions, strict=True)) <= 2


def test_a_player_of_the_day_cannot_read_the_codes_of_others() -> None:
    """Whoever knows their own actions, and so their own mask, has nothing of the mask of another code."""
    one = read_code(write_code(SEED, DAY, [(3, 4)] * 40))
    other = read_code(write_code(SEED, DAY, [(3, 4)] * 39 + [(2, 4)]))
    plain_one, plain_other = b"\xff" * 10, b"\xbf" + b"\xff" * 9
    masks = [
        bytes(a ^ b for a, b in zip(*pair, strict=True))
        for pair in ((one.actions, plain_one), (other.actions, plain_other))
    ]
    assert masks[0] != masks[1]


@pytest.mark.parametrize("text", ["", "abc", "0" * 20, "z" * 500, "a b" * 10, "1" * 12, "2zzzzzzzz1"])
def test_what_is_no_code(text: str) -> None:
    """Any other text is refused, however long."""
    with pytest.raises(InvalidCode):
        read_code(text)


def test_a_code_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code of other bots or deals is refused by name."""
    monkeypatch.setattr(code, "DAILY_VERSION", 9)
    written = write_code(SEED, DAY, [(1, 2)])
    monkeypatch.undo()
    with pytest.raises(InvalidCode, match="of another version"):
        read_code(written)


def test_a_code_with_a_wrong_letter() -> None:
    """One changed letter is noticed: in the day, in the check, or in the actions."""
    written = write_code(SEED, DAY, [(3, 4)] * 30)
    for place in range(2, len(written)):
        changed = written[:place] + ("x" if written[place] != "x" else "y") + written[place + 1 :]
        with pytest.raises(InvalidCode):
            choices_in(read_code(changed), SEED)


async def whole_game(world: World, guest: Guest, place: int = 0) -> Daily:
    """Play the game of the day to its end, and give the page after it."""
    await sit_down(guest)
    await play_on(guest, place)
    await world.wait(5)
    return await page(guest)


@in_virtual_time
async def test_the_same_actions_give_the_same_game_to_everybody() -> None:
    """Two accounts that do the same are told the same events, though one talks, leaves and comes back meanwhile."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann, ben = await world.guest("Ann"), await world.guest("Megan")
        mine = await whole_game(world, ann)
        await sit_down(ben)
        await act(ben)
        await ben.leave()
        assert (await sit_down(ben)).view.phase is TablePhase.PLAYING
        theirs = await whole_game(world, ben)
        assert mine.result is not None
        assert events(ann, Answered) == events(ben, Answered)
        assert theirs.result == mine.result
        assert [one.name for one in theirs.of_day] == ["Ann", "Megan"]


@in_virtual_time
async def test_one_game_a_day_counts() -> None:
    """Whoever comes again goes on with it, or sees its end; only then can they practise, and that changes nothing."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann = await world.guest("Ann")
        first = await sit_down(ann)
        assert first.daily == DailyMark(DAY)
        assert (await sit_down(ann, practice=True)).view.table == first.view.table
        assert (await page(ann)).table == first.view.table
        await play_on(ann)
        await world.wait(5)
        counted = await page(ann)
        assert (counted.table, counted.spent) == ("", True)
        assert (await sit_down(ann)).view.phase is TablePhase.OVER
        again = await sit_down(ann, practice=True)
        assert again.daily == DailyMark(DAY, practice=True)
        await play_on(ann, place=1)
        await world.wait(5)
        assert (await page(ann)).result == counted.result
        at_noon(world, 24)
        assert (await page(ann)).result is None
        assert (await sit_down(ann)).view.table not in (first.view.table, again.view.table)


@in_virtual_time
async def test_whoever_gives_it_up_has_no_other() -> None:
    """A game that was left for good is spent: the day has no result, and what follows is practice."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann = await world.guest("Ann")
        await sit_down(ann)
        await ann.ask(Resign)
        assert isinstance(await go(ann), Refused)
        left = await page(ann)
        assert (left.table, left.spent, left.result) == ("", True, None)
        assert (await sit_down(ann, practice=True)).daily == DailyMark(DAY, practice=True)


@in_virtual_time
async def test_a_game_that_was_only_begun_is_opened_later() -> None:
    """If the server ended between noting the game and opening its table, the table is opened at the next visit."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann = await world.guest("Ann")
        account = await world.store.named("Ann")
        assert account is not None
        await world.store.begin_day(DAY, account.id, "calm-river-lamp")
        assert not (await page(ann)).spent
        seated = await sit_down(ann, practice=True)
        assert (seated.view.table, seated.daily) == ("calm-river-lamp", DailyMark(DAY))


@in_virtual_time
async def test_the_seed_is_committed_before_the_day_and_revealed_after_it() -> None:
    """Today shows what tomorrow is sealed with; the seed comes when nobody can play any more, and fits."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann = await world.guest("Ann")
        today = await page(ann)
        assert today.day == DAY
        assert not today.seed
        at_noon(world, 24)
        tomorrow = await page(ann)
        assert (tomorrow.day, tomorrow.commitment) == (TOMORROW, today.next_commitment)
        past = await page(ann, DAY)
        assert (past.commitment, past.next_commitment) == (today.commitment, tomorrow.commitment)
        assert commitment(bytes.fromhex(past.seed)) == today.commitment


@in_virtual_time
async def test_the_seed_waits_for_those_who_still_play() -> None:
    """For two hours after midnight a game can be finished and the seed stays secret; what ends later does not count."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        await sit_down(ann)
        await sit_down(ben)
        at_noon(world, 13.5)
        assert not (await page(ann, DAY)).seed
        await play_on(ann)
        await world.wait(5)
        assert (await page(ann, DAY)).result is not None
        at_noon(world, 14.5)
        assert (await page(ann, DAY)).seed
        await play_on(ben)
        await world.wait(5)
        late = await page(ben, DAY)
        assert (late.result, [one.name for one in late.of_day]) == (None, ["Ann"])


@in_virtual_time
async def test_alone_the_seed_is_that_of_the_date() -> None:
    """On one's own machine everyone has the same seed, shown from the start, and nothing is drawn."""
    async with a_world(games=CHWECH) as one, a_world(number=7, games=CHWECH) as other:
        at_noon(one)
        at_noon(other)
        mine, theirs = await one.guest("Ann", terms=LOCAL), await other.guest("Ben", terms=LOCAL)
        shown = await page(mine)
        assert shown.alone
        assert shown.seed
        assert shown == replace(await page(theirs), id=shown.id)
        assert await one.store.day_seed(DAY) is None
        assert (await whole_game(one, mine)).result == (await whole_game(other, theirs)).result


@in_virtual_time
async def test_lists_of_the_day_the_week_and_all_time() -> None:
    """Scores are summed over the days of each list, and the better person comes first."""
    async with a_world(games=CHWECH) as world:
        ann, ben, scores = await world.guest("Ann"), await world.guest("Ben"), []
        for hours in (0, 24 * 3, 24 * 9):
            at_noon(world, hours)
            result = (await whole_game(world, ann)).result
            assert result is not None
            scores.append(result.score)
        other = await whole_game(world, ben, place=1)
        assert other.result is not None
        lists = [{one.name: (one.score, one.days) for one in found} for found in (other.of_day, other.of_week)]
        assert lists[0] == {"Ann": (scores[2], 1), "Ben": (other.result.score, 1)}
        assert [(one.name, one.days) for one in other.of_month if one.name == "Ann"] == [("Ann", 3)]
        assert lists[1] == {"Ann": (scores[1] + scores[2], 2), "Ben": (other.result.score, 1)}
        assert [(one.name, one.score, one.days) for one in other.of_all if one.name == "Ann"] == [
            ("Ann", sum(scores), 3)
        ]
        order = [one.score for one in other.of_day]
        assert order == sorted(order, reverse=True)


@pytest.mark.parametrize(
    ("days", "streak", "longest"),
    [
        ((), 0, 0),
        ((19, 20), 2, 2),
        ((19, 20, 21), 3, 3),
        ((18, 19), 0, 2),
        ((11, 12, 13, 20, 21), 2, 3),
        ((11, 13, 15), 0, 1),
    ],
)
def test_days_in_a_row(days: tuple[int, ...], streak: int, longest: int) -> None:
    """Today not played yet breaks nothing; a day that was left out does."""
    assert streaks([f"2026-11-{day}" for day in days], DAY) == (streak, longest)


@in_virtual_time
async def test_the_scores_of_a_day() -> None:
    """People are counted at once; the ten bots, too, but they are shown only to those who have a result."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        mine, theirs = await whole_game(world, ann), await page(ben)
        assert mine.result is not None
        assert sum(bar.bots for bar in mine.scores) == len(mine.result.bots) == 10
        own = mine.result.score // SCORE_STEP * SCORE_STEP
        assert [bar.least for bar in mine.scores if bar.people] == [own]
        assert theirs.scores == (DailyScores(own, 1),)
        brief = await ann.ask(lambda number: ReadDaily(number, own=True))
        assert brief == replace(mine, id=brief.id, of_day=(), of_week=(), of_month=(), of_all=(), scores=())
        assert (mine.streak, mine.longest, theirs.streak, theirs.longest) == (1, 1, 0, 0)


@in_virtual_time
async def test_earlier_days_are_played_without_rank() -> None:
    """Once nobody can play for a day any more its deals are open to all, and change no list; alone, from the start."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        counted, left = await whole_game(world, ann), await sit_down(ben)
        at_noon(world, 12.5)
        assert refusal(await go(ann, DAY)) is ErrorCode.NOT_NOW
        assert (await sit_down(ben, DAY)).view.table == left.view.table
        await play_on(ben)
        at_noon(world, 24)
        assert refusal(await go(ann, "2026-11-20")) is ErrorCode.NOT_NOW
        assert refusal(await go(ann, "2026-02-30")) is ErrorCode.NOT_NOW
        assert (await sit_down(ann, DAY)).daily == DailyMark(DAY, practice=True)
        await play_on(ann, place=1)
        await world.wait(5)
        after = await page(ann, DAY)
        assert after.result == counted.result
        assert sorted(one.name for one in after.of_day) == ["Ann", "Ben"]
        owner = await world.guest("Owner", terms=LOCAL)
        assert (await sit_down(owner, DAY)).daily == DailyMark(DAY, practice=True)


@in_virtual_time
async def test_nobody_plays_for_others() -> None:
    """No bot stands in, nobody watches, not even afterwards, and there is no rematch."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann, ben = await world.guest("Ann"), await world.guest("Ben")
        view = (await sit_down(ann)).view
        assert refusal(await ann.ask(lambda number: SetAway(number, away=True))) is ErrorCode.NOT_NOW
        assert isinstance(await ben.ask(lambda number: WatchTable(number, view.table)), Refused)
        assert isinstance(await ben.join(view.table), Refused)
        await play_on(ann)
        assert isinstance(await ann.ask(Rematch), Refused)
        for _ in range(2):
            assert isinstance(await ben.ask(lambda number: WatchTable(number, view.table)), Refused)
            assert isinstance(await ben.show(view.table), Refused)
            at_noon(world, 48)


@in_virtual_time
async def test_days_that_are_not_there() -> None:
    """A day to come is refused, as is what is no day; a day on which nobody played is empty."""
    async with a_world(games=CHWECH) as world:
        at_noon(world)
        ann = await world.guest("Ann")
        assert (await refused_page(ann, TOMORROW)).code is ErrorCode.NOT_NOW
        assert (await refused_page(ann, "2026-02-30")).code is ErrorCode.NOT_NOW
        assert (await refused_page(ann, "0001-01-01")).code is ErrorCode.NOT_NOW
        assert (await refused_page(ann, "9999-12-31")).code is ErrorCode.NOT_NOW
        empty = await page(ann, "2026-03-01")
        assert (empty.commitment, empty.seed, empty.of_day) == ("", "", ())


@in_world
async def test_a_server_without_the_game(world: World) -> None:
    """A server that does not have Chwech says so."""
    ann = await world.guest("Ann")
    assert refusal(await go(ann)) is ErrorCode.INVALID_SETUP


@in_virtual_time
async def test_practice_that_nobody_knows_of_is_opened_once() -> None:
    """If it is unknown whether a table for practice was stored, the same command leads to that very table."""
    for stored in (True, False):
        async with a_world(games=CHWECH) as world:
            at_noon(world)
            ann = await world.guest("Ann")
            await sit_down(ann)
            await play_on(ann)
            await world.wait(5)
            command = PlayDaily(
                max(message.id for message in ann.heard if isinstance(message, Seated)) + 10**6, practice=True
            )
            world.store.answer, world.store.stores_anyway = Unknown("who knows"), stored
            assert isinstance(await ann.repeat(command), Refused)
            world.store.mend()
            assert isinstance(await ann.repeat(command), Seated)
            assert len(await world.store.live()) == 1
