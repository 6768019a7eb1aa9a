"""Tournaments in words: what somebody types to ask for one, and how a plan, a state and a table are told."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from protocol import tournaments
from protocol.language import _, ngettext, pgettext
from protocol.setup import DAY, Clock, GameOffer, OptionOffer, OptionValue, Setup
from protocol.tableview import TablePhase

USAGE: Final = (
    "[NUMBER [ROUND]]",
    "enter NUMBER",
    "withdraw NUMBER",
    (
        "make NAME [GAME] [PLAYERS] [swiss|league] [rounds=N] [move=60|2d] [bank=60] [days=N] [bot=LEVEL] "
        "[duplicate=yes] [OPTION=VALUE …]"
    ),
    "start NUMBER",
    "cancel NUMBER",
)
"""What is written after ``tournament``: a line for each way."""

_CHOICES: Final = ("rounds", "move", "bank", "days", "players", "bot", "duplicate")
_SWITCH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}

_MOST_SEATS: Final = 32
_LONGEST_NAME: Final = 64

_MOST_DAYS: Final = 14
_MOST_SECONDS: Final = 300


class InvalidPlan(ValueError):
    """Words that ask for no tournament; the text says what would be right, in the reader's language."""


def read_request(words: Sequence[str], offers: Sequence[GameOffer]) -> tournaments.TournamentRequest:
    """Return what the words after ``tournament`` ask for; its id is still to be set.

    Args:
        words: the words.
        offers: the games of the server, the default first.

    Raises:
        InvalidPlan: they ask for nothing that there is.
    """
    match list(words):
        case [] | ["list"]:
            return tournaments.ListTournaments(0)
        case ["make", *plan] if plan:
            return tournaments.MakeTournament(0, read_plan(plan, offers))
        case ["enter", number]:
            return tournaments.EnterTournament(0, _number(number))
        case ["withdraw", number]:
            return tournaments.EnterTournament(0, _number(number), entered=False)
        case ["start", number]:
            return tournaments.StartTournament(0, _number(number))
        case ["cancel", number]:
            return tournaments.CancelTournament(0, _number(number))
        case [number] if number.isdecimal():
            return tournaments.ReadTournament(0, _number(number))
        case [number, round] if number.isdecimal() and round.isdecimal():
            return tournaments.ReadTournament(0, _number(number), min(_number(round), tournaments.MOST_ROUNDS))
    raise InvalidPlan(_("write one of these after it: {ways}", ways="; ".join(USAGE)))


def read_plan(words: Sequence[str], offers: Sequence[GameOffer]) -> tournaments.TournamentPlan:
    """Return the plan that words describe in any order; those that mean nothing else are the name.

    Raises:
        InvalidPlan: a value cannot be read, or there is no name.
    """
    known = {offer.name: offer for offer in offers}
    game = next((word for word in words if word in known), offers[0].name)
    plan, name = tournaments.TournamentPlan("", Setup(game, known[game].players[0])), list[str]()
    for word in words:
        key, equals, value = word.partition("=")
        if equals:
            plan = _with_value(plan, key, value, known[game])
        elif word in {form.value for form in tournaments.Form}:
            plan = replace(plan, form=tournaments.Form(word))
        elif word.isdecimal() and len(word) < 3 and int(word) <= _MOST_SEATS:
            plan = replace(plan, setup=replace(plan.setup, players=int(word)))
        elif word not in known:
            name.append(word)
    if not name:
        raise InvalidPlan(_("the tournament needs a name: write it behind make"))
    return replace(plan, name=" ".join(name)[:_LONGEST_NAME])


def _with_value(plan: tournaments.TournamentPlan, key: str, value: str, offer: GameOffer) -> tournaments.TournamentPlan:
    match key:
        case "rounds":
            return replace(plan, rounds=_bounded(key, value, tournaments.MOST_ROUNDS))
        case "days":
            return replace(plan, days=_bounded(key, value, tournaments.MOST_DAYS))
        case "players":
            return replace(plan, setup=replace(plan.setup, players=_bounded(key, value, _MOST_SEATS)))
        case "bank":
            return replace(plan, clock=Clock(plan.clock.seconds, float(_bounded(key, value, 3600))))
        case "move":
            return replace(plan, clock=_clock(value, plan.clock.bank))
        case "bot":
            return replace(plan, bot=value[:40])
        case "duplicate":
            return replace(plan, duplicate=_switch(key, value))
    option = next((one for one in offer.options if one.name == key), None)
    if option is None:
        names = ", ".join((*_CHOICES, *(one.name for one in offer.options if one.name not in _CHOICES)))
        raise InvalidPlan(_("there is no choice {name} here: there are {names}", name=repr(key[:20]), names=names))
    options = {**plan.setup.options, key: _value(option, value)}
    return replace(plan, setup=replace(plan.setup, options=options))


