"""Messages about tournaments: a plan, people who take part, rounds of tables that the server opens, and standings."""

from enum import Enum
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.message import ClientCommand, Code, Count, Measure, Moment, ServerAnswer
from protocol.setup import Clock, Setup
from protocol.tableview import TablePhase

MOST_ROUNDS: Final = 20  # The most rounds of a tournament.
MOST_ENTRANTS: Final = 60  # The most people who take part in one tournament.
MOST_DAYS: Final = 100  # The most days that a round may be given.


class Form(Enum):
    """How the tables of a round are made up."""

    SWISS = "swiss"
    """People with the same number of points meet, as far as they have not met before."""
    LEAGUE = "league"
    """Everybody meets everybody, as evenly as can be."""


TournamentName = Annotated[str, Meta(min_length=1, max_length=64)]
"""The name of the tournament as the client sends it; the server cleans it."""

TournamentNumber = Annotated[int, Meta(ge=1, le=2**53)]
"""The number of the tournament on this server, counted from 1."""


class TournamentPlan(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a tournament is like; its maker decides."""

    name: TournamentName
    setup: Setup = Setup()
    form: Form = Form.SWISS
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    """The number of rounds; 0 for the number that suits the people who take part."""
    clock: Clock = Clock(60.0)
    """The time limit of a move: seconds for a live tournament, whole days for one of correspondence."""
    days: Annotated[int, Meta(ge=0, le=MOST_DAYS)] = 0
    """Days after which bots play on for everybody at the tables of a round that are not done; 0 for never."""
    bot: Annotated[str, Meta(max_length=40)] = ""
    """The level of the bots; empty for the default."""
    duplicate: bool = False
    """True if all tables of a round have the same deals, and whoever is in the same seat is compared."""


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
    """Make a tournament; whoever makes it starts it, and takes part only by entering it."""

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
