"""Logs, finished games, ratings, tournaments, days and the chat, in every kind of store."""

import asyncio
from typing import Final

import pytest
from msgspec.structs import replace

from protocol.daily import DailyResult, DailyStanding
from protocol.lobby import NewsItem, NewsKind
from protocol.people import LISTED
from protocol.rating import BestScore, Ladder, MonthPlace
from server.storage.database import Store
from server.storage.store import (
    Account,
    Appended,
    Brief,
    ClosedLog,
    CompactedLog,
    Conflict,
    ContactKind,
    DayTry,
    FinishedGame,
    StoredTournament,
)
from server.tables.heading import Player
from server.tables.ratings import REPEATS_DAYS, Belief, RatedGame, Repeats, Score, Side, rate


async def test_a_log_grows_in_order(store: Store) -> None:
    """Records are read as they were appended."""
    for number in range(5):
        assert await store.append("x", number, bytes([number]), None) == Appended()
    assert await store.read("x") == (b"\0", b"\1", b"\2", b"\3", b"\4")


@pytest.mark.parametrize("expect", [0, 2])
async def test_a_wrong_length_is_a_conflict(store: Store, expect: int) -> None:
    """Who is wrong about the length of a log writes nothing and is told the right one."""
    await store.append("x", 0, b"1", None)
    assert await store.append("x", expect, b"2", None) == Conflict(1)
    assert await store.read("x") == (b"1",)


async def test_one_of_many_wins(store: Store) -> None:
    """Of writers who expect the same length one succeeds."""
    answers = await asyncio.gather(*(store.append("x", 0, bytes([number]), None) for number in range(20)))
    assert [type(answer) for answer in answers].count(Appended) == 1
    assert len(await store.read("x")) == 1


async def test_live_logs_are_listed(store: Store) -> None:
    """The last heading of a log is listed until the log can grow no more."""
    await store.append("x", 0, b"1", Brief(b"first", live=True))
    await store.append("y", 0, b"1", Brief(b"other", live=True))
    await store.append("x", 1, b"2", Brief(b"second", live=True))
    await store.append("x", 2, b"3", None)
    assert set(await store.live()) == {b"second", b"other"}
    await store.append("y", 1, b"2", Brief(b"other", live=False))
    assert await store.live() == (b"second",)


ANN_AND_BEN = frozenset({"ann", "ben"})


async def finish(store: Store, *logs: str) -> None:
    """Write logs that can grow no more."""
    for log in logs:
        await store.append(log, 0, b"1", Brief(b"", live=False))


async def test_what_waits_to_be_filed(store: Store) -> None:
    """Logs that can grow no more wait, as many at once as one asks for; the others do not."""
    await finish(store, "x", "y", "z")
    await store.append("live", 0, b"1", Brief(b"", live=True))
    assert await store.unfiled(10) == ("x", "y", "z")
    assert await store.unfiled(2) == ("x", "y")


async def test_a_game_is_filed(store: Store) -> None:
    """A game is in the lists of who played it, its record can be read, and its log waits no more."""
    await finish(store, "x")
    assert await store.last_game() == 0
    game = FinishedGame(1, "x", 5.5, b"entry")
    assert await store.file(game, ANN_AND_BEN, "a line\nanother: \u00e4\u2665")
    assert await store.unfiled(10) == ()
    assert await store.last_game() == 1
    assert await store.games("ann", 10) == await store.games("ben", 10) == (game,)
    assert await store.games("cat", 10) == ()
    assert await store.game_record(1) == "a line\nanother: \u00e4\u2665"
    assert await store.game(1) == game
    assert await store.game(0) is await store.game(2) is None


async def test_a_log_is_filed_once(store: Store) -> None:
    """Who files a log again changes nothing and need not know; also where it was passed over."""
    await finish(store, "x", "y")
    await store.file(FinishedGame(1, "x", 5.0, b""), ANN_AND_BEN, "first")
    assert await store.file(FinishedGame(2, "x", 6.0, b""), ANN_AND_BEN, "second")
    await store.pass_over("y")
    assert await store.unfiled(10) == ()
    assert await store.file(FinishedGame(2, "y", 6.0, b""), ANN_AND_BEN, "second")
    assert await store.last_game() == 1
    assert await store.game_record(1) == "first"


