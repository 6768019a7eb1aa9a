"""What one viewer sees of a table, what lies in its middle, and what the cards tell in games of tricks."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple

from games.kit.asking import Choice
from games.kit.game import T
from games.kit.say import SUITS, Say, Saying, suit_sign
from games.kit.secrets import Hidden
from games.kit.tricks import Ranks, best_of
from protocol.cards import Card, Suit


@dataclass(frozen=True)
class Seen(Generic[T]):
    """The table as one viewer sees it, and what that viewer may do."""

    words: Any
    """The words of the game, which are declared with this class."""

    table: T
    """Masked: what the viewer does not see is not there."""

    viewer: int | None
    turn: Sequence[int] = ()
    """The seats that are waited for."""

    asked: str = ""
    """The name of what the viewer is asked; empty if nothing is."""

    legal: Sequence[Choice] = ()

    @property
    def hand(self) -> Sequence[Card]:
        """The viewer's cards, while a deal is played."""
        held = self.table.hands[self.viewer] if self.viewer is not None and not self.table.over else ()
        return () if isinstance(held, Hidden) else held

    @cached_property
    def ranks(self) -> Ranks | None:
        """How the cards rank now."""
        ranks: Ranks | None = self.words.ranks(self.table)
        return ranks

    @cached_property
    def unseen(self) -> Sequence[Card]:
        """The cards of the pack that the viewer has not seen in this deal."""
        table, words = self.table, self.words
        left = Counter(words.game.pack(table.match))
        left.subtract([*self.hand, *table.gone, *words.lying(table), *words.known(table)])
        return [card for card, number in left.items() for _copy in range(number)]


class Marked(NamedTuple):
    """A card that lies on the table with what was said when it was played."""

    card: Card
    mark: str = ""
    """What was said, as records write it."""

    suit: Suit | None = None
    """The suit for which it stands."""


class Row(NamedTuple):
    """Cards that lie together in a row: an attack and what beat it, a card of a pile."""

    seat: int | Say
    """Whose they are, or what else stands below them."""

    cards: Sequence[Card]
    mark: Saying = ""
    shaded: bool = False


class Turned(NamedTuple):
    """A card turned up, and what becomes of it."""

    card: Card
    words: Saying


class Stock(NamedTuple):
    """Cards that lie face down in a heap: a stock, a widow."""

    cards: int
    words: Saying
    last: Card | None = None
    """The card turned up at its end."""


class Forms(NamedTuple):
    """A piece of a title in several lengths, the longest first; the first pieces of a title are shortened first."""

    forms: Sequence[Saying]


class Zones(NamedTuple):
    """What lies in the middle of the table, for whatever draws it."""

    title: Sequence[Saying | Forms] = ()
    """What is said of it, in a few pieces."""

    status: Sequence[Saying] = ()
    """What is said besides, in a line of its own."""

    trick: Sequence[tuple[int, Card | Marked | Saying | None]] = ()
    """What lies before each seat, in order: a card, or what it has said; None for a pass."""

    taker: int | None = None
    over: bool = False
    rows: Sequence[Row] = ()
    hands: Sequence[tuple[int, Saying]] = ()
    """Hands that lie open, at most two: a line each, in place of the last lines of what is said."""

    turned: Turned | None = None
    figure: str = ""
    """What is drawn in large figures: the bid that stands; whose it is, is ``taker``."""


def usual_height(seen: Seen[Any], card: Card) -> int:
    """Return how high a card ranks in its own suit."""
    return seen.ranks.height(card, card.suit) if seen.ranks is not None else 0


def cards_in(trick: Sequence[tuple[int, Any]]) -> list[Card]:
    """Return the cards of a trick, of which each may stand with what was said of it."""
    plays = [play if isinstance(play, tuple) else (play,) for _seat, play in trick]
    return [part for play in plays for part in play if isinstance(part, Card)]


def is_trump(ranks: Ranks, card: Card) -> bool:
    """Return True if a card is a trump."""
    return ranks.height(card, None) >= 0


def silent(*_seen: Any) -> None:  # noqa: ANN401
    """Return nothing to say."""


def own_side(table: Any, seat: int) -> Sequence[int]:  # noqa: ANN401
    """Return the seats of the side of a seat, itself among them."""
    match, side = table.match, table.match.game.side
    return [other for other in range(match.players) if side(match, other) == side(match, seat)]


def is_unbeatable(seen: Seen[Any], card: Card) -> bool:
    """Return True if a card is the highest trump that others may still hold."""
    ranks = seen.ranks
    if ranks is None or not is_trump(ranks, card):
        return False
    return all(ranks.height(one, None) < ranks.height(card, None) for one in seen.unseen)


