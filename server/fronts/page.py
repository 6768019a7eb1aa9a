"""Lays out the text of answers: columns and paragraphs, lists of games, rankings and tournaments.

What other people wrote is cleaned, and corrections of misspelt words are suggested.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Final

import msgspec

from protocol import sentences
from protocol.archive import GameEntry
from protocol.language import _, ngettext, pgettext, retold
from protocol.lobby import ServerStatus
from protocol.planning import own_state_words, plan_words, seats_words, standing_cells, state_words
from protocol.rankings import RULESET, Ladder, RankedPlayer, Rankings
from protocol.rating import Ranked, ranking
from protocol.setup import GameOffer, OptionValue
from protocol.tableview import TablePhase
from protocol.text import clean_text, text_width, wrapped
from protocol.tournaments import TournamentEntry, Tournaments, TournamentShown


def unknown(word: str, known: Collection[str], said: str = "") -> str:
    """Return a sentence, ``said`` or the usual one, that a word is unknown, with the most similar one or all."""
    meant = likeness(word, known) or _("there are {names}", names=", ".join(known))
    said = said or _("there is no {word} here", word=quoted(word))
    return f"{said}: {meant}"


def likeness(word: str, known: Collection[str]) -> str:
    """Return a question that suggests the most similar known word; empty if none is similar."""
    alike = get_close_matches(word[:40].lower(), known, n=1)
    return _("did you mean {name}?", name=alike[0]) if alike else ""


WIDTH: Final = 80

_NAME_CELLS: Final = 24
_WORD_CELLS: Final = 64
_GAP: Final = "  "
_GLUE: Final = "\N{NO-BREAK SPACE}"


def named(name: str) -> str:
    """Clean a name that a person chose."""
    return clean_text(name, cells=_NAME_CELLS)


def worded(text: str) -> str:
    """Clean a short text from the host."""
    return clean_text(text, cells=_WORD_CELLS)


def quoted(word: str) -> str:
    """Quote what the visitor typed; what draws nothing is named."""
    return repr(word[:40])


def safe(text: str) -> str:
    """Keep only printable characters and line feeds: the last defence, whatever was cleaned before."""
    return "".join(character for character in text if character.isprintable() or character == "\n")


def moment(seconds: float) -> str:
    """Write a time in ISO 8601, in UTC and to the second."""
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def settings(options: Mapping[str, OptionValue]) -> str:
    """Write options as on a command line: ``ruleset=original, deals=2``."""
    return ", ".join(f"{name}={str(value).lower()}" for name, value in options.items())


def cleaned(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Clean the text values among options."""
    return {worded(name): worded(value) if isinstance(value, str) else value for name, value in options.items()}


def history_rows(entries: Iterable[GameEntry], cells: int = _NAME_CELLS) -> list[tuple[str, ...]]:
    """Return a list of finished games, the headings first; a name has so many cells at most."""
    heading = (
        # Translators: the heading of a column of numbers.
        pgettext("heading", "No."),
        pgettext("heading", "Ended (UTC)"),
        pgettext("heading", "Table"),
        pgettext("heading", "Game"),
        pgettext("heading", "Result"),
    )
    return [heading, *(_history_row(entry, cells) for entry in entries)]


def _history_row(entry: GameEntry, cells: int) -> tuple[str, ...]:
    ended = moment(entry.ended_at)
    result = ", ".join(_history_place(entry, one, cells) for one in ranking(entry.totals, entry.sides))
    return str(entry.game), f"{ended[:10]} {ended[11:16]}", worded(entry.table), worded(entry.setup.game), result


def _history_place(entry: GameEntry, one: Ranked, cells: int) -> str:
    """Return the place, the names and the total of a player or of partners, to be wrapped between names."""
    names = sentences.names(tuple(clean_text(name, cells=cells) for name in entry.names))
    mark = _("(hints)")
    parts = [f"{names[seat]} {mark}" if seat in entry.hinted else names[seat] for seat in (one.seat, *one.partners)]
    parts[0] = f"{one.place}. {parts[0]}"
    parts[-1] = f"{parts[-1]} {one.total}"
    said = " + ".join(map(together, parts))
    if not entry.chips:
        return said
    chips = ngettext("{n} chip", "{n} chips", entry.chips[one.seat])
    return f"{said} {together(f'({chips})')}"


def together(text: str) -> str:
    """Keep a text on one line when it is laid out."""
    return text.replace(" ", _GLUE)


def apart(text: str) -> str:
    """Undo what keeps a text on one line."""
    return text.replace(_GLUE, " ")


def columns(rows: Sequence[Sequence[str]], numbers: Iterable[int] = (), width: int = WIDTH) -> list[str]:
    """Lay out rows of text in columns; number columns are right-aligned, and the last column may wrap."""
    to_the_right = set(numbers)
    cells = [max(text_width(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        spaces = [" " * (wide - text_width(word)) for wide, word in zip(cells, row, strict=False)]
        fixed = [
            space + word if place in to_the_right else word + space
            for place, (space, word) in enumerate(zip(spaces, row, strict=False))
        ]
        lines += hung(_GAP.join([*fixed, ""]), row[-1], width)
    return lines


def hung(head: str, text: str, width: int = WIDTH) -> list[str]:
    """Write a text after a head, with a hanging indent; wider than ``width`` cells only if a word is longer."""
    cells = text_width(head)
    first, *others = map(apart, wrapped(text, width - cells))
    return [(head + first).rstrip(), *(" " * cells + other for other in others)]


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


_STANDING_NUMBERS: Final = {0, 2, 3, 4}


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
    return columns([headings, *map(_tournament_row, found.tournaments)], {0})


def _tournament_row(one: TournamentEntry) -> tuple[str, ...]:
    state = own_state_words(one)
    return str(one.number), named(one.plan.name), state, _plan_cell(one)


def _plan_cell(one: TournamentEntry) -> str:
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
    lines = [*hung("", title), *hung("", f"{_plan_cell(one)}; {state_words(one)}")]
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
    return ["", *columns([headings, *rows], _STANDING_NUMBERS)]


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
