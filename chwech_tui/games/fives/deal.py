"""A deal of the Fives: what each key does, scores, what everybody may know, and checks of what is drawn."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import chips_words
from chwech_tui.games.fives.tricks import TRICKS
from chwech_tui.games.fives.words import TITLES
from chwech_tui.games.score_table import side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, card_words, suit_words, trick_texts
from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_seats, check_trick, demand
from chwech_tui.model.game import Choice, Move
from protocol.cards import Card, Rank
from protocol.colour_order import Order
from protocol.fives.actions import Decline, FivesAction, Jink, Play, Rob, Sweep, TakeJoker
from protocol.fives.events import BestCardScored, DealEnded, DealSheet, GameEnded, Swept, TricksScored
from protocol.fives.views import Claim, FivesView, Phase, Spoil, Trick
from protocol.language import N_, _, pgettext
from protocol.vocabulary import Action, Event


def action_words(action: Action) -> str:
    match action:
        case Play(card=card):
            return card_words(card)
        case Rob(discard=card) | TakeJoker(discard=card):
            return _("lay {card} aside", card=card_words(card))
        case Sweep():
            return _("take the pool")
        case Jink():
            return _("go for all five")
    return _("leave {turn_up}", turn_up=_("the turn-up"))


def usable(view: FivesView) -> tuple[Card, ...]:
    cards: dict[Card, None] = {}
    for action in view.legal:
        match action:
            case Play(card=card) | Rob(discard=card) | TakeJoker(discard=card):
                cards[card] = None
    return tuple(cards)


def moves(view: FivesView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card, and the moves that take or leave the turn-up."""
    found: list[Move] = []
    offered = view.phase is Phase.OFFERING
    for action in view.legal:
        match action:
            case Play(card=played) if played == card:
                found.append(_move("enter", _("play {card}", card=card_words(played)), action))
            case TakeJoker(discard=aside) if aside == card:
                label = _("put {card} under the pack", card=card_words(aside))
                found.append(_move("enter", label, action))
            case Rob(discard=aside) if aside == card:
                label = _("take {turn_up}, lay {card} aside", turn_up=_turn_up(view), card=card_words(aside))
                found.append(_move("enter" if offered else "d", label, action))
            case Decline():
                # In the play one has to say so only where an Ace that does not rob becomes the lowest trump.
                label = _("leave {turn_up}") if offered else _("leave {turn_up}, your Ace stays high")
                found.append(_move("p", label.format(turn_up=_turn_up(view)), action))
            case Sweep():
                label = _("take the pool of {chips}", chips=chips_words(view.pool or 0))
                found.append(_move("d", label, action))
            case Jink():
                found.append(_move("g", _("go for all five"), action))
    return tuple(found)


def _move(key: str, label: str, action: FivesAction) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def _turn_up(view: FivesView) -> str:
    return card_words(view.turn_up) if view.turn_up is not None else _("the turn-up")


def turn_words(view: FivesView) -> str:
    """Return what is asked of the viewer: which card, and what it has to follow."""
    if view.phase is Phase.EXCHANGING:
        return _("Take the Joker for a card")
    if view.phase is Phase.OFFERING:
        return _("Take {turn_up} for a card, or leave it", turn_up=_turn_up(view))
    if view.phase is Phase.JINKING:
        return _("Take the pool, or go for all five")
    led = view.trick.turns[0].card if view.trick.turns else None
    asked = _("Lead a card") if led is None or view.order is None else _follow_words(view, view.order, led)
    return _("{asked}, or rob", asked=asked) if any(isinstance(action, Rob) for action in view.legal) else asked


def _follow_words(view: FivesView, order: Order, led: Card) -> str:
    plays = [action.card for action in view.legal if isinstance(action, Play)]
    trumps = [card for card in view.hand if order.is_trump(card)]
    free = len(plays) == len(view.hand) > len(trumps)
    # The one card without a suit, the Joker, is a trump.
    if order.is_trump(led) or led.suit is None:
        return _("Play any card") if free else _("Play a trump")
    if not any(card.suit is led.suit and not order.is_trump(card) for card in view.hand):
        return _("Play any card")
    suit = suit_words(led.suit)
    return _("Follow {suit} or play a trump", suit=suit) if trumps else _("Follow {suit}", suit=suit)


def refusal(view: FivesView, key: str, card: Card | None) -> str:
    """Return why the viewer cannot take or leave the turn-up, or cannot play the chosen card."""
    if view.phase is Phase.EXCHANGING:
        return _("Choose a card: Enter puts it under the pack, and you take the Joker for it.")
    if view.phase is Phase.OFFERING:
        return _("Choose a card to lay aside; Enter then takes {turn_up}.", turn_up=_turn_up(view))
    if view.phase is Phase.JINKING:
        return _("First choose: take the pool, or go for all five tricks.")
    if key == "g":
        return _("Only who has won every trick so far, and enough of them, may go for all five.")
    if key in {"d", "p"}:
        return _why_not_rob(view, key)
    return _why_not_play(view, card_words(card) if card is not None else _("that card"))


