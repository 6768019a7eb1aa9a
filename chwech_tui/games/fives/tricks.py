"""What is said of tricks of the Fives: why they went so, what a card would do, what is gone, advice; and Spoil Five."""

from typing import Final

from chwech_tui.describe import chips_words, tricks_words
from chwech_tui.games.fives import words
from chwech_tui.games.fives.words import scores_each, win
from chwech_tui.games.ranks import best_trump_advice, is_unbeatable
from chwech_tui.games.ranks import certain_rest as rest_of
from chwech_tui.games.score_table import side_title
from chwech_tui.games.titles import taking_words
from chwech_tui.model.cards import CardsGone, card_words
from chwech_tui.model.ink import Hue, Line, Picture, Span
from chwech_tui.model.people import People
from protocol.cards import FACES, Card, Rank
from protocol.colour_order import JokerPlace, Order
from protocol.fives.actions import Play, Rob
from protocol.fives.events import Barred, DealEnded, DealSheet, Ending, GameEnded, Jinked, Swept
from protocol.fives.views import Claim, FivesView, Phase, Spoil
from protocol.language import _
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat

CHIPS = 20
"""The chips that each player begins with."""

TRICKS = 5
"""The number of tricks in a deal."""


def needed_by(spoil: Spoil, seat: Seat) -> int:
    """Return how many tricks a seat needs for the pool."""
    return TRICKS if spoil.jinker == seat else spoil.needed


def needed_at(setup: Setup) -> int:
    """Return how many tricks take the pool at a table."""
    return 2 if setup.options.get("two_tricks") else 3


def crib(setup: Setup) -> tuple[str, ...]:
    follow, *_score, rob = words.crib(setup)
    aim = (
        _("Two of the five tricks take the pool. If nobody has two, it grows.")
        if needed_at(setup) == 2
        else _("Three of the five tricks take the pool. If nobody has three, it grows.")
    )
    return (follow, aim, _("Who wins the first of them all may go on for all five: all, or nothing."), rob)


def sentence(event: Event, people: People) -> Line:
    match event:
        case Jinked(seat=seat):
            own = _("You leave the pool, and go for all five.")
            other = _("{name} leaves the pool, and goes for all five.")
            return (Span(people.tell(seat, own, other), Hue.ALERT),)
        case Barred(seat=seat):
            own = _("You have not robbed with your Ace: you cannot take the pool.")
            other = _("{name} has not robbed with the Ace of trumps, and cannot take the pool.")
            return (Span(people.tell(seat, own, other), Hue.ALERT),)
        case Swept():
            return (Span(_swept(event, people), Hue.ACCENT),)
        case DealEnded(sheet=sheet) if sheet.pool is not None:
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded(chips=chips):
            victory = win(people, event.winners)
            held = chips_words(chips[event.winners[0]] if chips else 0)
            return (Span(_("{victory} with {chips}.", victory=victory, chips=held), Hue.STRONG),)
    return words.sentence(event, people)


