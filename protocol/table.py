"""A table as one viewer sees it, its entry in a list, and what is said and done at it besides the game itself."""

from enum import Enum
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from protocol import game, message
from protocol.daily import DailyMark
from protocol.game import Answer, Answered, Own, Temper, View
from protocol.language import N_
from protocol.rating import SeatRating
from protocol.setup import USUAL, Arrangement, GameName, Setup, TableTime


class SetPause(message.TableCommand, frozen=True, tag="set_pause"):
    """Ask for a pause or agree to one; or withdraw that, or end the pause."""

    paused: bool
    """True to pause the game."""


class Pause(Struct, frozen=True, gc=False, omit_defaults=True):
    """A pause that is requested or has begun; while it lasts, no player can act and no clock runs."""

    seats: tuple[message.Seat, ...] = ()
    """The seats that have asked for it or agreed; it begins once every connected person has."""
    since: message.Duration | None = None
    """When it began, in seconds since 1970; nil if it is only asked for."""
    until: message.Duration | None = None
    """When it ends by itself if someone stays connected, in seconds since 1970; nil if it is only asked for."""


class Paused(message.TableEvent, frozen=True, gc=False, tag="table.paused"):
    """The game was paused, because every connected person had agreed."""

    seats: tuple[message.Seat, ...]
    """The seats that agreed."""


class Resumed(message.TableEvent, frozen=True, gc=False, tag="table.resumed"):
    """The pause ended."""

    seat: message.Seat | None = None
    """The seat that ended it; nil if the pause reached its maximum length."""


class Absence(Enum):
    """The reason why a bot plays for a person."""

    LOST = "lost"
    """The connection was lost and did not come back in time."""
    AWAY = "away"
    """The person has stepped away."""
    IDLE = "idle"
    """The person ran out of time three times in a row."""


class SetAway(message.TableCommand, frozen=True, tag="set_away"):
    """Step away, so that a bot plays on, or come back; any action in the game also brings the person back."""

    away: bool
    """True to step away, false to come back."""


class Resign(message.TableCommand, frozen=True, tag="resign"):
    """Leave the table permanently: in a running game, a bot takes over the seat, and the record says so."""

    table: message.AnyTableCode = ""
    alone: bool = False
    """True to give up a game that nobody else plays; refused if another person has a seat."""


class StoodIn(message.SeatEvent, frozen=True, gc=False, tag="table.stood_in"):
    """A bot plays for an absent person, who keeps the seat."""

    bot: str
    """The level of the bot."""
    why: Absence


class CameBack(message.SeatEvent, frozen=True, gc=False, tag="table.came_back"):
    """A person who was away plays again."""


class Resigned(message.SeatEvent, frozen=True, gc=False, tag="table.resigned"):
    """A person left permanently; a bot takes over the seat and keeps the name."""

    bot: str
    """The level of the bot."""


class TimedOut(message.SeatEvent, frozen=True, gc=False, tag="table.timed_out"):
    """A person ran out of time; the action that the server takes for them comes next."""


TEXT_CHARACTERS: Final = 200  # The most characters of one line of chat.

COURTESIES: Final = (  # Phrases for any moment: they tell nothing of cards, so that partners may say them in play.
    N_("Your turn."), N_("One moment, please."), N_("Thank you!"), N_("Sorry!"), N_("I am back."), N_("I have to go."),
)  # fmt: skip
GREETINGS: Final = (  # Phrases before the game.
    N_("Hello, everybody!"), N_("Good luck!"), N_("Have fun!"), N_("Shall we begin?"), N_("I am ready."),
)  # fmt: skip
REMARKS: Final = (  # Phrases after a trick, where everyone plays alone, and after a deal.
    N_("Well played!"), N_("Nice one!"), N_("Oh dear…"), N_("Ha!"), N_("That was close!"),
)  # fmt: skip
TO_PARTNER: Final = (  # Phrases to a partner after a deal.
    N_("Well played, partner!"), N_("Thank you, partner!"), N_("My mistake, partner."), N_("Never mind, partner."),
)  # fmt: skip
FAREWELLS: Final = (N_("Good game!"), N_("Congratulations!"), N_("One more game?"), N_("Goodbye!"))
BETWEEN: Final = N_("Shall we go on?")  # The phrase between two deals; those before it are for the end of the game.
PHRASES: Final = (*COURTESIES, *GREETINGS, *REMARKS, *TO_PARTNER, *FAREWELLS, BETWEEN)
"""The quick phrases, marked for translation: a client shows a line that is one of them in its reader's language."""

Words = Annotated[str, Meta(min_length=1, max_length=TEXT_CHARACTERS)]
"""A line of chat as the client sends it; the server cleans it."""


class SayAtTable(message.ClientCommand, frozen=True, tag="say"):
    """Say something at the table; during a game, spectators are heard only by other spectators."""

    text: Words


