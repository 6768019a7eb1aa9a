"""What every store promises of ratings, held by each of them."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from server.defaults import DATABASE_NAME
from server.storage.sqlite import open_store
from server.storage.store import Account, Brief, FinishedGame, Standing, Store
from server.tables.heading import Player
from server.tables.ladder import Ladder
from server.tables.ratings import REPEATS_DAYS, SURE, Belief, RatedGame, Repeats, Side, rate

LADDER: Final = Ladder("lots", "old")
ANN: Final = Player("ann")
BEN: Final = Player("ben")
BOT: Final = Player(bot="plain")
EVERYBODY: Final = frozenset({ANN, BEN, BOT})


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
    results = (won_by(ANN, BOT, BEN), None, won_by(BEN, ANN))
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
    assert [known[player].games for player in (ANN, BEN, BOT)] == [2, 2, 1]


async def test_repeated_games_count_less_for_a_while(store: Store) -> None:
    """Each of many games among the same people moves them less, most so from one network, until a month has passed."""
    for origins in ((), (("ann", 7), ("ben", 7))):
        ladder, gains = Ladder("lots", str(origins)), []
        for at in (1.0, 2.0, 3.0, 4.0, 4.0 + REPEATS_DAYS * 86_400):
            await file(store, f"{origins} {at}", at=at + len(origins) * REPEATS_DAYS * 86_400)
            number = await store.last_game()
            before = (await store.beliefs(ladder, {ANN})).get(ANN, Belief())
            assert await store.rate(number, replace(won_by(ANN, BEN, ladder=ladder), origins=origins))
            gains.append((await store.beliefs(ladder, {ANN}))[ANN].mu - before.mu)
        first, *again, last = gains
        assert first > again[0] > again[1] > again[2]
        assert last > again[2]
        assert again[2] < first * (0.45 if origins else 0.9)


async def test_a_game_is_rated_once(store: Store) -> None:
    """Who rates a game again changes nothing and need not know."""
    await file(store, "x", "y")
    assert await store.rate(1, won_by(ANN, BOT))
    before = await store.beliefs(LADDER, EVERYBODY)
    assert await store.rate(1, won_by(BOT, ANN))
    assert await store.beliefs(LADDER, EVERYBODY) == before
    assert await store.rate(2, None)
    assert await store.rate(1, won_by(BOT, ANN))
    assert await store.rate(3, won_by(BOT, ANN))
    assert await store.beliefs(LADDER, EVERYBODY) == before


async def test_no_game_is_rated_before_an_earlier_one(store: Store) -> None:
    """Order matters, so it is refused."""
    await file(store, "x", "y")
    assert not await store.rate(2, won_by(ANN, BOT))
    assert await store.beliefs(LADDER, EVERYBODY) == {}


async def test_each_ladder_is_apart(store: Store) -> None:
    """What is believed by one ruleset says nothing of another, or of another game."""
    await file(store, "x", "y")
    new, other = Ladder("lots", "new"), Ladder("whist")
    await store.rate(1, won_by(ANN, BOT))
    assert await store.beliefs(new, EVERYBODY) == await store.beliefs(other, EVERYBODY) == {}
    await store.rate(2, won_by(BOT, ANN, ladder=new))
    found = await store.ratings_of("ann", "lots")
    assert list(found) == ["new", "old"]
    assert found["old"].mu > found["new"].mu
    assert await store.ratings_of("ben", "lots") == await store.ratings_of("ann", "whist") == {}


async def test_what_a_game_has_changed(store: Store) -> None:
    """For each player the mean before and the belief after; nothing of a game that was not rated."""
    await file(store, "x", "y")
    await store.rate(1, won_by(ANN, BOT))
    first = await store.beliefs(LADDER, EVERYBODY)
    assert await store.rating_changes("y") == ()
    await store.rate(2, won_by(BOT, ANN))
    second = await store.beliefs(LADDER, EVERYBODY)
    changes = await store.rating_changes("y")
    assert [(change.player, change.before, change.after) for change in changes] == [
        (BOT, first[BOT].mu, second[BOT]),
        (ANN, first[ANN].mu, second[ANN]),
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
        await store.rate(number, won_by(*((BOT, ANN) if number % 3 else (ANN, BOT))))
    await store.rate(games, won_by(BEN, ANN))
    standings = await store.standings(LADDER, 10)
    assert [(one.player, one.name) for one in standings] == [(BOT, ""), (ANN, "Ann"), (BEN, "Benjamin")]
    assert [one.belief.sigma > SURE for one in standings] == [False, False, True]
    assert standings[2].belief.mu > standings[1].belief.mu
    assert await store.standings(LADDER, 1) == standings[:1]
    assert await store.standings(Ladder("lots"), 10) == ()


async def test_guests_and_the_deleted_are_in_no_rankings(store: Store) -> None:
    """An account that has become a guest's, or is gone, is not listed; its games stay in the ratings of the others."""
    await store.register(Account("ann", "Ann", guest=True), None)
    await file(store, "x")
    await store.rate(1, won_by(ANN, BEN, BOT))
    (only,) = await store.standings(LADDER, 10)
    assert isinstance(only, Standing)
    assert only.player == BOT


async def test_ratings_are_made_again_from_the_archive(tmp_path: Path) -> None:
    """An archive whose games are marked as not rated gives the very same ratings."""
    store = open_store(tmp_path)
    await file(store, "x", "y", "z")
    results = (won_by(ANN, BOT, BEN), won_by(BEN, ANN, BOT), won_by(BOT, BEN))
    for number, result in enumerate(results, start=1):
        await store.rate(number, result)
    before = await store.beliefs(LADDER, EVERYBODY)
    await store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)) as connection:
        for statement in ("DELETE FROM ratings", "DELETE FROM rating_changes", "UPDATE games SET rated = 0"):
            connection.execute(statement)
    store = open_store(tmp_path)
    for number, result in enumerate(results, start=1):
        await store.rate(number, result)
    assert await store.beliefs(LADDER, EVERYBODY) == before
    await store.close()
