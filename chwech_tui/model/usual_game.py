"""What most games have in common behind the client's interface of games."""

from typing import Any, Generic

from chwech_tui.model.game import ClientGame, Several, V
from chwech_tui.model.ink import Line
from chwech_tui.model.lesson import Lesson
from chwech_tui.model.people import Act, People
from games.kit.words import PARTS, Parts
from protocol.cards import Card
from protocol.game import Answer
from protocol.message import Seat
from protocol.seating import Event
from protocol.setup import Setup


def parts_of(kind: ClientGame[Any] | None) -> Parts:
    """Return what is said of the tricks of a game, or of what takes their place; for an unknown game, of tricks."""
    return kind.parts if kind is not None else PARTS


class UsualGame(Generic[V]):
    """What holds in most games; each says where it is otherwise."""

    round = True
    title_lines = 2
    parts = PARTS
    farewell = ""
    counts_deals = False
    reviewed = False

    def told(self, event: Event) -> tuple[Event, ...]:
        """Return the event itself."""
        return (event,)

    def ended(self, view: V, people: People) -> Line:
        """Return an empty line: an event says who has won."""
        return ()

    def shared_act(self, event: Event) -> tuple[Seat, Act] | None:
        """Return None: nothing is done by several seats in a row."""
        return None

    def several(self, view: V) -> Several | None:
        """Return None: no choice of several cards is ever asked for."""
        return None

    def several_action(self, view: V, cards: tuple[Card, ...]) -> Answer | str:
        """Return an empty text, for it is never asked."""
        return ""

    def certain_rest(self, view: V) -> tuple[Card, ...]:
        """Return no cards: no rest of a deal is certain."""
        return ()

    def sides(self, view: V) -> tuple[int, ...]:
        """Return no sides: each plays alone."""
        return ()

    def piles_closed(self, setup: Setup) -> str:
        """Return an empty text: everybody has seen the cards of every trick."""
        return ""

    def lessons(self) -> tuple[Lesson, ...]:
        """Return no positions: there is no course."""
        return ()
