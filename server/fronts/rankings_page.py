"""The rankings on a page of text, and which of them somebody means."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from protocol.language import _, pgettext, retold
from protocol.rankings import RankedPlayer, Rankings
from protocol.rating import Rating
from server.fronts.page import WIDTH, columns, hung, named, quoted, unknown, worded
from server.tables.ladder import RULESET, Ladder

RANKINGS_USAGE: Final = "rankings [GAME] [RULESET]"

_NUMBERS: Final = {0, 2, 3}


class InvalidRankings(ValueError):
    """Words that mean no rankings; the text says what is right."""


def meant_ladders(words: Sequence[str], games: Mapping[str, tuple[str, ...]]) -> tuple[Ladder, ...]:
    """Return the rankings that are meant by a game, a ruleset of it or of the first game, both or neither.

    Args:
        words: what was typed.
        games: the rulesets of each game, the usual game first.

    Raises:
        InvalidRankings: there are no such rankings.
    """
    rest = [word.lower() for word in words]
    game = rest.pop(0) if rest and rest[0] in games else next(iter(games))
    known = games[game]
    if not rest:
        return tuple(Ladder(game, ruleset) for ruleset in known or ("",))
    most = 1 if known else 0
    if len(rest) > most:
        text = _("{word} is one word too many: write {usage}", word=quoted(rest[most]), usage=RANKINGS_USAGE)
        raise InvalidRankings(text)
    if rest[0] not in known:
        raise InvalidRankings(unknown(rest[0], known if len(words) > 1 else (*games, *known)))
    return (Ladder(game, rest[0]),)


def rankings_lines(found: Sequence[Rankings], width: int = WIDTH) -> list[str]:
    """Return the lines of some rankings one after the other, and what the signs mean."""
    lines = [line for one in found for line in (*_lines(one, width), "")]
    sign = _("?: provisional, after few games. ± is how sure a rating is.")
    return [*lines, *hung("", sign, width)] if any(one.players for one in found) else lines[:-1]


def _lines(found: Rankings, width: int) -> Iterator[str]:
    yield f"{worded(found.game)}, {RULESET}={worded(found.ruleset)}" if found.ruleset else worded(found.game)
    if not found.players:
        yield _("Nobody has played a rated game yet.")
        return
    headings = (
        pgettext("heading", "Place"),
        pgettext("heading", "Player"),
        pgettext("heading", "Rating"),
        pgettext("heading", "Games"),
        "",
    )
    yield from columns([headings, *map(_row, found.players)], _NUMBERS, width)


def _row(player: RankedPlayer) -> tuple[str, ...]:
    place = str(player.place) if player.place else "–"
    return place, player_name(player), _rating(player.rating), str(player.rating.games), ""


def player_name(player: RankedPlayer) -> str:
    """Return the name of somebody in the rankings; bots of the house and those of others are marked as bots."""
    if player.bot:
        level = worded(player.bot)
        return _("{level} bot", level=retold(level, level, {}))
    name = named(player.name)
    return _("{name} (you)", name=name) if player.own else name


def _rating(rating: Rating) -> str:
    # The uncertainties stand below one another.
    sign = "?" if rating.provisional else " "
    return f"{rating.points}{sign} ± {rating.deviation:>3}"