class Said(message.TableEvent, frozen=True, gc=False, tag="table.said"):
    """Someone has said something to everyone at the table."""

    name: message.CleanName
    text: str
    """The text, cleaned."""
    seat: message.Seat | None = None
    """The speaker's seat; nil for a spectator."""


class Line(Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of chat in the lobby or among spectators, where there are no events."""

    number: int
    """The number of the line there, counted from 1 without a gap."""
    name: message.CleanName
    text: str
    """The text, cleaned."""
    at: float
    """When it was said, in seconds since 1970."""


class Overheard(message.ServerMessage, frozen=True, tag="overheard"):
    """Chat among spectators; only they receive it, each line once."""

    lines: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=4096)]
    """The lines, in order."""


class TablePhase(Enum):
    """The phase of a table."""

    GATHERING = "gathering"
    """People take their seats; nothing is dealt yet."""
    PLAYING = "playing"
    """The game is in progress."""
    OVER = "over"
    """The game has ended."""


class Occupant(Struct, frozen=True, gc=False, omit_defaults=True):
    """The occupant of a seat."""

    name: message.CleanName
    bot: str = ""
    """The level of the bot that plays the seat; empty if its person does."""
    here: bool = True
    """True if the person is connected; always true for a bot."""
    away: bool = False
    """True if the person is away, and ``bot`` plays until they are back."""
    grace: message.Duration | None = None
    """When a bot takes over for a lost connection, in seconds since 1970; nil if the person is connected."""
    ready: bool = False
    """True if the person is ready for the game to begin."""
    temper: Temper = Temper.EVEN
    """The temper of a bot that has a seat of its own."""
    rating: SeatRating | None = None
    """At a rated table, the rating of the person or of bots like this one; nil if they have none yet."""
    hinted: bool = False
    """True if a hint was taken on this seat in this game."""


class TableView(Struct, frozen=True, gc=False, omit_defaults=True):
    """All that one viewer may know of a table."""

    table: message.Code
    """The code of the table."""
    seq: message.Seq
    """The number of the last event."""
    setup: Setup
    phase: TablePhase
    seats: tuple[Occupant | None, ...]
    """The occupant of each seat; None for a free seat."""
    viewer: message.Seat | None = None
    host: message.Seat | None = None
    """The seat of the host of the table, who begins the game, seats bots, removes people and hands the role on."""
    waits_for: tuple[message.Seat, ...] = ()
    """Between two deals, the seats whose persons have not agreed to the next one yet."""
    game: View | None = None
    """The game, once it has begun."""
    arrangement: Arrangement = USUAL
    watchers: tuple[str, ...] = ()
    """The names of the spectators."""
    time: TableTime | None = None
    """The state of the clock; nil if there is none, or it is not running."""
    pause: Pause | None = None
    kept: tuple[str, ...] = ()
    """Before a rematch, the name of the person for whom each seat is reserved; empty if it is not."""
    rematch: str = ""
    """After the game, the code of the rematch table, if someone has asked for one."""
    tournament: bool = False
    """True for a tournament game, which continues even while no player is connected."""


def seen(view: TableView, own: Own | None) -> TableView:
    """Return a table as one seat sees it; raise ``ValueError`` if what is its own is of another table."""
    if own is None:
        return view
    return replace(view, viewer=own.viewer, game=game.seen(view.game, own) if view.game is not None else None)


SEATS_TAKEN: Final = N_("{taken} of {seats} seats taken")
"""How far a table is whose game has not begun, marked for translation."""


class TableEntry(Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry of the list of tables."""

    table: message.Code
    """The code of the table."""
    setup: Setup
    phase: TablePhase
    names: tuple[str, ...]
    """The occupants' names as lists show them, such as ``Nia (bot)`` or ``Ben (left)``; empty for a free seat."""
    summary: str
    """The progress of the game in a few words, such as ``deal 3 of 6``."""
    yours: bool = False
    """True if the reader has a seat there."""
    total: message.Points | None = None
    """The reader's own total so far."""
    arrangement: Arrangement = USUAL
    persons: message.Count = 0
    """The number of seats that people have."""
    vacant: message.Count = 0
    """The number of seats open to a newcomer: free ones, and bots' seats if takeover is allowed."""
    turn: str = ""
    """In a correspondence game of the reader, the name of the next to act; otherwise empty."""
    your_turn: bool = False
    """True if that is the reader."""
    deadline: message.Duration | None = None
    """When their time runs out at the earliest, in seconds since 1970; nil if ``turn`` is empty."""
    played_at: message.Moment | None = None
    """When something last happened at a table of the reader, in seconds since 1970, to ten minutes; otherwise nil."""
    daily: DailyMark | None = None


class SetReady(message.TableCommand, frozen=True, tag="set_ready"):
    """Declare whether one is ready; the game begins by itself once everyone with a seat is."""

    ready: bool


class QuickTable(message.VisitCommand, frozen=True, tag="quick_table"):
    """Take a seat at the listed table where most people wait for this game or for one of others, or open one."""

    setup: Setup = Setup()
    """The game and its options; its first dealer is ignored."""
    games: Annotated[tuple[GameName, ...], Meta(max_length=64)] = ()
    """The games that will do with any options and number of players, where people wait."""


class Rematch(message.VisitCommand, frozen=True, tag="rematch"):
    """Go on to a new table with the same people in the same seats; the first to ask opens it."""


class Readied(message.TableEvent, frozen=True, gc=False, tag="table.ready"):
    """Someone became ready, or took that back."""

    seat: message.Seat
    ready: bool


class RematchOffered(message.TableEvent, frozen=True, gc=False, tag="table.rematch"):
    """Someone wants a rematch: the same people have their seats at another table."""

    table: message.TableCode
    """The code of the rematch table."""
    seat: message.Seat
    """The seat of the person who asked."""


AnySeat = Annotated[message.Seat, Meta(ge=0, le=31)]
"""The seat; the largest table has 32."""


class FillSeats(message.TableCommand, frozen=True, tag="fill_seats"):
    """Fill free seats with bots before the game; people can still take them over. Only for the host of the table."""

    seat: AnySeat | None = None
    """The seat; nil for every free one."""


class RemoveSeat(message.TableCommand, frozen=True, tag="remove_seat"):
    """Free a seat before the game; a removed person cannot sit down again. Only for the host of the table."""

    seat: AnySeat
    name: message.Name = ""
    """The name that the client sees there; refused if it is someone else by now."""


class GiveHost(message.TableCommand, frozen=True, tag="give_host"):
    """Make another person the host of the table. Only for the present host."""

    seat: AnySeat
    """The seat of that person."""
    name: message.Name = ""
    """The name that the client sees there; refused if it is someone else by now."""


class SetPace(message.TableCommand, frozen=True, tag="set_pace"):
    """Let bots take less time for their turns from now on, or more. Only for the host of the table."""

    faster: bool


class PaceSet(message.TableEvent, frozen=True, gc=False, tag="table.pace_set"):
    """The host of the table changed the time that bots take."""

    seat: message.Seat
    """The seat of the host."""
    pace: message.Duration
    """The mean time for a turn, in seconds."""


class HostGiven(message.SeatEvent, frozen=True, gc=False, tag="table.host_moved"):
    """Another person became the host of the table."""


class Removed(message.SeatEvent, frozen=True, gc=False, tag="table.removed"):
    """The host of the table freed a seat."""

    bot: str = ""
    """The level of the bot, if it was one."""


class SeatTaken(message.SeatEvent, frozen=True, gc=False, tag="table.seat_taken"):
    """A person or a bot took a seat."""

    bot: str = ""
    """The level of the bot, if it is one."""
    was: str = ""
    """The former name of the bot in that seat, if it was renamed or replaced."""


class SeatLeft(message.SeatEvent, frozen=True, gc=False, tag="table.seat_left"):
    """A person left their seat."""


class Began(message.TableEvent, frozen=True, gc=False, tag="table.began"):
    """The game began."""


Event = (
    Answered
    | Said
    | SeatTaken
    | SeatLeft
    | Removed
    | HostGiven
    | Readied
    | Began
    | StoodIn
    | CameBack
    | Resigned
    | TimedOut
    | Paused
    | Resumed
    | RematchOffered
    | PaceSet
)
"""Everything that can happen at a table: in its game, or to the table itself."""


class Hint(message.TableCommand, frozen=True, tag="hint"):
    """Ask what each of one's legal actions is worth; the first hint in a game marks the seat for everyone."""

    seq: message.StateSeq


class Appraised(Struct, frozen=True, gc=False):
    """A legal action with its value."""

    action: Answer
    value: message.Measure
    """What it is worth: points of the deal over the mean of the table, to one decimal."""


class HintReason(Struct, frozen=True, gc=False, omit_defaults=True):
    """A reason for the best action, as half a sentence."""

    text: str
    """The reason, for a person."""
    wording: message.Wording | None = None


class HintGiven(message.ServerAnswer, frozen=True, tag="hint_given"):
    """A hint, for its asker alone."""

    seq: message.StateSeq
    choices: Annotated[tuple[Appraised, ...], Meta(min_length=1, max_length=4096)]
    """Every legal action with its value, the best first."""
    reasons: tuple[HintReason, ...] = ()
    """Why the first is the best, at most two reasons; none where nothing stands out."""


class CostliestChoice(message.ServerMessage, frozen=True, tag="costliest_choice"):
    """After a deal, the choice that cost its person most, among those since their first hint in the game."""

    deal: message.Count
    """The number of the deal, from 1."""
    cards: message.Count
    """How many cards the person held when they chose."""
    chosen: Answer
    """What they chose."""
    best: Answer
    """What was worth most."""
    cost: message.Measure
    """How much more it was worth, in points of the deal, to one decimal."""
