"""Where an action of Chwech becomes events, or is refused; and where each event changes the state."""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, Final

from games.kit.deck import commitment
from protocol.cards import FACES, Card, Rank, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play, write_action
from protocol.chwech.events import DealEnded, Dealt, Ending, GameEnded, LeadPassed, Led, Passed, Played, TrickTaken
from protocol.chwech.order import CardOrder
from protocol.language import N_, sentence
from protocol.vocabulary import Action, Event, Seat
from server.rules.chwech.deal import (
    Deal,
    Dealing,
    Ended,
    Following,
    Frame,
    InDeal,
    Leading,
    Match,
    Opening,
    PastDeal,
    State,
    TakenTrick,
    TurnTaken,
    is_misdealt,
    make_sheet,
)
from server.rules.chwech.variant import HAND, PLAYERS, Rulebook, Ruleset, counts_as_joker
from server.rules.deciding import NOT_YOUR_TURN
from server.rules.game import CHANCE, ForeignEvent, IllegalAction, Mover, Shuffled

_NOBODY: Final = (None,)
"""The order of a trick that nobody leads."""


def evolve(state: State, event: Event) -> State:
    """Return the state after the event.

    Raises:
        ForeignEvent: the event cannot follow this state.
    """
    if type(state) is Following:
        frame, held, suit, fits, played = state.frame, state.held, state.suit, state.fits, state.played
        if type(event) is Played:
            # The same as ``place_of``, inlined.
            book, card = frame.book, event.play.card
            place = book.only.get(card) or book.first_copy(card, frame.dealt[event.seat] & held)
            held ^= place
            played += (event,)
            if book.single and place & book.single:
                fits &= ~book.single
        elif type(event) is not Passed:
            return _taken(state, event) if type(event) is TrickTaken else _foreign(state, event)
    elif type(event) is Led and (type(state) is Leading or type(state) is Opening):
        frame, suit, played = state.frame, _suit_led(event), (event,)
        place = place_of(frame, state.held, event)
        held = state.held ^ place
        fits = frame.book.places_open_to(suit, place) & held
    else:
        return _CHANGES.get(type(event), _foreign)(state, event)
    turns = state.turns + (event,)  # noqa: RUF005 - a third quicker, and done at every turn
    turn = frame.order[len(turns)]
    if turn is None:
        return Following(frame, held, turns, None, (), suit, fits, played)
    places = frame.dealt[turn] & fits
    choices = frame.book.follow.known.get(places) or frame.book.follow.work_out(places)
    return Following(frame, held, turns, turn, choices, suit, fits, played)


def _suit_led(event: Led) -> Suit:
    suit = event.play.suit or event.play.card.suit
    assert suit is not None
    return suit


def place_of(frame: Frame, held: int, turn: Led | Played) -> int:
    """Return the place of the card that a seat plays from its hand; of equal cards, the first."""
    card = turn.play.card
    return frame.book.only.get(card) or frame.book.first_copy(card, frame.dealt[turn.seat] & held)


def somebody_is_out(frame: Frame, held: int) -> bool:
    """True if a seat has played its last card; impossible before its ninth trick."""
    return frame.number >= HAND and 0 in map(held.__and__, frame.dealt)