def _clock(text: str, bank: float) -> Clock:
    """Return the clock that a number of seconds, or of days with a `d` behind, stands for."""
    days = text.endswith("d")
    number = text.removesuffix("d")
    if not (
        number.isascii()
        and number.isdecimal()
        and len(number) < 4
        and int(number) <= (_MOST_DAYS if days else _MOST_SECONDS)
    ):
        raise InvalidPlan(_("a move has 10 to 300 seconds, as in move=60, or 1 to 14 days, as in move=2d"))
    return Clock(int(number) * DAY) if days else Clock(float(number), bank)


def _value(option: OptionOffer, text: str) -> OptionValue:
    """Return the value of an option; whether there is such a value is for the server to say."""
    if type(option.values[0]) is int:
        return _bounded(option.name, text, 1_000_000)
    if isinstance(option.values[0], bool):
        return _switch(option.name, text)
    return text[:40]


def _switch(name: str, text: str) -> bool:
    if text not in _SWITCH:
        raise InvalidPlan(_("write {name}=yes or {name}=no", name=name))
    return _SWITCH[text]


def _bounded(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and int(text) <= most):
        raise InvalidPlan(_("{name} is a number from 0 to {most}", name=name, most=most))
    return int(text)


def _number(text: str) -> int:
    """Return the number of a tournament.

    Raises:
        InvalidPlan: it is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and int(text)):
        raise InvalidPlan(_("{number} is no number of a tournament: the list has them", number=repr(text[:20])))
    return int(text)


def plan_words(plan: tournaments.TournamentPlan, game: str) -> str:
    """Return a plan in words, given the game in words: ``Chwech for 6, Swiss, 3 rounds, 60 seconds a move``."""
    rounds = ngettext("{n} round", "{n} rounds", plan.rounds) if plan.rounds else ""
    last = ngettext("{n} day a round", "{n} days a round", plan.days) if plan.days else ""
    form = _("Swiss") if plan.form is tournaments.Form.SWISS else _("league")
    # Translators: of a tournament in which all tables of a round have the same deals.
    same = pgettext("of a tournament", "duplicate") if plan.duplicate else ""
    return ", ".join(filter(None, (game, form, same, rounds, _move_words(plan.clock), last)))


def _move_words(clock: Clock) -> str:
    if clock.has_days:
        return ngettext("{n} day a move", "{n} days a move", int(clock.seconds // DAY))
    return ngettext("{n} second a move", "{n} seconds a move", int(clock.seconds))


def state_words(entry: tournaments.TournamentEntry) -> str:
    """Return how far a tournament is."""
    if entry.phase is TablePhase.GATHERING:
        return ngettext("{n} person has entered", "{n} people have entered", entry.entrants)
    if entry.phase is TablePhase.PLAYING:
        return _("round {round} of {rounds}", round=max(1, entry.round), rounds=entry.plan.rounds)
    return _("over") if entry.round and entry.round >= entry.plan.rounds else _("called off")


def own_state_words(entry: tournaments.TournamentEntry) -> str:
    """Return how far a tournament is, and whether the reader takes part while it is not over."""
    enters = entry.entered and entry.phase is not TablePhase.OVER
    return ", ".join((state_words(entry), *((_("you take part"),) if enters else ())))


def points_words(points: float, plan: tournaments.TournamentPlan) -> str:
    """Return a number of points, which has halves, or in a duplicate tournament a sign and a tenth."""
    if plan.duplicate:
        return f"{points:+.1f}"
    whole = int(points)
    return str(whole) if points == whole else f"{whole or ''}½"


def standing_cells(standing: tournaments.Standing, name: str, plan: tournaments.TournamentPlan) -> tuple[str, ...]:
    """Return the cells of one line of the standings: place, name, points, opponents and margin, where these count."""
    place, points = str(standing.place), points_words(standing.points, plan)
    if plan.duplicate:
        return place, name, points, "", ""
    return place, name, points, f"{standing.opponents:.1f}", f"{standing.margin:+.1f}"


def seats_words(table: tournaments.TournamentTable, names: Sequence[str]) -> str:
    """Return who has the seats of a table, and the totals once it is done: ``Megan 54, bot 9``."""
    called = [name or _("bot") for name in names]
    if table.totals:
        return ", ".join(f"{name} {total}" for name, total in zip(called, table.totals, strict=False))
    people = ", ".join(called)
    return _("{names} (not played)", names=people) if table.done else people
