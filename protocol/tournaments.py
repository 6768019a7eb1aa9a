"""Tournaments: the messages about them, what someone types to ask for one, and how one is told in words."""

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.language import _, ngettext, pgettext
from protocol.message import ClientCommand, Code, Count, Measure, Moment, ServerAnswer
from protocol.setup import DAY, Clock, GameOffer, OptionValue, Setup
from protocol.table import TablePhase

MOST_ROUNDS: Final = 20  # The most rounds of a tournament.
MOST_ENTRANTS: Final = 60  # The most people who take part in one tournament.
MOST_DAYS: Final = 100  # The most days that a round may be given.


class TournamentForm(Enum):
    """How the tables of a round are made up."""

    SWISS = "swiss"
    """People with the same number of points meet, as far as they have not met before."""
    LEAGUE = "league"
    """Everyone meets everyone, as evenly as can be."""


TournamentName = Annotated[str, Meta(min_length=1, max_length=64)]
"""The name of the tournament as the client sends it; the server cleans it."""

TournamentNumber = Annotated[int, Meta(ge=1, le=2**53)]
"""The number of the tournament on this server, counted from 1."""


class TournamentPlan(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a tournament is like; its maker decides."""

    name: TournamentName
    setup: Setup = Setup()
    form: TournamentForm = TournamentForm.SWISS
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    """The number of rounds; 0 for the number that suits the people who take part."""
    clock: Clock = Clock(60.0)
    """The time limit of a move: seconds for a live tournament, whole days for one of correspondence."""
    days: Annotated[int, Meta(ge=0, le=MOST_DAYS)] = 0
    """Days after which bots play on for everyone at the tables of a round that are not done; 0 for never."""
    bot: Annotated[str, Meta(max_length=40)] = ""
    """The level of the bots; empty for the default."""
    duplicate: bool = False
    """True if all tables of a round have the same deals, and players in the same seat are compared."""


class TournamentCommand(ClientCommand, frozen=True):
    """A command about tournaments."""


class ListTournaments(TournamentCommand, frozen=True, tag="list_tournaments"):
    """List the tournaments."""


class ReadTournament(TournamentCommand, frozen=True, tag="read_tournament"):
    """Ask for the standings of a tournament and the tables of one round."""

    tournament: TournamentNumber
    round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    """The number of the round; 0 for the last."""


class MakeTournament(TournamentCommand, frozen=True, tag="make_tournament"):
    """Make a tournament; its maker starts it, and takes part only by entering it."""

    plan: TournamentPlan


class EnterTournament(TournamentCommand, frozen=True, tag="enter_tournament"):
    """Take part in a tournament, or no longer, before it has started."""

    tournament: TournamentNumber
    entered: bool = True
    """False to take part no longer."""


class StartTournament(TournamentCommand, frozen=True, tag="start_tournament"):
    """Start a tournament; only for its maker."""

    tournament: TournamentNumber


class CancelTournament(TournamentCommand, frozen=True, tag="cancel_tournament"):
    """Call a tournament off: no further round follows, and tables play on as they are. Only for its maker."""

    tournament: TournamentNumber


class TournamentEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One tournament."""

    number: Count
    plan: TournamentPlan
    """The plan; once it has started, with the number of rounds."""
    phase: TablePhase
    """Whether people gather, it is being played, or it is over."""
    maker: str
    """The name of who made it."""
    entrants: Count
    """The number of people who take part."""
    round: Count = 0
    """The number of the last round that has begun; 0 before the first."""
    entered: bool = False
    """True if the reader takes part."""
    yours: bool = False
    """True if the reader made it."""


class Standing(Struct, frozen=True, gc=False, omit_defaults=True):
    """How one person stands in a tournament."""

    name: str
    """The name, as it was on entering."""
    place: Count
    """The place, counted from 1; equal people share one."""
    points: Measure
    """One for each player at the same table who did worse, half for each who did as well; in a duplicate tournament
    the points scored above the mean of those in the same seat, over all rounds that are done."""
    opponents: Measure = 0.0
    """The points of the people met: the first tie-break."""
    margin: Measure = 0.0
    """By how much one scored more than the mean of the others at one's tables: the second tie-break."""
    you: bool = False
    """True if this is the reader."""


class TournamentTable(Struct, frozen=True, gc=False, omit_defaults=True):
    """One table of a round."""

    table: Code
    """The code of the table."""
    names: Annotated[tuple[str, ...], Meta(min_length=1, max_length=32)]
    """The name of the person who was given each seat; empty for a bot."""
    totals: tuple[int, ...] = ()
    """The score of each seat; empty while it is played, and if it was not played to the end."""
    done: bool = False
    """True once nothing more is expected of the table."""


class Tournaments(ServerAnswer, frozen=True, tag="tournaments"):
    """The tournaments: the unfinished ones, then the newest of the others."""

    tournaments: tuple[TournamentEntry, ...]


class TournamentShown(ServerAnswer, frozen=True, tag="tournament_shown"):
    """One tournament: the answer to all other commands about tournaments."""

    tournament: TournamentEntry
    standings: tuple[Standing, ...]
    """The people who take part, the best first; before the start, in the order of entering."""
    round: Count = 0
    """The number of the round whose tables follow; 0 for none."""
    tables: tuple[TournamentTable, ...] = ()
    """The tables of that round."""
    deadline: Moment | None = None
    """When bots play on at the tables of the present round, in seconds since 1970; nil for never."""


TournamentRequest = (
    ListTournaments | ReadTournament | MakeTournament | EnterTournament | StartTournament | CancelTournament
)
"""Every message of a client about tournaments."""

TournamentAnswer = Tournaments | TournamentShown
"""Every message of a server about tournaments."""


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


def read_request(words: Sequence[str], offers: Sequence[GameOffer]) -> TournamentRequest:
    """Return what the words after ``tournament`` ask for, without an id; raise ``InvalidPlan`` if that is nothing."""
    match list(words):
        case [] | ["list"]:
            return ListTournaments(0)
        case ["make", *plan] if plan:
            return MakeTournament(0, read_plan(plan, offers))
        case ["enter", number]:
            return EnterTournament(0, _number(number))
        case ["withdraw", number]:
            return EnterTournament(0, _number(number), entered=False)
        case ["start", number]:
            return StartTournament(0, _number(number))
        case ["cancel", number]:
            return CancelTournament(0, _number(number))
        case [number] if number.isdecimal():
            return ReadTournament(0, _number(number))
        case [number, round] if number.isdecimal() and round.isdecimal():
            return ReadTournament(0, _number(number), min(_number(round), MOST_ROUNDS))
    raise InvalidPlan(_("write one of these after it: {ways}", ways="; ".join(USAGE)))


def read_plan(words: Sequence[str], offers: Sequence[GameOffer]) -> TournamentPlan:
    """Return the plan that words describe in any order, the rest as its name; raise ``InvalidPlan`` if they cannot."""
    known = {offer.name: offer for offer in offers}
    said = dict(word.split("=", 1) for word in words if "=" in word)
    bare = [word for word in words if "=" not in word]
    offer = known[next((word for word in bare if word in known), offers[0].name)]
    numbers = [word for word in bare if word.isdecimal() and len(word) < 3 and int(word) <= _MOST_SEATS]
    forms = [word for word in bare if word in {form.value for form in TournamentForm}]
    name = " ".join(word for word in bare if word not in {*known, *numbers, *forms})
    if not name:
        raise InvalidPlan(_("the tournament needs a name: write it after make"))
    options = {key: _value(key, text, offer) for key, text in said.items() if key not in _CHOICES}
    players = said.get("players", [str(offer.players[0]), *numbers][-1])
    return TournamentPlan(
        name[:_LONGEST_NAME],
        Setup(offer.name, _bounded("players", players, _MOST_SEATS), options),
        TournamentForm([TournamentForm.SWISS.value, *forms][-1]),
        _bounded("rounds", said.get("rounds", "0"), MOST_ROUNDS),
        _clock(said.get("move", "60"), float(_bounded("bank", said.get("bank", "0"), 3600))),
        _bounded("days", said.get("days", "0"), MOST_DAYS),
        said.get("bot", "")[:40],
        _switch("duplicate", said.get("duplicate", "no")),
    )


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


def _value(name: str, text: str, offer: GameOffer) -> OptionValue:
    """Return the value of an option; whether there is such a value is for the server to say."""
    values = {option.name: option.values[0] for option in offer.options}
    if name not in values:
        names = ", ".join(dict.fromkeys((*_CHOICES, *values)))
        raise InvalidPlan(_("there is no choice {name} here: there are {names}", name=repr(name[:20]), names=names))
    if isinstance(values[name], bool):
        return _switch(name, text)
    return _bounded(name, text, 1_000_000) if isinstance(values[name], int) else text[:40]


def _switch(name: str, text: str) -> bool:
    if text not in _SWITCH:
        raise InvalidPlan(_("write {name}=yes or {name}=no", name=name))
    return _SWITCH[text]


def _bounded(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and int(text) <= most):
        raise InvalidPlan(_("{name} is a number from 0 to {most}", name=name, most=most))
    return int(text)


def _number(text: str) -> int:
    """Return the number of a tournament; raise ``InvalidPlan`` if it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and int(text)):
        raise InvalidPlan(_("{number} is not a tournament: see the list", number=repr(text[:20])))
    return int(text)


def plan_words(plan: TournamentPlan, game: str) -> str:
    """Return a plan in words, given the game in words: ``Chwech for 6, Swiss, 3 rounds, 60 seconds a move``."""
    rounds = ngettext("{n} round", "{n} rounds", plan.rounds) if plan.rounds else ""
    last = ngettext("{n} day a round", "{n} days a round", plan.days) if plan.days else ""
    form = _("Swiss") if plan.form is TournamentForm.SWISS else _("league")
    # Translators: of a tournament in which all tables of a round have the same deals.
    same = pgettext("of a tournament", "duplicate") if plan.duplicate else ""
    return ", ".join(filter(None, (game, form, same, rounds, _move_words(plan.clock), last)))


def _move_words(clock: Clock) -> str:
    if clock.has_days:
        return ngettext("{n} day a move", "{n} days a move", int(clock.seconds // DAY))
    return ngettext("{n} second a move", "{n} seconds a move", int(clock.seconds))


def state_words(entry: TournamentEntry) -> str:
    """Return how far a tournament is."""
    if entry.phase is TablePhase.GATHERING:
        return ngettext("{n} person has entered", "{n} people have entered", entry.entrants)
    if entry.phase is TablePhase.PLAYING:
        return _("round {round} of {rounds}", round=max(1, entry.round), rounds=entry.plan.rounds)
    return _("over") if entry.round and entry.round >= entry.plan.rounds else _("cancelled")


def own_state_words(entry: TournamentEntry) -> str:
    """Return how far a tournament is, and whether the reader takes part while it is not over."""
    enters = entry.entered and entry.phase is not TablePhase.OVER
    return ", ".join((state_words(entry), *((_("you take part"),) if enters else ())))


def points_words(points: float, plan: TournamentPlan) -> str:
    """Return a number of points, which has halves, or in a duplicate tournament a sign and a tenth."""
    if plan.duplicate:
        return f"{points:+.1f}"
    whole = int(points)
    return str(whole) if points == whole else f"{whole or ''}½"


def standing_cells(standing: Standing, name: str, plan: TournamentPlan) -> tuple[str, ...]:
    """Return the cells of one line of the standings: place, name, points, opponents and margin, where these count."""
    place, points = str(standing.place), points_words(standing.points, plan)
    if plan.duplicate:
        return place, name, points, "", ""
    return place, name, points, f"{standing.opponents:.1f}", f"{standing.margin:+.1f}"


def seats_words(table: TournamentTable, names: Sequence[str]) -> str:
    """Return who has the seats of a table, and the totals once it is done: ``Megan 54, bot 9``."""
    called = [name or _("bot") for name in names]
    if table.totals:
        return ", ".join(f"{name} {total}" for name, total in zip(called, table.totals, strict=False))
    people = ", ".join(called)
    return _("{names} (not played)", names=people) if table.done else people