@pytest.mark.parametrize("number", [1, 3])
async def test_numbers_have_no_gap(store: Store, number: int) -> None:
    """A number that is taken, or that leaves one out, is refused, and the log waits on."""
    await finish(store, "x", "y")
    await store.file(FinishedGame(1, "x", 5.0, b""), ANN_AND_BEN, "first")
    assert not await store.file(FinishedGame(number, "y", 6.0, b""), ANN_AND_BEN, "second")
    assert await store.unfiled(10) == ("y",)
    assert await store.file(FinishedGame(2, "y", 6.0, b""), frozenset(), "second")


async def test_the_newest_games(store: Store) -> None:
    """A list begins with the newest game and ends where one does not want more."""
    for number in range(1, 5):
        await finish(store, str(number))
        await store.file(FinishedGame(number, str(number), 5.0, b""), ANN_AND_BEN, "")
    assert [game.number for game in await store.games("ann", 3)] == [4, 3, 2]


ANN = frozenset({"ann"})


async def fill(store: Store) -> None:
    """Write a game that is filed, a log that is passed over, one that waits, and one that can grow."""
    for log in ("done", "over", "waits"):
        assert await store.append(log, 0, b"1", Brief(log.encode(), live=False)) == Appended()
    await store.append("live", 0, b"1", Brief(b"live", live=True))
    await store.file(FinishedGame(1, "done", 100.0, b"entry"), ANN, "the record")
    await store.pass_over("over")


async def test_what_can_be_compacted(store: Store) -> None:
    """Only closed logs that are filed or passed over, page by page, and no game that ended too late."""
    await fill(store)
    done, over = ClosedLog("done", 100.0, b""), ClosedLog("over", None, b"over")
    assert await store.closed_logs(101.0, "", 9) == (done, over)
    assert await store.closed_logs(100.0, "", 9) == (over,)
    assert await store.closed_logs(101.0, "", 1) == (done,)
    assert await store.closed_logs(101.0, "done", 9) == (over,)


async def test_a_log_is_compacted(store: Store) -> None:
    """Its records are gone and its name stays taken; its game is as it was."""
    await fill(store)
    for _ in range(2):
        await store.compact("done")
        with pytest.raises(CompactedLog):
            await store.read("done")
        for expected in (0, 1):
            assert await store.append("done", expected, b"2", Brief(b"", live=True)) == Conflict(0)
        assert [closed.log for closed in await store.closed_logs(101.0, "", 9)] == ["over"]
    assert await store.game_record(1) == "the record"
    assert [game.number for game in await store.games("ann", 9)] == [1]
    assert await store.live() == (b"live",)
    assert await store.unfiled(9) == ("waits",)


LADDER: Final = Ladder("lots", "old")


ANN_RATINGS: Final = Player("ann")


BEN: Final = Player("ben")


BOT: Final = Player(bot="plain")


EVERYBODY: Final = frozenset({ANN_RATINGS, BEN, BOT})


def won_by(*players: Player, ladder: Ladder = LADDER) -> RatedGame:
    """Give a game in which these players came in one after the other."""
    return RatedGame(ladder, tuple(Side((player,), place) for place, player in enumerate(players, start=1)))


async def file(store: Store, *logs: str, at: float = 5.0) -> None:
    """File a game that ended then for each of these logs."""
    for log in logs:
        await store.append(log, 0, b"1", Brief(b"", live=False))
        game = FinishedGame(await store.last_game() + 1, log, at, b"entry")
        assert await store.file(game, frozenset({"ann"}), "record")