def _foreign(state: State, event: Event) -> State:
    raise ForeignEvent(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _lead_passed(state: State, event: LeadPassed) -> State:
    return _leading(state.frame, (*state.turns, event)) if type(state) is Leading else _foreign(state, event)


def _leading(frame: Frame, turns: tuple[TurnTaken, ...]) -> Leading:
    """Return the state in which the next seat may lead, or in which every seat has passed."""
    held, turn = frame.held, frame.order[len(turns)]
    if turn is None:
        return Leading(frame, held, turns, None, ())
    return Leading(frame, held, turns, turn, frame.book.lead(frame.dealt[turn] & held))


def _taken(state: Following, event: TrickTaken) -> Leading:
    """Move the cards to the taker, who may lead or pass; then the other seats in turn, once each."""
    frame, held = state.frame, state.held
    piles = list(frame.piles)
    piles[event.seat] |= frame.held ^ held
    order = _NOBODY if somebody_is_out(frame, held) else frame.book.rounds[event.seat]
    before = TakenTrick(state.turns, state.suit, event.seat)
    number = frame.number + 1
    return _leading(Frame(frame.deal, frame.book, frame.dealt, number, held, tuple(piles), before, order), ())


def _dealt(state: State, event: Dealt) -> State:
    if type(state) is not Dealing or state.match.done:
        return _foreign(state, event)
    match = state.match
    book = match.book
    dealt = _places(book, event.hands)
    first = Seat((event.dealer + 1) % match.players)
    deal = Deal(match, book, dealt, event.commitment, event.seed)
    frame = Frame(deal, book, dealt, 1, book.pack.everything, (0,) * match.players, None, book.rounds[first])
    return Opening(frame, frame.held, (), first, book.open(dealt[first]))


def _places(book: Rulebook, hands: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
    """Return each hand as places; of equal cards, the first seat has the first place."""
    free = book.pack.everything
    dealt = []
    for hand in hands:
        places = sum(map(book.only_or_none.__getitem__, hand))
        if places.bit_count() < len(hand):
            places |= _places_of_equal_cards(book, hand, free)
        free ^= places
        dealt.append(places)
    return tuple(dealt)


def _places_of_equal_cards(book: Rulebook, hand: tuple[Card, ...], free: int) -> int:
    """Return the places of the cards of a hand of which the pack has several, each the first that is free."""
    places = 0
    for card in hand:
        if card not in book.only:
            places |= book.first_copy(card, free & ~places)
    return places


def _deal_ended(state: State, event: DealEnded) -> State:
    if not isinstance(state, InDeal):
        return _foreign(state, event)
    match = state.deal.match
    past = PastDeal(state.deal.dealt, state.hands)
    seed = state.deal.seed if match.book.variant.duplicate else None
    sheets = (*match.sheets, event.sheet)
    return Dealing(Match(match.book, match.first_dealer, sheets, (*match.past, past), seed), state)


def _game_ended(state: State, event: GameEnded) -> State:
    return Ended(state.match, state.ended) if type(state) is Dealing and state.match.done else _foreign(state, event)


_CHANGES: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    Dealt: _dealt,
    LeadPassed: _lead_passed,
    DealEnded: _deal_ended,
    GameEnded: _game_ended,
}


_LED: Final = {
    Suit.CLUBS: (N_("clubs were led: play one, or a Joker, or pass"), N_("clubs were led: play one, or pass")),
    Suit.DIAMONDS: (N_("diamonds were led: play one, or a Joker, or pass"), N_("diamonds were led: play one, or pass")),
    Suit.HEARTS: (N_("hearts were led: play one, or a Joker, or pass"), N_("hearts were led: play one, or pass")),
    Suit.SPADES: (N_("spades were led: play one, or a Joker, or pass"), N_("spades were led: play one, or pass")),
}
"""Why a card does not follow, by the suit led, with Jokers in the pack and without; marked for translation."""


def why_illegal(state: State, seat: Seat, action: Action) -> str:
    """Return why an illegal action is refused, and what would be right."""
    if isinstance(state, Dealing):
        return sentence("the cards are not dealt yet")
    if isinstance(state, Ended):
        return sentence("the game is over")
    if state.turn != seat:
        return _whose_turn(state)
    if isinstance(action, Play):
        return _why_not_play(state, seat, action)
    return sentence("the first lead of a deal may not be passed: lead a card")


def _whose_turn(state: InDeal) -> str:
    if state.turn is None:
        return sentence("the trick is being taken")
    return sentence(NOT_YOUR_TURN)


def _why_not_play(state: Opening | Leading | Following, seat: Seat, play: Play) -> str:
    book = state.deal.book
    held = state.hand(seat) & book.pack.copies.get(play.card, 0)
    if not held:
        return sentence("you do not hold {card}", card=play.card)
    joker = counts_as_joker(play.card, book.variant)
    original = book.variant.ruleset is Ruleset.ORIGINAL
    if isinstance(state, Following) and not held & state.fits:
        return _why_not_follow(state, joker=joker)
    if joker and original and not isinstance(state, Following):
        return sentence("a Joker may not be led in the original rules: lead another card, or pass the lead")
    if original and play.card.rank is Rank.ACE and play.ace is None:
        return sentence("say how the Ace counts: {ace}+ is high, {ace}- is low", ace=play.card)
    if joker and not isinstance(state, Following) and play.suit is None:
        why = N_("say which suit the Joker stands for: {joker}=C, {joker}=D, {joker}=H or {joker}=S")
        return sentence(why, joker=play.card)
    why = N_("{play} says more than the rules have here: write {card}")
    return sentence(why, play=write_action(play), card=play.card)


def _why_not_follow(state: Following, *, joker: bool) -> str:
    if joker:
        return sentence("only one Joker may be played to a trick: play another card or pass")
    with_jokers, without = _LED[state.suit]
    return sentence(with_jokers if state.deal.book.pack.jokers else without)


def legal(state: State, seat: Seat) -> tuple[Pass | Play, ...]:
    """Return every legal action of the seat; none if it is not its turn."""
    return state.choices if state.turn == seat else ()


_PASSED: Final = tuple(Passed(Seat(seat)) for seat in range(max(PLAYERS)))
_LEAD_PASSED: Final = tuple(LeadPassed(Seat(seat)) for seat in range(max(PLAYERS)))


def decide(state: State, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
    """Return the events of an action.

    Raises:
        IllegalAction: the mover may not do this now.
    """
    seat, choices = state.turn, state.choices
    # A pass is the last of the choices and is found at once; the others are compared one by one.
    if seat is None or seat != mover or (action is not choices[-1] and action not in choices):
        return (_deal_or_refuse(state, mover, action),)
    # The last seat of a trick stands before the None that ends the order.
    if type(state) is Following:
        following = Played(seat, action) if type(action) is Play else _PASSED[seat]
        return _take(state, following) if state.frame.order[-2] == seat else (following,)
    assert type(state) is Leading or type(state) is Opening
    if type(action) is Play:
        led = Led(seat, action)
        return _take(state, led) if state.frame.order[-2] == seat else (led,)
    passed = _LEAD_PASSED[seat]
    return _deadlock(state, passed) if state.frame.order[-2] == seat else (passed,)


def winners(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the highest total; a tie is a shared win."""
    highest = max(totals)
    return tuple([Seat(seat) for seat, total in enumerate(totals) if total == highest])


def _take(state: Leading | Opening | Following, turn: Led | Played | Passed) -> tuple[Event, ...]:
    """Return the last turn of a trick, its taker, and the end of the deal if a seat played its last card."""
    frame, held = state.frame, state.held
    played: tuple[Led | Played, ...] = state.played if type(state) is Following else ()
    if type(turn) is Played or type(turn) is Led:
        played = (*played, turn)
        held ^= place_of(frame, held, turn)
    plays = [each.play for each in played]
    winner = played[frame.book.order.best_play(plays)].seat
    taken = TrickTaken(winner, tuple([play.card for play in plays]))
    if somebody_is_out(frame, held):
        return (turn, taken, *_end(evolve(evolve(state, turn), taken), Ending.OUT))
    return turn, taken


def _deadlock(state: Leading | Opening, passed: LeadPassed) -> tuple[Event, ...]:
    return (passed, *_end(evolve(state, passed), Ending.DEADLOCK))


def _end(state: State, ending: Ending) -> tuple[Event, ...]:
    assert isinstance(state, InDeal)
    match = state.deal.match
    sheet = make_sheet(state, ending)
    if match.number < match.book.variant.deals:
        return (DealEnded(sheet),)
    return (DealEnded(sheet), GameEnded(sheet.totals, winners(sheet.totals)))


def _deal_or_refuse(state: State, mover: Seat | Mover, action: Action | Shuffled) -> Dealt:
    """Return the deal of a shuffled pack: one card at a time, the first to the dealer's left."""
    if not isinstance(mover, Mover) and not isinstance(action, Shuffled):
        raise IllegalAction(why_illegal(state, mover, action))
    if not (mover is CHANCE and isinstance(action, Shuffled) and isinstance(state, Dealing) and not state.match.done):
        raise IllegalAction("chance shuffles, and only before a deal")
    match = state.match
    cards = match.book.pack.cards
    if len(action.order) != len(cards) or set(action.order) != match.book.places:
        raise IllegalAction(f"the order of the pack must hold each of 0 to {len(cards) - 1} once")
    players, dealer = match.players, match.dealer
    shuffled = itemgetter(*action.order)(cards)
    hands = tuple([shuffled[(seat - dealer - 1) % players :: players] for seat in range(players)])
    if match.book.variant.duplicate and is_misdealt(match, hands):
        raise IllegalAction(sentence("hands: in a duplicate game every set of hands comes from each dealer once"))
    return Dealt(
        deal=match.number,
        dealer=dealer,
        hands=hands,
        commitment=None if action.seed is None else commitment(bytes.fromhex(action.seed)),
        seed=action.seed,
    )


def taker(played: Sequence[Led | Played], order: CardOrder) -> Seat:
    """Return the seat that takes the trick if no more cards are played to it.

    Raises:
        IndexError: no card has been played.
    """
    return played[order.best(played)].seat


_RANKS: Final = {card: place for place, card in enumerate(FACES)}


def fallback(state: State, seat: Seat) -> Pass | Play:
    """Return a pass, whatever the seat holds; for the first lead of a deal, the lowest card of the shortest suit.

    Of equally short suits, the first one is chosen. An Ace that may be played as low is the lowest card of all; a Joker
    is led only by a seat that holds nothing else.
    """
    choices = legal(state, seat)
    if choices[-1] == PASS:
        return PASS
    plays = [choice for choice in choices if isinstance(choice, Play)]
    lengths = _lengths(state, seat)
    return min(plays, key=lambda play: _order(play, lengths))


def _order(play: Play, lengths: dict[Suit, int]) -> tuple[bool, int, int, bool, int]:
    """Return the sort key of a lead; the lowest key is preferred."""
    suits = list(Suit)
    suit = play.card.suit
    joker = play.suit is not None or suit is None
    length = lengths[suit] if suit is not None and not joker else 0
    named = play.suit or suit
    place = suits.index(named) if named else len(suits)
    return joker, length, place, play.ace is not AceHeight.LOW, _RANKS[play.card]


def _lengths(state: State, seat: Seat) -> dict[Suit, int]:
    assert isinstance(state, InDeal)
    pack = state.deal.book.pack
    return {suit: (state.hand(seat) & places).bit_count() for suit, places in pack.suits.items()}
