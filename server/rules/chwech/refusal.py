"""Why an action is refused, in a sentence; it says nothing of any hand but the mover's own."""

from protocol.cards import Rank, Suit
from protocol.chwech.actions import Play, write_action
from protocol.vocabulary import Action, Seat
from server.rules.chwech.pack import counts_as_joker
from server.rules.chwech.state import Dealing, Ended, Following, InDeal, Leading, Opening, State
from server.rules.chwech.variant import Ruleset

_NAMES = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Say why an action that is not legal is refused, and what would be right."""
    if isinstance(state, Dealing):
        return "the cards are not dealt yet"
    if isinstance(state, Ended):
        return "the game is over"
    if state.turn != seat:
        return _whose_turn(state)
    if isinstance(action, Play):
        return _why_not_play(state, seat, action)
    return "the first lead of a deal may not be passed: lead a card"


def _whose_turn(state: InDeal) -> str:
    return f"it is the turn of seat {state.turn}" if state.turn is not None else "the trick is being taken"


def _why_not_play(state: Opening | Leading | Following, seat: Seat, play: Play) -> str:
    book = state.deal.book
    held = state.hand(seat) & book.pack.copies.get(play.card, 0)
    if not held:
        return f"you do not hold {play.card}"
    joker = counts_as_joker(play.card, book.variant)
    original = book.variant.ruleset is Ruleset.ORIGINAL
    if isinstance(state, Following) and not held & state.fits:
        return _why_not_follow(state, joker=joker)
    if joker and original and not isinstance(state, Following):
        return "a Joker may not be led in the original rules: lead another card, or pass the lead"
    if original and play.card.rank is Rank.ACE and play.ace is None:
        return f"say how the Ace counts: {play.card}+ is high, {play.card}- is low"
    if joker and not isinstance(state, Following) and play.suit is None:
        return f"say which suit the Joker stands for: {play.card}=C, {play.card}=D, {play.card}=H or {play.card}=S"
    return f"{write_action(play)} says more than the rules have here: write {play.card}"


def _why_not_follow(state: Following, *, joker: bool) -> str:
    if joker:
        return "only one Joker may be played to a trick: play another card or pass"
    return f"{_NAMES[state.suit]} were led: play one, or a Joker, or pass"
