"""Deals and positions of chosen cards, written as people write hands, and ways to go on from them."""

from collections.abc import Sequence

from protocol.cards import Card, Suit, read_card
from protocol.piles.actions import read_action
from protocol.piles.views import Phase, Turn
from protocol.setup import OptionValue, Setup
from protocol.vocabulary import Event, Seat
from server.rules.game import CHANCE, Shuffled
from server.rules.hands import in_order
from server.rules.piles.deal import Deal, Dealing, Match, Playing, State, places_in_packets
from server.rules.piles.game import GAMES
from server.rules.piles.play import decide, evolve
from server.rules.piles.variant import read_variant

SVOYI = "svoyi-koziri"
DUDAK = "dudak"
CHALLENGE = "challenge"

SUITS = {suit.value: suit for suit in Suit}


def cards(text: str) -> tuple[Card, ...]:
    """Read cards with spaces between them."""
    return tuple(read_card(card) for card in text.split())


def dealing(game: str, players: int, **options: OptionValue) -> Dealing:
    """Give the state before the first deal, which the last seat deals."""
    return Dealing(Match(read_variant(game, Setup(game, players, options)), Seat(players - 1)))


def shuffled(state: State, pack: Sequence[Card]) -> tuple[State, list[Event]]:
    """Give the state after a shuffle that brings the pack in this order, and what happened."""
    assert isinstance(state, Dealing)
    places = {card: place for place, card in enumerate(state.match.variant.pack)}
    order = [places.pop(card) for card in pack]
    return _after(state, decide(state, CHANCE, Shuffled((*order, *places.values()), "00" * 32)))


def pack_for(state: Dealing, hands: Sequence[str]) -> list[Card]:
    """Give a pack from which these hands are dealt; what is not named goes round."""
    variant = state.match.variant
    held = [list(cards(hand)) for hand in hands]
    rest = [card for card in variant.pack if not any(card in hand for hand in held)]
    seats = places_in_packets(variant.cards, variant.players, state.match.dealer, variant.packets)
    return [held[seat].pop(0) if held[seat] else rest.pop(0) for seat in seats]


def begun(game: str, hands: Sequence[str], named: str = "", /, **options: OptionValue) -> State:
    """Give the state after a deal by the last seat, in which the seats from the first on have named these trumps."""
    start = dealing(game, len(hands), **options)
    state, _ = shuffled(start, pack_for(start, hands))
    return play(state, ", ".join(f"trump {suit}" for suit in named.split()))[0]


def standing(
    game: str, hands: Sequence[str], named: str, pile: str = "", mover: int = 0, /, **options: OptionValue
) -> Playing:
    """Give a position: the hands, the trumps by seat (``-`` for none), the pile, and whose turn it is to beat or lead.

    The cards of the pile were played by the seat before the mover.
    """
    players = len(hands)
    variant = read_variant(game, Setup(game, players, options))
    deal = Deal(Match(variant, Seat(players - 1)), (), None, None)
    before = Seat((mover - 1) % players)
    held = tuple(in_order(cards(hand)) for hand in hands)
    return Playing(
        deal,
        tuple(SUITS.get(suit) for suit in named.split()),
        None,
        dealt=held,
        hands=held,
        mover=Seat(mover),
        drawn=(None,) * players,
        known=((),) * players,
        phase=Phase.BEATING if pile else Phase.LEADING,
        pile=tuple(Turn(before, card) for card in cards(pile)),
        out=tuple(Seat(seat) for seat, hand in enumerate(hands) if not hand),
        taken=(0,) * players,
        seen=((held, Seat(mover)),) if variant.repetition and not pile else (),
    )


def play(state: State, moves: str = "") -> tuple[State, list[Event]]:
    """Give the state after moves such as ``QH, take``, each of the seat whose turn it is, and what happened."""
    events: list[Event] = []
    for move in filter(None, moves.split(",")):
        assert state.turn is not None, "somebody's turn"
        state, more = _after(state, decide(state, state.turn, read_action(move.strip())))
        events += more
    return state, events


def _after(state: State, events: Sequence[Event]) -> tuple[State, list[Event]]:
    for event in events:
        state = evolve(state, event)
    return state, list(events)


def names(events: Sequence[Event]) -> list[str]:
    """Name what happened."""
    return [type(event).__name__ for event in events]


def going(state: State) -> Playing:
    """Give a state in which cards are played."""
    assert isinstance(state, Playing)
    return state


def written(hand: Sequence[Card]) -> str:
    """Write cards with spaces between them."""
    return " ".join(card.text for card in hand)


__all__ = [
    "CHALLENGE",
    "DUDAK",
    "GAMES",
    "SVOYI",
    "begun",
    "cards",
    "dealing",
    "going",
    "names",
    "pack_for",
    "play",
    "shuffled",
    "standing",
    "written",
]
