"""What there are ratings and rankings of, in words: a game by one ruleset."""

from chwech_tui.games.registry import rules_words, title_of
from chwech_tui.model.rating import RULESET, Ladder, rating_words
from protocol.archive import Statistics
from protocol.language import _
from protocol.setup import Setup


def ladder_words(ladder: Ladder) -> str:
    """Return a game and its ruleset: ``Chwech, revised rules``."""
    title = title_of(ladder.game)
    return f"{title}, {_ruleset(ladder)}" if ladder.ruleset else title


def own_ratings_words(played: Statistics) -> str:
    """Return the ratings of a person in one game: ``rating 1712 ± 96``; by ruleset if there are several, or none."""
    known = [
        (_ruleset(Ladder(played.game, one.ruleset)) if one.ruleset else "", rating_words(one.rating))
        for one in played.ratings
    ]
    if len(known) == 1:
        return _("rating {rating}", rating=known[0][1])
    return _("rating {rating}", rating=", ".join(f"{rating} ({rules})" for rules, rating in known)) if known else ""


def _ruleset(ladder: Ladder) -> str:
    return rules_words(Setup(ladder.game, options={RULESET: ladder.ruleset})).partition(",")[0]