def _why_not_rob(view: FivesView, key: str) -> str:
    if any(isinstance(action, Rob) for action in view.legal):
        if key == "d":
            return _("Choose the card to lay aside first: then this key takes {turn_up}.", turn_up=_turn_up(view))
        return _("You need not say that you leave {turn_up}: play a card, and it stays.", turn_up=_turn_up(view))
    if view.claim is Claim.TAKEN:
        return _("The turn-up has been taken in this deal.")
    if view.claim is Claim.LEFT:
        return _("The turn-up stays: who might have taken it has left it.")
    if view.claim is Claim.LAPSED:
        return _("The turn-up can be taken no more: nobody did so in time.")
    ace = card_words(Card(Rank.ACE, view.trump)) if view.trump is not None else _("the Ace of trumps")
    return _("Only who holds {ace} may take the turn-up, at the first turn.", ace=ace)


def _why_not_play(view: FivesView, card: str) -> str:
    order = view.order
    if order is None or not view.trick.turns:
        return _("You cannot play {card} now.", card=card)
    led = view.trick.turns[0].card
    if order.is_trump(led) or led.suit is None:
        return _why_trump(view, order, led)
    suit = suit_words(led.suit).capitalize()
    if any(order.is_trump(card) for card in view.hand):
        return _("{suit} were led, and you have some: play one or a trump, not {card}.", suit=suit, card=card)
    return _("{suit} were led, and you have some: play one, not {card}.", suit=suit, card=card)


def _why_trump(view: FivesView, order: Order, led: Card) -> str:
    """Return why a trump has to be played to the trump that was led."""
    trumps = [card for card in view.hand if order.is_trump(card)]
    forced = [card for card in trumps if card not in order.tops or not order.outranks(card, led)]
    said = card_words(led)
    if forced:
        return _("{card} is a trump: play one; you cannot keep back {others}.", card=said, others=_listed(forced))
    if any(card.rank is Rank.ACE for card in trumps) and view.claim is Claim.OPEN:
        return _("{card} is a trump: play one; your Ace is the lowest, unless you rob.", card=said)
    return _("{card} is a trump: at this table, who holds several has to play one.", card=said)


def _listed(cards: Sequence[Card]) -> str:
    names = [card_words(card) for card in cards]
    if len(names) == 1:
        return names[0]
    return _("{others} or {last}", others=", ".join(names[:-1]), last=names[-1])


def premove_refusal(view: FivesView, card: Card | None) -> str:
    """Return why a card cannot be a premove: a lead, and whether to rob, are chosen at the turn."""
    if not view.legal or card is None:
        return ""
    if view.phase is Phase.JINKING:
        return _("First choose: take the pool, or go for all five tricks.")
    if any(not isinstance(action, Play) for action in view.legal):
        return _("You may take {turn_up} first: {card} waits.", turn_up=_turn_up(view), card=card_words(card))
    if view.phase is Phase.LEADING:
        return _("The lead is yours: {card} was not meant for that.", card=card_words(card))
    return "" if card in usable(view) else refusal(view, "enter", card)


def height(view: FivesView, card: Card) -> int:
    return view.order.heights[card] if view.order is not None else 0