def _swept(event: Swept, people: People) -> str:
    pool = chips_words(event.chips)
    if not event.extra:
        return people.tell(event.seat, _("You take the pool: {pool}."), _("{name} takes the pool: {pool}."), pool=pool)
    own = _("You have all five: the pool of {pool}, and {extra} more.")
    other = _("{name} has all five: the pool of {pool}, and {extra} more.")
    return people.tell(event.seat, own, other, pool=pool, extra=event.extra)


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal: what has become of the pool."""
    pool = chips_words(sheet.pool or 0)
    match sheet.ending:
        case Ending.SHARED:
            return _("Spoilt, and somebody cannot pay: all get the pool of {pool} back evenly.", pool=pool)
        case Ending.SWEPT | Ending.JINKED if sheet.sweeper is not None:
            own, other = _("You took the pool of {pool}."), _("{name} took the pool of {pool}.")
            return people.tell(sheet.sweeper, own, other, pool=pool)
    if sheet.jinker is not None:
        own = _("You lost a trick of five: the pool of {pool} stays.")
        return people.tell(sheet.jinker, own, _("{name} lost a trick of five: the pool of {pool} stays."), pool=pool)
    return _("Spoilt: the pool of {pool} stays.", pool=pool)


def taken_words(view: FivesView, spoil: Spoil, seat: Seat) -> str:
    """Return what a trick more does for a seat: ``you take it: 2 of 3 tricks``."""
    tricks, needed = view.seats[seat].tricks + 1, needed_by(spoil, seat)
    if tricks == spoil.needed == needed and any(seen.tricks for other, seen in enumerate(view.seats) if other != seat):
        return _("you take it, and the pool")
    return _("you take it: {sum}", sum=_("{tricks} of {needed}", tricks=tricks, needed=needed))


def near(view: FivesView, spoil: Spoil) -> list[Seat]:
    """Return the seats that take the pool with one more trick."""
    return [Seat(seat) for seat, shown in enumerate(view.seats) if shown.tricks + 1 == needed_by(spoil, Seat(seat))]


def tricks_of(view: FivesView, seat: Seat, spoil: Spoil) -> str:
    """Return the tricks of a seat: ``2 tricks of 3``."""
    return _("{tricks} of {needed}", tricks=tricks_words(view.seats[seat].tricks), needed=needed_by(spoil, seat))


TRICK: Final = 5
"""The points of a trick where each scores as soon as it is taken, and of a step of the meter."""


def reason(view: FivesView) -> str:
    trick, order = view.last_trick, view.order
    if trick is None or order is None or trick.taker is None:
        return ""
    cards = [turn.card for turn in trick.turns]
    card = next((turn.card for turn in trick.turns if turn.seat == trick.taker), None)
    return "" if card is None else taking_words(cards, card, order.is_trump)


def consequence(setup: Setup, view: FivesView, action: Action) -> str:
    """Return what an action of the viewer would do, as far as anybody can know: ``you take it: 15 + 5 = 20``."""
    order, viewer = view.order, view.viewer
    if not isinstance(action, Play) or order is None or viewer is None:
        return ""
    cards = [*(turn.card for turn in view.trick.turns), action.card]
    best = order.taker(cards)
    seen = {*view.gone, *cards, *view.discards, *view.hand}
    if best == len(cards) - 1:
        if len(cards) < len(view.seats) and not is_unbeatable(order, action.card, seen):
            return _("you take it, unless it is beaten")
        return _you_take(setup, view, viewer)
    taker, card = view.trick.turns[best].seat, card_words(cards[best])
    still = taker == view.trick.taker
    if taker in _partners(view, viewer):
        said = _("{card} still takes it, for your side") if still else _("{card} takes it, for your side")
    else:
        said = _("{card} still takes it") if still else _("{card} takes it")
    return said.format(card=card)


def _partners(view: FivesView, viewer: Seat) -> list[Seat]:
    """Return the other seats of the viewer's side."""
    side = view.seats[viewer].side
    return [Seat(seat) for seat, shown in enumerate(view.seats) if shown.side == side and seat != viewer]


def _you_take(setup: Setup, view: FivesView, viewer: Seat) -> str:
    """Return that the viewer takes a trick, and what it makes of the score, where each trick scores at once."""
    if view.spoil is not None:
        return taken_words(view, view.spoil, viewer)
    if not scores_each(setup):
        return _("you take it")
    total = view.seats[viewer].total
    made = f"{total} + {TRICK} = {total + TRICK}"
    if total + TRICK >= view.target:
        return _("you take it: {sum}, and the game is won", sum=made)
    return _("you take it: {sum}", sum=made)


def news(setup: Setup, before: FivesView, view: FivesView, people: People) -> Picture:
    """Return what changed between two views of a deal and should not be missed: a side is a trick from winning."""
    if view.spoil is not None:
        return _near_the_pool(before, view, view.spoil, people)
    if not scores_each(setup):
        return ()
    near = view.target - TRICK
    sides = {seat.side for old, seat in zip(before.seats, view.seats, strict=False) if old.total < near <= seat.total}
    return tuple(
        (Span(_near(view, side, people), Hue.ALERT),)
        for side in sorted(sides)
        if max(seat.total for seat in view.seats) < view.target
    )


