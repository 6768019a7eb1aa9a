"""What games decide alike: whether an action is legal, what follows from it, and what a shuffle makes of a pack."""

from collections.abc import Callable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from games.kit.deck import commitment
from protocol.cards import Card
from protocol.language import N_
from protocol.vocabulary import Action, Event, Seat
from server.rules.game import CHANCE, IllegalAction, Mover, Shuffled

S = TypeVar("S")
A = TypeVar("A", bound=Action)

NOT_YOUR_TURN: Final = N_("it is not your turn")
"""Why somebody else's action is refused, marked for translation; people do not count seats."""

NO_DEAL_NOW: Final = "chance shuffles, and only before a deal"
"""Why a shuffle is refused."""


class ShuffledPack(NamedTuple):
    """A pack ready to be dealt."""

    cards: tuple[Card, ...]
    """From the top."""

    commitment: str | None
    """What is told of the seed before the deal."""

    seed: str | None


def shuffled_pack(pack: Sequence[Card], mover: Seat | Mover, action: Action | Shuffled) -> ShuffledPack:
    """Return a pack as chance has shuffled it.

    Raises:
        IllegalAction: that was somebody else, or the order is not one of this pack.
    """
    if mover is not CHANCE or not isinstance(action, Shuffled):
        raise IllegalAction(NO_DEAL_NOW)
    if sorted(action.order) != list(range(len(pack))):
        raise IllegalAction(f"the order of the pack must hold each of 0 to {len(pack) - 1} once")
    told = None if action.seed is None else commitment(bytes.fromhex(action.seed))
    return ShuffledPack(tuple([pack[place] for place in action.order]), told, action.seed)


def offered(legal: Sequence[A], action: Action, why: Callable[[], str]) -> A:
    """Return an action as it stands among the legal ones.

    Raises:
        IllegalAction: it is not among them; the text is what ``why`` returns.
    """
    if action not in legal:
        raise IllegalAction(why())
    return legal[legal.index(action)]


class Consequences(Generic[S]):
    """The events of one action, collected one after the other; each game adds which they are."""

    def __init__(self, state: S, evolve: Callable[[S, Event], S]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._evolve = evolve

    def add(self, event: Event) -> None:
        """Add an event and update the state."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