_TURNS: Final = {
    Phase.EXCHANGING: N_("{name} takes the Joker."),
    Phase.OFFERING: N_("{name} may take the turn-up."),
    Phase.JINKING: N_("{name} takes the pool, or goes for all five."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""

_FATES: Final = {
    Claim.OPEN: N_("{card} is turned up"),
    Claim.LEFT: N_("{card} was left"),
    Claim.LAPSED: N_("{card} was not robbed"),
    Claim.TAKEN: N_("{card} was robbed"),
}
"""What has become of the turn-up, marked for translation."""


class FivesDeal(PublicDeal[FivesView]):
    """A deal of the Fives as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        side = (pgettext("heading", "Side"),) if self._partners else ()
        chips = () if self.view.pool is None else (pgettext("heading", "Chips"),)
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        points = () if self.view.spoil is not None else (pgettext("heading", "Points"),)
        return (*side, cards, tricks, *points, *chips)

    def numbers(self, seat: int) -> tuple[str, ...]:
        standing = self.view.seats[seat]
        side = (side_letter(standing.side),) if self._partners else ()
        chips = () if self.view.pool is None else ("-" if standing.chips is None else str(standing.chips),)
        points = () if self.view.spoil is not None else (str(standing.total),)
        return (*side, str(standing.cards), str(standing.tricks), *points, *chips)

    def sentence(self, names: Sequence[str]) -> str:
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = self.view.seats[self.view.winners[0]].total
            if self.view.spoil is not None:
                chips = chips_words(self.view.seats[self.view.winners[0]].chips or 0)
                return _("The game is over. With {chips}: {names}.", chips=chips, names=won)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "target": self.view.target, "dealer": names[self.view.dealer]}
        pool = "" if self.view.pool is None else _("The pool has {chips}.", chips=chips_words(self.view.pool))
        if self.view.phase is Phase.DEALING:
            return _joined(self._coming(**said), pool)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        jinker = self.view.spoil.jinker if self.view.spoil else None
        jink = "" if jinker is None else _("{name} goes for all five.", name=names[jinker])
        return _joined(self._going_on(**said), self.trumps(names), self._best(names), pool, jink, turn)

    def _coming(self, **said: object) -> str:
        spoil = self.view.spoil
        if spoil is None:
            return _("Deal {number}, to {target}, comes next, dealt by {dealer}.", **said)
        return _("Deal {number}, pool {pool} of {target}, comes next, dealt by {dealer}.", pool=spoil.pools + 1, **said)

    def _going_on(self, **said: object) -> str:
        spoil = self.view.spoil
        if spoil is None:
            return _("Deal {number}, to {target}, dealt by {dealer}.", **said)
        return _("Deal {number}, pool {pool} of {target}, dealt by {dealer}.", pool=spoil.pools + 1, **said)

    def trumps(self, names: Sequence[str]) -> str:
        trump = "" if self.view.trump is None else _("{suit} are trump", suit=suit_words(self.view.trump).capitalize())
        fate = "" if self.view.turn_up is None else _(_FATES[self.view.claim], card=self.view.turn_up.text)
        if self.view.turn_up is not None and self.view.robber is not None:
            fate = _("{card} was robbed by {name}", card=self.view.turn_up.text, name=names[self.view.robber])
        told = "; ".join(filter(None, (trump, fate)))
        return f"{told}." if told else ""

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        return trick_texts(self.view.last_trick, self.view.trick, names)

    @property
    def _partners(self) -> bool:
        return self.view.sides < len(self.view.seats)

    def _best(self, names: Sequence[str]) -> str:
        """Return who held the best card, once it has scored."""
        best = self.view.best
        if best is None:
            return ""
        said = {"name": names[best.seat], "points": best.points, "card": best.card.text}
        return _("{name} scored {points} for the best card, {card}.", **said)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


_NAMED_TRUMP = frozenset({Phase.OFFERING, Phase.LEADING, Phase.FOLLOWING})


def check_view(view: FivesView, players: int) -> None:
    demand(view.game in TITLES, "the view is of no game that is known")
    demand(1 <= view.target <= LARGEST, f"a game to {view.target} is absurd")
    demand(1 <= view.sides <= players, f"{view.sides} sides of {players} players are absurd")
    check_counts("chips", () if view.pool is None else (view.pool,))
    for seat in view.seats:
        demand(0 <= seat.side < view.sides, f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.tricks))
        # Only in Spoil Five can somebody lose what they had.
        check_counts("points", (seat.total if view.spoil is None else abs(seat.total),))
        check_counts("chips", () if seat.chips is None else (seat.chips,))
    if view.spoil is not None:
        _check_spoil(view.spoil, players)
    demand(view.phase is not Phase.JINKING or view.spoil is not None, "there is no pool to choose about")
    check_seats((view.robber, view.best.seat if view.best is not None else None), players)
    demand(view.claim is not Claim.TAKEN or view.robber is not None, "a card was taken by nobody")
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_spoil(spoil: Spoil, players: int) -> None:
    check_seats((spoil.jinker, spoil.barred), players)
    check_counts("pools", (spoil.pools, spoil.stake))
    demand(1 <= spoil.needed <= TRICKS, f"{spoil.needed} tricks for a pool are absurd")


def _check_cards(view: FivesView, players: int) -> None:
    """Check that the cards are those of the deal, and that its trumps are known where they matter."""
    demand(view.phase not in _NAMED_TRUMP or view.trump is not None, "cards are played without a trump suit")
    demand(view.stage.value != "playing" or view.turn_up is not None, "no card is turned up")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "a card is followed that nobody has led")
    demand(not view.trick.turns or view.trump is not None, "a trick is played without a trump suit")
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    for trick in (view.trick, view.last_trick):
        check_trick(trick or Trick(), players)
    demand(len(view.gone) % players == 0, "a trick was taken before all had played")
    order = view.order
    if order is None:
        demand(not (view.gone or view.last_trick), "tricks were taken without a trump suit")
        return
    held = [
        action.card if isinstance(action, Play) else action.discard
        for action in view.legal
        if isinstance(action, Play | Rob | TakeJoker)
    ]
    played = [turn.card for trick in (view.trick, view.last_trick or Trick()) for turn in trick.turns]
    strange = {*view.hand, *view.gone, *held, *played} - order.heights.keys()
    demand(not strange, "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    match event:
        case BestCardScored(best=best):
            check_seats((best.seat,), players)
        case TricksScored(side=side):
            check_seats((side,), players)
        case Swept(chips=chips, extra=extra):
            check_counts("chips", (chips, extra))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners, chips=chips):
            demand(winners, "a game is over that nobody has won")
            if chips:
                check_each_seat("chips", chips, players)


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.best.seat if sheet.best is not None else None), players)
    check_seats((sheet.sweeper, sheet.jinker), players)
    check_counts("chips", () if sheet.pool is None else (sheet.pool,))
    for numbers in (sheet.tricks, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_counts("points", numbers if sheet.pool is None else map(abs, numbers))