def usual_reason(seen: Seen[Any]) -> Say | None:
    """Return why the last trick went as it did: by the highest card of its suit, or by a trump."""
    trick, ranks = seen.table.last_trick, seen.ranks
    if ranks is None or not trick:
        return None
    return taking_words(ranks, cards_in(trick), best_of(ranks, trick)[1])


def taking_words(ranks: Ranks, cards: Sequence[Card], card: Card) -> Say:
    """Return why a card takes a trick: it is the highest of its suit, or a trump."""
    trumps = [one for one in cards if is_trump(ranks, one)]
    if card not in trumps:
        return Say("{card} is the highest of the {suit}", card=card, suit=Say(SUITS[card.suit]) if card.suit else "")
    if len(trumps) > 1:
        return Say("{card} is the highest trump", card=card)
    return Say("{card} is a trump", card=card) if cards[0] != card else Say("nobody played a trump to it")


def usual_consequence(seen: Seen[Any], choice: Choice) -> Say | None:
    """Return whether a card would take the trick, as far as anybody can know, and what that counts."""
    ranks, viewer = seen.ranks, seen.viewer
    if ranks is None or viewer is None or not isinstance(choice, Card):
        return None
    table, worth = seen.table, seen.words.worth
    seats, cards = [*dict(table.trick), viewer], [*cards_in(table.trick), choice]
    seat, card = best_of(ranks, list(zip(seats, cards, strict=True)))
    if seat != viewer:
        own = seat in seen.words.friends(table, viewer)
        return Say("{card} still takes it, for your side" if own else "{card} still takes it", card=card)
    last = len(cards) == len(seen.words.playing(table))
    if not last and not is_unbeatable(seen, card):
        return Say("you take it, unless it is beaten")
    if worth is None:
        return Say("you take it")
    points = worth(cards)
    if last:
        return Say("you take it: {sum}", sum=Say("{points}", points=points))
    return Say("you take it: {points} so far", points=str(points))


def certain_rest(seen: Seen[Any]) -> Sequence[Card]:
    """Return the hand in the order to lead it, if no card that others may hold takes any of its tricks; or none."""
    ranks, hand = seen.ranks, seen.hand
    if ranks is None or seen.asked != "lead":
        return ()
    if any(ranks.height(one, card.suit) > ranks.height(card, card.suit) for card in hand for one in seen.unseen):
        return ()
    return sorted(hand, key=lambda card: -ranks.height(card, card.suit))


def trick_zones(
    seen: Seen[Any],
    *,
    back: bool,
    trumps: bool = True,
    details: Sequence[Saying] = ("",),
    taker: Callable[[Sequence[tuple[int, Any]]], int | None] | None = None,
) -> Zones:
    """Return the open trick; or the last one, to look back or while nothing is led; before it, what is turned up.

    Args:
        seen: the table.
        back: the viewer looks back.
        trumps: the trump suit is named.
        details: what the title says between the trumps and what was led, the longest form first.
        taker: returns the seat that takes a trick as it stands; usually that with the best card.
    """
    table, words, ranks = seen.table, seen.words, seen.ranks
    status, last = words.status(seen), table.last_trick
    named = [trump_words(ranks.suit)] if trumps and ranks is not None and ranks.suit is not None else []
    if ranks is None or not (table.trick or last):
        return Zones([*named, words.doing(seen) or ""], status, turned=words.turned(table))
    over = bool(last) and (back or not table.trick)
    shown = last if over else table.trick
    takes, led = taker(shown) if taker else best_of(ranks, shown)[0], cards_in(shown)[0]
    trump_led = Say("trump led", role="dim")
    led_words = Say("{suit} led", role="dim", suit=suit_sign(led.suit)) if led.suit else trump_led
    led_words = trump_led if is_trump(ranks, led) else led_words
    title: list[Saying | Forms] = [*named, Forms(details), led_words]
    if takes is None:
        return Zones(title, status, shown)
    taken = Say("[You take|{name} takes] it", role="info", seat=takes)
    if not over:
        own = Say("[you take|{name} takes] it", role="info", context="in a sentence", seat=takes)
        return Zones([*title, Forms([Say("as it stands {taken}", role="dim", taken=own), taken])], status, shown, takes)
    title[-1] = Forms([led_words, ""])
    first, why = [Say("Last trick", role="strong")] if back else [], words.reason(seen)
    return Zones(
        [*first, *title, Forms([[taken, ": ", why] if why else taken, taken])], status, shown, takes, over=True
    )


def trump_words(suit: Suit | None) -> Forms:
    """Return what is said of the trump suit."""
    return Forms(
        [
            Say("{suit} are trump", role="dim", suit=suit),
            Say("{suit} trump", role="dim", suit=suit_sign(suit) if suit else ""),
        ]
    )