async def test_games_are_rated_one_after_the_other(store: Store) -> None:
    """The ratings are the fold of the games in their order; one that rates nobody changes nothing."""
    await file(store, "x", "y", "z")
    results = (won_by(ANN_RATINGS, BOT, BEN), None, won_by(BEN, ANN_RATINGS))
    known: dict[Player, Belief] = {}
    for number, result in enumerate(results, start=1):
        game = await store.next_unrated()
        assert game is not None
        assert game.number == number
        assert await store.rate(number, result)
        met = {"ann": Repeats({"ben": number // 2}), "ben": Repeats({"ann": number // 2})}
        known |= rate(result, known, met) if result else {}
        assert await store.beliefs(LADDER, EVERYBODY) == known
    assert await store.next_unrated() is None
    assert [known[player].games for player in (ANN_RATINGS, BEN, BOT)] == [2, 2, 1]


async def test_repeated_games_count_less_for_a_while(store: Store) -> None:
    """Each of many games among the same people moves them less, most so from one network, until a month has passed."""
    for origins in ((), (("ann", 7), ("ben", 7))):
        ladder, gains = Ladder("lots", str(origins)), []
        for at in (1.0, 2.0, 3.0, 4.0, 4.0 + REPEATS_DAYS * 86_400):
            await file(store, f"{origins} {at}", at=at + len(origins) * REPEATS_DAYS * 86_400)
            number = await store.last_game()
            before = (await store.beliefs(ladder, {ANN_RATINGS})).get(ANN_RATINGS, Belief())
            assert await store.rate(number, replace(won_by(ANN_RATINGS, BEN, ladder=ladder), origins=origins))
            gains.append((await store.beliefs(ladder, {ANN_RATINGS}))[ANN_RATINGS].mu - before.mu)
        first, *again, last = gains
        assert first > again[0] > again[1] > again[2]
        assert last > again[2]
        assert again[2] < first * (0.45 if origins else 0.9)


async def test_a_game_is_rated_once(store: Store) -> None:
    """Who rates a game again changes nothing and need not know."""
    await file(store, "x", "y")
    assert await store.rate(1, won_by(ANN_RATINGS, BOT))
    before = await store.beliefs(LADDER, EVERYBODY)
    assert await store.rate(1, won_by(BOT, ANN_RATINGS))
    assert await store.beliefs(LADDER, EVERYBODY) == before
    assert await store.rate(2, None)
    assert await store.rate(1, won_by(BOT, ANN_RATINGS))
    assert await store.rate(3, won_by(BOT, ANN_RATINGS))
    assert await store.beliefs(LADDER, EVERYBODY) == before


async def test_no_game_is_rated_before_an_earlier_one(store: Store) -> None:
    """Order matters, so it is refused."""
    await file(store, "x", "y")
    assert not await store.rate(2, won_by(ANN_RATINGS, BOT))
    assert await store.beliefs(LADDER, EVERYBODY) == {}


async def test_each_ladder_is_apart(store: Store) -> None:
    """What is believed by one ruleset says nothing of another, or of another game."""
    await file(store, "x", "y")
    new, other = Ladder("lots", "new"), Ladder("whist")
    await store.rate(1, won_by(ANN_RATINGS, BOT))
    assert await store.beliefs(new, EVERYBODY) == await store.beliefs(other, EVERYBODY) == {}
    await store.rate(2, won_by(BOT, ANN_RATINGS, ladder=new))
    found = await store.ratings_of("ann", "lots")
    assert list(found) == ["new", "old"]
    assert found["old"].mu > found["new"].mu
    assert await store.ratings_of("ben", "lots") == await store.ratings_of("ann", "whist") == {}


async def test_what_a_game_has_changed(store: Store) -> None:
    """For each player the mean before and the belief after; nothing of a game that was not rated."""
    await file(store, "x", "y")
    await store.rate(1, won_by(ANN_RATINGS, BOT))
    first = await store.beliefs(LADDER, EVERYBODY)
    assert await store.rating_changes("y") == ()
    await store.rate(2, won_by(BOT, ANN_RATINGS))
    second = await store.beliefs(LADDER, EVERYBODY)
    changes = await store.rating_changes("y")
    assert [(change.player, change.before, change.after) for change in changes] == [
        (BOT, first[BOT].mu, second[BOT]),
        (ANN_RATINGS, first[ANN_RATINGS].mu, second[ANN_RATINGS]),
    ]
    assert {change.before for change in await store.rating_changes("x")} == {25.0}


async def test_the_rankings(store: Store) -> None:
    """The best first, and those who are provisional last; people have the names that they have now."""
    for who in ("ann", "ben"):
        await store.register(Account(who, who.title()), None)
    await store.register(Account("ben", "Benjamin"), None)
    games = 40
    await file(store, *(f"log {number:02}" for number in range(games)))
    for number in range(1, games):
        await store.rate(number, won_by(*((BOT, ANN_RATINGS) if number % 3 else (ANN_RATINGS, BOT))))
    await store.rate(games, won_by(BEN, ANN_RATINGS))
    found = await store.rankings(LADDER, "ben", 0.0, 10)
    assert [(one.bot, one.name, one.place, one.own) for one in found.players] == [
        (BOT.bot, "", 1, False),
        ("", "Ann", 2, False),
        ("", "Benjamin", 0, True),
    ]
    assert await store.places("ann", 2) == ((LADDER.game, LADDER.ruleset, 2),)
    assert await store.places("ann", 1) == await store.places("ben", 9) == ()
    assert found.players[2].rating.points > found.players[1].rating.points
    assert (await store.rankings(LADDER, "", 0.0, 1)).players == found.players[:1]
    assert (await store.rankings(Ladder("lots"), "", 0.0, 10)).players == ()
    # Lists name who has set it otherwise to themselves alone, and to those whom they have added.
    await store.keep_settings("ann", {LISTED: "off"}, "", {}, 9)
    assert await store.unlisted() == (("ann", None),)
    for reader, named in (("", False), ("ben", False), ("ann", True)):
        assert ("Ann" in [one.name for one in (await store.rankings(LADDER, reader, 0.0, 9)).players]) is named
    await store.keep_contact("ann", "ben", ContactKind.FRIEND, 9)
    assert await store.unlisted() == (("ann", "ben"), ("ann", None))
    assert (await store.rankings(LADDER, "ben", 0.0, 10)).players == found.players
    await store.keep_settings("ann", {}, "", {LISTED: ""}, 9)
    assert (await store.unlisted(), (await store.rankings(LADDER, "", 0.0, 1)).players) == ((), found.players[:1])


async def test_each_month_begins_anew_and_its_first_three_stay(store: Store) -> None:
    """A month has people alone, by what is sure of them; once it is over its three best are kept for ever."""
    people = {name: Player(name.lower()) for name in ("Ann", "Ben", "Cat", "Dan")}
    for name, player in people.items():
        await store.register(Account(player.account, name), None)
    ann, ben, cat, dan = people.values()
    await file(store, "x", "y", "z")
    for number in (1, 2):
        await store.rate(number, won_by(ann, BOT, ben, cat, dan))
    await store.rate(3, won_by(dan, ann))
    january = await store.rankings(LADDER, "ben", 0.0, 10)
    assert (january.month, january.winners) == ("1970-01", ())
    assert [(one.name, one.place, one.own) for one in january.of_month] == [
        ("Ann", 1, False),
        ("Ben", 2, True),
        ("Cat", 3, False),
        ("Dan", 4, False),
    ]
    february = await store.rankings(LADDER, "", 40 * 86_400.0, 10)
    assert (february.month, february.of_month) == ("1970-02", ())
    assert february.players == tuple(replace(one, own=False) for one in january.players)
    places = [MonthPlace("1970-01", LADDER.ruleset, place, name) for place, name in enumerate(("Ann", "Ben", "Cat"), 1)]
    assert list(february.winners) == places
    assert await store.month_places(replace(LADDER, month="1970-02"), "", 2) == tuple(places[:2])
    assert await store.month_places(replace(LADDER, month="1970-01"), "", 2) == ()


async def test_guests_and_the_deleted_are_in_no_rankings(store: Store) -> None:
    """An account that has become a guest's, or is gone, is not listed; its games stay in the ratings of the others."""
    await store.register(Account("ann", "Ann", guest=True), None)
    await file(store, "x")
    await store.rate(1, won_by(ANN_RATINGS, BEN, BOT))
    found = await store.rankings(LADDER, "", 0.0, 10)
    assert [one.bot for one in found.players] == [BOT.bot]
    assert found.of_month == ()


async def test_a_tournament_is_kept_version_by_version(store: Store) -> None:
    """A change is stored only on top of the one before: two writers can never both succeed."""
    first, second = StoredTournament(1, 1, b"a"), StoredTournament(1, 2, b"b")
    assert await store.last_tournament() == 0
    assert await store.tournament(1) is None
    assert not await store.keep_tournament(second, live=True)
    assert await store.keep_tournament(first, live=True)
    assert not await store.keep_tournament(StoredTournament(1, 1, b"c"), live=True)
    assert await store.keep_tournament(second, live=True)
    assert not await store.keep_tournament(second, live=True)
    assert await store.tournament(1) == second
    assert await store.last_tournament() == 1


async def test_the_unfinished_tournaments_come_first(store: Store) -> None:
    """A list begins with the unfinished ones, the newest first, and is as long as asked for."""
    rows = [StoredTournament(number, 1, b"a") for number in (1, 2, 3, 4)]
    for row in rows:
        assert await store.keep_tournament(row, live=row.number in {1, 3})
    assert [row.number for row in await store.tournaments(9)] == [3, 1, 4, 2]
    assert [row.number for row in await store.tournaments(2)] == [3, 1]


def result(score: int, exact: int = 0, *, hinted: bool = False) -> DailyResult:
    """Return a result of a day."""
    return DailyResult("2026-11-21", score, (), exact, 1, 6, hinted=hinted)


async def with_people(store: Store) -> None:
    """Keep three accounts."""
    for account in (Account("a", "Ann"), Account("b", "Ben"), Account("g", "Gil", guest=True)):
        await store.register(account, None)


async def test_a_seed_is_drawn_once(store: Store) -> None:
    """The first seed of a day holds, whatever comes later; other days have none."""
    assert await store.day_seed("2026-11-21") is None
    assert await store.draw_day("2026-11-21", b"one") == b"one"
    assert await store.draw_day("2026-11-21", b"two") == b"one"
    assert await store.day_seed("2026-11-21") == b"one"
    assert await store.day_seed("2026-11-22") is None


async def test_one_game_of_an_account_counts(store: Store) -> None:
    """The first log of a day holds, and a result is that of this log alone."""
    await with_people(store)
    assert await store.day_try("2026-11-21", "a") is None
    assert await store.begin_day("2026-11-21", "a", "x") == "x"
    assert await store.begin_day("2026-11-21", "a", "y") == "x"
    assert await store.day_try("2026-11-21", "a") == DayTry("x", b"")
    await store.end_day("y", result(9), b"other")
    assert await store.day_try("2026-11-21", "a") == DayTry("x", b"")
    await store.end_day("x", result(9), b"entry")
    assert await store.day_try("2026-11-21", "a") == DayTry("x", b"entry")
    assert await store.day_try("2026-11-22", "a") is None


async def test_sums_of_days(store: Store) -> None:
    """Scores are summed from the first day to the last: the best first, then those with more exact deals, by name."""
    await with_people(store)
    for day, account, score, exact in (
        ("2026-11-20", "a", 300, 1),
        ("2026-11-21", "a", 100, 2),
        ("2026-11-21", "b", 100, 3),
        ("2026-11-22", "g", 100, 3),
    ):
        await store.begin_day(day, account, f"{day} {account}")
        await store.end_day(f"{day} {account}", result(score, exact), b"-")
    await store.begin_day("2026-11-22", "a", "unfinished")
    one_day = await store.day_sums("2026-11-21", "2026-11-21", 9, hinted=False)
    assert one_day == (DailyStanding("Ben", 100, 1, 3), DailyStanding("Ann", 100, 1, 2))
    assert await store.day_scores("2026-11-21") == ((100, 2),)
    assert await store.days_played("a") == ("2026-11-20", "2026-11-21")
    week = await store.day_sums("2026-11-20", "2026-11-22", 9, hinted=False)
    assert [(one.name, one.score, one.days, one.exact) for one in week] == [
        ("Ann", 400, 2, 3),
        ("Ben", 100, 1, 3),
        ("Gil", 100, 1, 3),
    ]
    best = await store.day_sums("2026-11-20", "2026-11-22", 1, hinted=False)
    assert best == week[:1]


async def test_what_the_news_are_made_of(store: Store) -> None:
    """A visit is kept; of those ahead in a day, the nearest since a moment are told; places near the top alone."""
    await with_people(store)
    assert await store.visit("a") is None
    await store.keep_visit("a", b"seen")
    assert await store.visit("a") == b"seen"
    for place, (account, score) in enumerate((("a", 10), ("b", 30), ("g", 20)), 1):
        await store.begin_day("2026-11-21", account, account)
        await store.end_day(account, result(score), b"-")
        await store.file(FinishedGame(place, account, float(place), b""), frozenset(), "")

    async def ahead(since: float) -> NewsItem | None:
        return (await store.since("a", ("2026-11-22", "2026-11-21"), since, most=9, places=9))[0]

    gil = NewsItem(NewsKind.BEATEN, name="Gil", points=10, place=3, of=3, day="2026-11-21")
    assert [await ahead(moment) for moment in (0.0, 2.5, 3.0)] == [gil, gil, None]
    await store.keep_contact("g", "a", ContactKind.BLOCKED, 9)
    assert await ahead(0.0) == replace(gil, name="Ben", points=20)


async def test_the_best_scores_of_public_games(store: Store) -> None:
    """The best of each is kept with its game, also if it comes again; a game without scores to tell is told to none."""
    await with_people(store)
    for place, points in enumerate((5, 9, 9), 1):
        scores = Score(LADDER, 1, "a", points), Score(LADDER, 0, "b", 4 - place)
        await store.file(FinishedGame(place, str(place), 1.0, b""), frozenset({"a"}), "", scores)
    await store.file(FinishedGame(4, "4", 1.0, b""), frozenset({"a"}), "")
    assert [game.number for game in await store.public_games(2)] == [3, 2]
    deal = BestScore(LADDER.game, LADDER.ruleset, 9, "Ann", 2)
    whole = BestScore(LADDER.game, LADDER.ruleset, 3, "Ben", 1, whole=True)
    assert await store.best_scores((LADDER, Ladder("other"))) == (deal, whole)
    await store.keep_settings("b", {LISTED: "off"}, "", {}, 9)
    assert await store.best_scores((LADDER,)) == (deal,)


async def test_results_with_hints_are_summed_apart(store: Store) -> None:
    """A person with results of both kinds is in both lists, with the days of each."""
    await with_people(store)
    for day, hinted in (("2026-11-20", True), ("2026-11-21", False)):
        await store.begin_day(day, "a", day)
        await store.end_day(day, result(int(day[-2:]), hinted=hinted), b"-")
    for hinted, score in ((True, 20), (False, 21)):
        (only,) = await store.day_sums("2026-11-20", "2026-11-21", 9, hinted=hinted)
        assert only == DailyStanding("Ann", score, 1, 0, hinted)


async def test_only_the_newest_lines_stay(store: Store) -> None:
    """However much is said, a store keeps so many lines, in order."""
    assert await store.pinned() == ()
    for number in range(1, 8):
        assert await store.pin(number, bytes([number]), 3)
    assert await store.pinned() == (b"\x05", b"\x06", b"\x07")


async def test_lines_are_numbered_without_a_gap(store: Store) -> None:
    """A line whose number is not the next one is refused, and nothing changes."""
    assert not await store.pin(2, b"two", 3)
    assert await store.pin(1, b"one", 3)
    for number in (0, 1, 3):
        assert not await store.pin(number, b"other", 3)
    assert await store.pinned() == (b"one",)