def _near_the_pool(before: FivesView, view: FivesView, pool: Spoil, people: People) -> Picture:
    """Return who now needs one more trick for the pool, and did not before."""
    old = near(before, before.spoil) if before.spoil is not None and before.deal == view.deal else []
    own, other = _("You need one more trick."), _("{name} needs one more trick.")
    fresh = [seat for seat in near(view, pool) if seat not in old and view.turn is not None]
    return tuple((Span(people.tell(seat, own, other), Hue.ALERT),) for seat in fresh)


def _near(view: FivesView, side: int, people: People) -> str:
    """Return that a side is one trick from winning; without partners seat n is side n."""
    own, other = _("You need one more trick."), _("{name} needs one more trick.")
    if view.sides < len(view.seats):
        return other.format(name=side_title(side))
    return people.tell(Seat(side), own, other)


_NEVER: Final = {Rank.ELEVEN, Rank.TWELVE, Rank.THIRTEEN}


def pack_of(view: FivesView) -> tuple[Card, ...]:
    """Return the cards that are dealt from."""
    without = _NEVER if view.joker is not JokerPlace.NONE else {*_NEVER, Rank.JOKER}
    return tuple(card for card in FACES if card.rank not in without)


def _out_of_play(view: FivesView) -> tuple[Card, ...]:
    """Return the cards that the viewer knows to be in no hand: those laid aside, and the turn-up that stays."""
    left = (view.turn_up,) if view.turn_up is not None and view.robber is None else ()
    # A Joker turned up is in the dealer's hand as soon as another card is turned.
    return (*view.discards, *left)


def cards_gone(view: FivesView) -> CardsGone:
    """Return the cards gone so far: those of all tricks, what the viewer has laid aside, and a turn-up that stays."""
    table = tuple(turn.card for turn in view.trick.turns)
    note = _("Everybody has seen the cards played; those not seen are in other hands, or were not dealt.")
    return CardsGone(pack_of(view), view.hand, table, (*view.gone, *_out_of_play(view)), note)


def certain_rest(view: FivesView) -> tuple[Card, ...]:
    """Return the hand from the highest trump down, if no card that may be in another hand takes any of its tricks.

    The turn-up must be settled: until then an Ace may still change its rank, and its holder a card.
    """
    order = view.order
    if order is None or view.phase is not Phase.LEADING or view.claim is Claim.OPEN or not view.legal:
        return ()
    if view.spoil is not None and view.spoil.jinker != view.viewer:
        # Enough tricks end the deal of Spoil Five, or put a choice before the rest.
        return ()
    known = {*view.hand, *view.gone, *_out_of_play(view)}
    others = [card for card in pack_of(view) if card not in known]
    return rest_of(order, view.hand, others)


def advice(setup: Setup, view: FivesView, people: People) -> str:
    """Return the advice for the viewer's turn; empty if there is nothing to decide."""
    if view.phase is Phase.JINKING:
        return _("All five bring a chip more from each; lose a trick, and you get nothing.")
    if view.viewer is None or len(view.legal) < 2:
        return ""
    if view.phase is Phase.EXCHANGING:
        return _("Trumps are not known yet: keep A♥, Fives, Jacks and Kings.")
    if view.order is None:
        return ""
    return _robbing(view, view.order) or _playing(setup, view, view.order, view.viewer, people)


def _robbing(view: FivesView, order: Order) -> str:
    """Return whether to take the turn-up; empty for who may not, or gains nothing by it."""
    card = view.turn_up
    if card is None or not any(isinstance(action, Rob) for action in view.legal):
        return ""
    weakest = min(view.hand, key=order.heights.__getitem__)
    if not order.outranks(card, weakest):
        return ""
    own, turned = card_words(weakest), card_words(card)
    return _("Rob the pack: {card} is a trump, and better than {weakest}.", card=turned, weakest=own)


