"""The client's interface of a game: all that its screens need to know of one. This module knows no particular game.

A game is shown by pure functions of its view: cards and moves for the keys, sentences for events, pictures for what is
peculiar to it. The rest of the client draws seats, hands, sheets and replays alike for every game.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from chwech_tui.model.cards import CardsGone, PublicDeal, ShownTrick
from chwech_tui.model.ink import Line, Picture
from chwech_tui.model.lesson import Lesson
from chwech_tui.model.option import OptionWords
from chwech_tui.model.people import Act, People
from games.kit.words import Parts
from protocol.cards import Card
from protocol.game import Answer, View
from protocol.message import Seat
from protocol.seating import Event
from protocol.setup import Setup

V = TypeVar("V", bound=View)
"""The view of a game."""


class GameKey(Struct, frozen=True, gc=False):
    """A key that acts in a game on the viewer's turn, as the foot of the table and the list of keys name it."""

    key: str
    """The key, as Textual names it; or several that only answer a question."""

    label: str
    """Its effect in one or two words, marked for translation; empty if the foot does not name it."""

    about: str
    """Its effect in a sentence, for the list of keys; marked for translation."""

    early: bool = False
    """True if it can be chosen before the viewer's turn, and waits for it."""

    rare: bool = False
    """True if it seldom acts: the foot names it only when it does, not while one waits."""

    words: tuple[str, ...] = ()
    """The words that mean the same in plain mode, marked as commands; none for keys that only answer a question."""


class Choice(Struct, frozen=True, gc=False):
    """One action, and the key that takes it."""

    key: str
    """The key, as Textual names it; empty for one of many, which are stepped through."""

    label: str
    """The action in a few words."""

    action: Answer
    """The action."""


class Move(Struct, frozen=True, gc=False):
    """What a key does on the viewer's turn: it acts at once, or asks which of several actions is meant."""

    key: str
    """The key, as Textual names it."""

    label: str
    """What it does, in a few words."""

    choices: tuple[Choice, ...]
    """The action; or several, of which the player is asked to choose one."""

    question: str = ""
    """The question, if there are several."""

    hint: str = ""
    """The keys that answer it, in words: ``h for high or l for low``."""


class Several(Struct, frozen=True, gc=False):
    """A choice of several cards, which are marked one by one and then sent together."""

    least: int
    most: int
    """The least and the greatest number of cards."""

    words: str
    """What is done with them, in a few words: ``Bury four cards``."""

    alone: bool = False
    """True if Enter without a mark takes the chosen card alone, since one card is what is meant most often."""


class Middle(Struct, Generic[V], frozen=True, gc=False):
    """What the middle of the table shows."""

    setup: Setup
    """The game and its options."""

    view: V
    """The game as it stands; between two deals the one that has ended."""

    looking_back: bool
    """True if the previous trick is shown in place of the open one."""

    people: People
    """The people on the seats."""


class Unit(Enum):
    """What an event begins or completes."""

    DEALT = "dealt"
    """The cards are dealt."""

    TRICK = "trick"
    """A trick is taken, after which the table rests."""

    PILE = "pile"
    """The cards leave the middle, and the game goes on at once."""

    DEAL = "deal"
    """The deal is scored."""


class DealScore(Struct, frozen=True, gc=False):
    """How the scores of one deal were made, as a table with a row for each seat."""

    title: Line
    """Which deal, and how it ended."""

    heading: str
    """The heading of the columns after the names."""

    rows: tuple[Line, ...]
    """The columns of each seat after its name."""

    notes: tuple[str, ...] = ()
    """What the figures mean."""


class GameResult(Struct, frozen=True, gc=False):
    """A finished game as its record tells it; every list is by seat."""

    rules: str
    """The rules in a few words."""

    names: tuple[str, ...]
    """The names; none if the record has none."""

    totals: tuple[int, ...]
    """The final scores."""

    deals: tuple[tuple[str, ...], ...]
    """The score of each seat in each deal, in at most three figures and a mark."""

    note: str = ""
    """What the mark means."""


