"""Pages of text: the status of a server, lists of games, rankings and tournaments, and one tournament by itself."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from protocol.language import _, ngettext, pgettext, retold
from protocol.lobby import ServerStatus
from protocol.planning import own_state_words, plan_words, seats_words, standing_cells, state_words
from protocol.rankings import RankedPlayer, Rankings
from protocol.setup import GameOffer
from protocol.tableview import TablePhase
from protocol.tournaments import TournamentEntry, Tournaments, TournamentShown
from server.fronts.page import WIDTH, columns, hung, moment, named, quoted, safe, settings, together, unknown, worded
from server.tables.ladder import RULESET, Ladder

_GAME_NUMBERS = {1, 2}


def games_lines(offers: Iterable[GameOffer], width: int = WIDTH) -> list[str]:
    """Return a line for each game, with a heading."""
    heading = (
        pgettext("column", "game"),
        pgettext("column", "players"),
        pgettext("column", "minutes"),
        pgettext("column", "about"),
    )
    rows = [
        (worded(one.name), players_words(one.players), str(one.minutes or ""), _(safe(one.about))) for one in offers
    ]
    return columns([heading, *rows], _GAME_NUMBERS, width)


def players_words(players: Iterable[int]) -> str:
    """Return numbers of players as ranges: ``3-5``, ``4, 6``."""
    spans: list[list[int]] = []
    for number in sorted(players):
        if spans and number == spans[-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    return ", ".join(f"{span[0]}-{span[-1]}" if len(span) > 1 else str(span[0]) for span in spans)


RANKINGS_USAGE: Final = "rankings [GAME] [RULESET]"

_RANKING_NUMBERS: Final = {0, 2, 3}


class InvalidRankings(ValueError):
    """Words that mean no rankings; the text says what is right."""


def meant_ladders(words: Sequence[str], games: Mapping[str, tuple[str, ...]]) -> tuple[Ladder, ...]:
    """Return the rankings that are meant by a game, a ruleset of it or of the first game, both or neither.

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
    lines = [line for one in found for line in (*_ladder_lines(one, width), "")]
    sign = _("?: provisional, after few games. ± is how sure a rating is.")
    return [*lines, *hung("", sign, width)] if any(one.players for one in found) else lines[:-1]


def _ladder_lines(found: Rankings, width: int) -> Iterator[str]:
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
    yield from columns([headings, *map(_ranking_row, found.players)], _RANKING_NUMBERS, width)


def _ranking_row(player: RankedPlayer) -> tuple[str, ...]:
    rating = player.rating
    # The uncertainties stand below one another.
    said = f"{rating.points}{'?' if rating.provisional else ' '} ± {rating.deviation:>3}"
    return str(player.place or "–"), player_name(player), said, str(rating.games), ""


def player_name(player: RankedPlayer) -> str:
    """Return the name of somebody in the rankings; bots of the house and those of others are marked as bots."""
    if player.bot:
        level = worded(player.bot)
        return _("{level} bot", level=retold(level, level, {}))
    name = named(player.name)
    return _("{name} (you)", name=name) if player.own else name


_NUMBERS: Final = {0, 2, 3, 4}


def list_lines(found: Tournaments) -> list[str]:
    """Return the lines of the list."""
    if not found.tournaments:
        return [_("There is no tournament yet.")]
    headings = (
        pgettext("heading", "No."),
        pgettext("heading", "Tournament"),
        pgettext("heading", "State"),
        pgettext("heading", "Plan"),
    )
    return columns([headings, *map(_row, found.tournaments)], {0})


def _row(one: TournamentEntry) -> tuple[str, ...]:
    state = own_state_words(one)
    return str(one.number), named(one.plan.name), state, _plan(one)


def _plan(one: TournamentEntry) -> str:
    setup = one.plan.setup
    game = _("{game} for {players}", game=worded(setup.game), players=setup.players)
    options = settings({worded(name): value for name, value in setup.options.items()})
    return plan_words(one.plan, f"{game}, {options}" if options else game)


def tournament_lines(found: TournamentShown) -> list[str]:
    """Return the lines of one tournament."""
    one = found.tournament
    title = _(
        "Tournament {number}: {name}, by {maker}", number=one.number, name=named(one.plan.name), maker=named(one.maker)
    )
    lines = [*hung("", title), *hung("", f"{_plan(one)}; {state_words(one)}")]
    if found.deadline is not None:
        lines += hung("", _("After {time} bots play on.", time=moment(found.deadline)))
    return [*lines, *_standing_lines(found), *_table_lines(found)]


def _standing_lines(found: TournamentShown) -> list[str]:
    names = [named(standing.name) for standing in found.standings]
    if found.tournament.phase is TablePhase.GATHERING:
        return ["", *hung("", ", ".join(map(together, names)))] if names else []
    plan = found.tournament.plan
    headings = (
        pgettext("heading", "Place"),
        pgettext("heading", "Player"),
        pgettext("heading", "Points"),
        "" if plan.duplicate else pgettext("heading", "Opponents"),
        "" if plan.duplicate else pgettext("heading", "Margin"),
        "",
    )
    pairs = zip(found.standings, names, strict=True)
    rows = [(*standing_cells(standing, name, plan), "") for standing, name in pairs]
    return ["", *columns([headings, *rows], _NUMBERS)]


def _table_lines(found: TournamentShown) -> list[str]:
    if not found.round:
        return []
    lines = ["", _("Round {round}", round=found.round)]
    for table in found.tables:
        seats = seats_words(table, [together(named(name)) for name in table.names])
        lines += hung(f"  {worded(table.table)}: ", seats)
    return lines


def status_lines(status: ServerStatus) -> list[str]:
    """Return the page as text."""
    return [
        safe(status.name) or "Chwech",
        _("{version}, up since {time} UTC", version=safe(status.version), time=_minute(status.since)),
        ngettext("{n} person is here", "{n} people are here", status.people),
        ngettext("{n} table is being played", "{n} tables are being played", status.playing),
        ngettext("{n} table waits for players", "{n} tables wait for players", status.waiting),
        _("deal of the day: {day}, until {time} UTC", day=safe(status.day), time=_minute(status.day_ends_at)),
    ]


def status_json(status: ServerStatus) -> str:
    """Return it for a program, on one line; every key is always present."""
    plain = {name: getattr(status, name) for name in status.__struct_fields__ if name != "id"}
    return msgspec.json.encode(plain).decode() + "\n"


def _minute(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
