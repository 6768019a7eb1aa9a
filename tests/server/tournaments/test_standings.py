"""Points, tie-breaks and places."""

from msgspec.structs import replace

from server.tournaments.standings import Score, ranked, scores
from server.tournaments.tournament import BOT, Pairing, Result, Round, Tournament
from tests.server.tournaments.field import begun


def with_tables(*tables: Pairing) -> Tournament:
    """Give a tournament of three whose one round had these tables."""
    return replace(begun(3, 3), rounds=(Round(tables, 0.0, 1.0),))


def test_points_are_players_beaten() -> None:
    """Everybody gets a point for each player who did worse, bots too, and half for each who did as well."""
    one = with_tables(Pairing("t", (1, BOT, 0), Result((30, 10, 30), (0, 2))), Pairing("u", (2, BOT, BOT), Result()))
    assert scores(one) == (Score(1.5, 1.5, 10.0), Score(1.5, 1.5, 10.0), Score())
    assert [(place, entrant) for place, entrant, _ in ranked(one)] == [(1, 0), (1, 1), (3, 2)]


def test_the_winner_is_best_whatever_was_scored() -> None:
    """Where the rules name a winner with a lower total, nobody at the table did better."""
    one = with_tables(Pairing("t", (0, 1, 2), Result((30, 45, 20), (2,))))
    assert [score.points for score in scores(one)] == [0.0, 1.0, 2.0]


def test_partners_are_not_compared() -> None:
    """Partners share their result, and get points for their adversaries only."""
    one = with_tables(Pairing("t", (0, 1, 2, BOT), Result((45, 20, 45, 20), (0, 2), (0, 1, 0, 1))))
    assert [(score.points, score.margin) for score in scores(one)] == [(2.0, 25.0), (0.0, -25.0), (2.0, 25.0)]


def test_the_first_tie_break_is_whom_one_met() -> None:
    """Of two people with the same points the one who has met stronger people is ahead, whatever the margin."""
    first = Round(
        (Pairing("t", (0, 2, BOT), Result((9, 8, 0), (0,))), Pairing("u", (1, BOT, BOT), Result((99, 0, 0), (0,)))),
        0,
        1,
    )
    one = replace(begun(3, 3), rounds=(first,))
    found = scores(one)
    assert found[0].points == found[1].points
    assert found[1].margin > found[0].margin
    assert [entrant for _, entrant, _ in ranked(one)] == [0, 1, 2]


def test_a_table_that_was_not_played_counts_for_nobody() -> None:
    """Without a result nobody gets points, and nobody has been met."""
    assert scores(with_tables(Pairing("t", (0, 1, 2), Result()))) == (Score(), Score(), Score())