def _playing(setup: Setup, view: FivesView, order: Order, viewer: Seat, people: People) -> str:
    """Return what to bear in mind for the card to play; empty without a choice of cards."""
    cards = [action.card for action in view.legal if isinstance(action, Play)]
    if len(cards) < 2:
        return ""
    best = best_trump_advice(order, view.hand, view.trick, {*view.gone, *view.discards})
    told = best or _near_the_end(setup, view, viewer, people)
    if told:
        return told
    if view.phase is Phase.LEADING:
        return _leading(cards, order)
    return _following(view, order, viewer, cards)


def _leading(cards: list[Card], order: Order) -> str:
    """Return what speaks for a lead."""
    trumps = sum(map(order.is_trump, cards))
    if trumps > 1:
        return _("A trump led draws trumps: only a higher top trump may be kept back.")
    king = next((card for card in cards if card.rank is Rank.KING and not order.is_trump(card)), None)
    if king is not None:
        return _("{card} is a good lead: only a trump can beat it.", card=card_words(king))
    if trumps:
        return _("Lead a plain card, and keep your only trump for a later trick.")
    return _("Without trumps you take only what nobody trumps: lead high.")


def _following(view: FivesView, order: Order, viewer: Seat, cards: list[Card]) -> str:
    """Return what the cards that may be played can do for the trick as it stands."""
    table = [turn.card for turn in view.trick.turns]
    taker = view.trick.taker
    if taker is not None and view.seats[taker].side == view.seats[viewer].side:
        return _("The trick is your partner's as it stands: keep your good cards.")
    kept = _kept_back(order, table[0], cards)
    if kept is not None:
        return _("You may keep {card} back: the trump that was led is lower.", card=card_words(kept))
    takers = sorted(
        (card for card in cards if order.taker([*table, card]) == len(table)), key=order.heights.__getitem__
    )
    if not takers:
        return _("None of your cards takes this trick: play your weakest.")
    if len(table) == len(view.seats) - 1:
        return _("You are the last to play: {card} is enough to take it.", card=card_words(takers[0]))
    if is_unbeatable(order, takers[-1], {*view.gone, *view.discards, *table}):
        return _("{card} takes it for certain: no higher trump is left.", card=card_words(takers[-1]))
    return _("Others play after you: take it with a high card, or play a low one.")


def _kept_back(order: Order, led: Card, cards: list[Card]) -> Card | None:
    """Return the highest top trump that need not follow the trump led; None if a trump must be played anyway."""
    if not order.is_trump(led) or all(map(order.is_trump, cards)):
        return None
    return max(filter(order.is_trump, cards), key=order.heights.__getitem__, default=None)


def _near_the_end(setup: Setup, view: FivesView, viewer: Seat, people: People) -> str:
    """Return who of the others wins with one more trick; several are not named, for the line is short."""
    if view.spoil is not None:
        return _pool_is_near(near(view, view.spoil), viewer, people)
    if not scores_each(setup):
        return ""
    own = viewer % view.sides
    if view.seats[viewer].total + TRICK >= view.target:
        return _("One more trick wins you the game: save your best card for it.")
    others = [
        Seat(seat)
        for seat, shown in enumerate(view.seats)
        if seat % view.sides != own and shown.total + TRICK >= view.target
    ]
    if not others:
        return ""
    if len(others) > 1:
        return _("Others need one more trick to win: take this one if you can.")
    return _("{name} needs one more trick: take this one if you can.", name=people.name(others[0]))


def _pool_is_near(seats: list[Seat], viewer: Seat, people: People) -> str:
    """Return who needs one more trick for the pool."""
    if viewer in seats:
        return _("One more trick brings you the pool: save your best card for it.")
    if not seats:
        return ""
    if len(seats) > 1:
        return _("Others need one more trick for the pool: take this one if you can.")
    return _("{name} needs one more trick: take this one if you can.", name=people.name(seats[0]))