class ClientGame(Protocol[V]):
    """A game, as the client shows it; every function is pure."""

    @property
    def title(self) -> str:
        """The name of the game, as people write it."""

    def shows(self, view: View) -> bool:
        """Return True if a view is one of this game."""

    keys: Sequence[GameKey]
    """The keys that act in it besides the choice of a card, in the order of the foot."""

    # Words

    options: Mapping[str, OptionWords]
    """The options of a new table in words, marked for translation, by their names in records."""

    def rules_words(self, setup: Setup) -> str:
        """Return the rules of a table in words: ``revised rules, 3 deals``."""

    def crib(self, setup: Setup) -> tuple[str, ...]:
        """Return the rules of a table in a few sentences, to look at while one plays."""

    def rules_sign(self, setup: Setup) -> str:
        """Return the rules of a table in one word of at most eight letters, for a column; empty if there are no two."""

    def progress(self, view: V) -> str:
        """Return how far the game is, for the header: ``deal 2 of 6``."""

    def variant(self, view: V) -> str:
        """Return what is played, for the header: ``revised rules``."""

    def told(self, event: Event) -> tuple[Event, ...]:
        """Return what an event has led to, one thing after another, each an event that can be said by itself."""

    def ended(self, view: V, people: People) -> Line:
        """Return who has won the game that is over; an empty line if an event says so."""

    def sentence(self, event: Event, people: People) -> Line:
        """Return the sentence for an event of the game; an empty line for any other event."""

    def shared_act(self, event: Event) -> tuple[Seat, Act] | None:
        """Return who does what in an event that several seats may do in a row, such as a pass; otherwise None."""

    def turn_words(self, view: V) -> str:
        """Return what is asked of the viewer, whose turn it is: ``Follow hearts or pass``."""

    def unit(self, event: Event) -> Unit | None:
        """Return what an event begins or completes; otherwise None."""

    def reason(self, setup: Setup, view: V) -> str:
        """Return why the previous trick went as it did, in half a sentence; empty if there is none."""

    def consequence(self, setup: Setup, view: V, action: Answer) -> str:
        """Return what an action of the viewer would do, as far as anybody can know; empty for nothing to say."""

    def news(self, setup: Setup, before: V, view: V, people: People) -> Picture:
        """Return what changed between two views of a deal and should not be missed: somebody about to go out."""

    # Keys

    def usable(self, view: V) -> Sequence[Card]:
        """Return the cards of the hand with which the viewer can act now."""

    def moves(self, view: V, card: Card | None) -> tuple[Move, ...]:
        """Return what the keys do on the viewer's turn, with a chosen card or without one."""

    def several(self, view: V) -> Several | None:
        """Return the choice of several cards that the viewer has now; None if cards are played one by one."""

    def several_action(self, view: V, cards: tuple[Card, ...]) -> Answer | str:
        """Return what is sent first for these cards, or why they cannot be chosen.

        It is asked again with those that are left after each action, until the view has no such choice any more;
        without a card, for what ends the choice.
        """

    def refusal(self, view: V, key: str, card: Card | None) -> str:
        """Return why one of ``keys``, or Enter on the chosen card, does nothing on the viewer's turn."""

    def premove_refusal(self, view: V, card: Card | None) -> str:
        """Return why Enter on a card, or an ``early`` key, cannot be a premove, or is none by then; empty if it can."""

    def certain_rest(self, view: V) -> tuple[Card, ...]:
        """Return the hand in the order to lead it, if the viewer certainly takes each trick; otherwise none."""

    def height(self, view: V, card: Card) -> int:
        """Return how high a card ranks, for a hand sorted by rank."""

    def action_words(self, action: Answer) -> str:
        """Return an action in a few words, as part of a sentence: ``A♥ low``, ``pass``."""

    # Pictures

    round: bool
    """True if a big screen shows the seats round the table; False where cards lie in a row in the middle."""

    title_lines: int
    """The number of lines above the cards of a trick."""

    parts: Parts
    """What is said of tricks, or of what takes their place."""

    def columns_width(self, setup: Setup, step: int) -> int:
        """Return the width of the columns of a seat, in cells; ``step`` is 1, or 2 on a wide screen."""

    def draw_heading(self, setup: Setup, step: int) -> str:
        """Return the heading of the columns."""

    def draw_columns(self, view: V, seat: Seat, step: int, away: str) -> Line:
        """Draw the columns of a seat; a note of its absence takes the place of the least important one."""

    def draw_sum(self, view: V, seat: Seat, width: int) -> Line:
        """Draw how a seat's score in the deal that has ended was made, in the place of its columns."""

    def draw_panel(self, view: V, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
        """Draw a seat in three lines: its cards, its progress, its scores.

        Args:
            view: the game.
            seat: the seat.
            width: the width of the lines, in cells, at least 21.
            away: a note of its absence, which takes the place of its progress; empty for none.
            counted: the last two lines show how its score in the deal that has ended was made.
        """

    def has_last_trick(self, view: V) -> bool:
        """Return True if the view still knows the previous trick."""

    def shown_trick(self, middle: Middle[V], width: int) -> ShownTrick:
        """Return the open trick, or the previous one while nothing has been led or the viewer looks back."""

    def piles_closed(self, setup: Setup) -> str:
        """Return why the cards won cannot be looked at, at this table; empty if they can."""

    def draw_pile(self, view: V, seat: Seat) -> Line:
        """Draw the cards that a seat has won, after its name."""

    def cards_gone(self, view: V, setup: Setup) -> CardsGone:
        """Return the cards gone so far in the deal that is played, as far as the rules of the table show them."""

    # The score sheet, the archive

    counts_deals: bool
    """True if what the game counts besides points comes at most once in a deal, so that it is a share of the deals."""

    reviewed: bool
    """True if a server can look back at a finished game and tell what each choice was worth."""

    def deal_score(self, view: V, page: int, people: People) -> DealScore:
        """Return how the scores of a deal were made; ``page`` counts the deals from 0."""

    def sides(self, view: V) -> tuple[int, ...]:
        """Return the side of each seat; empty where each plays alone."""

    def points(self, view: V, page: int) -> tuple[int, ...]:
        """Return what each seat scored in a deal; ``page`` counts the deals from 0."""

    def read_result(self, record: str) -> GameResult | None:
        """Return the result of a game from its record; None if this client cannot read it."""

    # For newcomers

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the positions of the course, in order; none if the game has no course."""

    farewell: str
    """What the coach says at the end of the course; empty if there is none."""

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules explained in place, in small letters and the singular, with a sentence each."""

    def advice(self, setup: Setup, view: V, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty if nothing stands out."""

    # Without a screen

    def public_deal(self, view: V) -> PublicDeal[V]:
        """Return the public part of a deal, for the text command ``table``."""

    # Trust

    def check_view(self, view: V, players: int) -> None:
        """Check that a view is plausible at a table for this many players.

        Raises:
            RemoteProtocolError: it contradicts itself or is absurd.
        """

    def check_event(self, event: Event, players: int) -> None:
        """Check that an event is plausible at a table for this many players.

        Raises:
            RemoteProtocolError: it contradicts itself or is absurd.
        """
