"""A deal of Roque: what each key does, scores, what everybody may know, and checks of what is drawn."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chwech_tui.games.ranks import SuitRanks
from chwech_tui.games.roque.words import ROQUE, TITLES, ending
from chwech_tui.games.score_table import Column, column, read_scores, score_table, side_hue, side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, card_words, suit_words, trick_texts
from chwech_tui.model.checks import (
    LARGEST,
    check_counts,
    check_each_seat,
    check_points,
    check_seats,
    check_trick,
    demand,
)
from chwech_tui.model.game import Choice, DealScore, GameResult, Move, Several
from chwech_tui.model.ink import Hue, Line, Span, figure
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.language import N_, _, pgettext
from protocol.roque.actions import Bid, Bury, Pass, Play
from protocol.roque.events import BidMade, DealEnded, DealSheet, GameEnded, TrickTaken, WidowTaken
from protocol.roque.order import HEIGHTS, PACKS
from protocol.roque.views import Phase, RoqueView, Trick
from protocol.vocabulary import Action, Event, Seat


def action_words(action: Action) -> str:
    match action:
        case Bid(points=points):
            return pgettext("auction", "bid {points}", points=points)
        case Bury(card=card):
            return _("lay {card} aside", card=card_words(card))
        case Play(card=card):
            return card_words(card)
    return _("pass")


def usable(view: RoqueView) -> tuple[Card, ...]:
    return tuple(action.card for action in view.legal if isinstance(action, Play | Bury))


def moves(view: RoqueView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card; in the auction, the bids and the pass."""
    bids = tuple(action for action in view.legal if isinstance(action, Bid))
    found: list[Move] = []
    if bids:
        choices = tuple(Choice("", str(bid.points), bid) for bid in bids)
        hint = _("← or → for the number, then Enter")
        found.append(Move("b", _("bid"), choices, pgettext("auction", "Your bid:"), hint))
    for action in view.legal:
        if isinstance(action, Pass):
            found.append(_move("p", _("pass"), action))
        if isinstance(action, Play) and action.card == card:
            found.append(_move("enter", _("play {card}", card=card_words(action.card)), action))
    return tuple(found)


def _move(key: str, label: str, action: Pass | Play) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def several(view: RoqueView) -> Several | None:
    """Return the choice of cards to lay aside, for the declarer with the widow in hand."""
    if view.phase is not Phase.BURYING or not view.legal:
        return None
    left = view.widow_cards - view.aside
    return Several(left, left, _("Lay cards aside"))


def several_action(cards: tuple[Card, ...]) -> Action | str:
    """Return how the first of the cards is laid aside."""
    return Bury(cards[0]) if cards else _("Mark the cards to lay aside, with the space bar.")


def turn_words(view: RoqueView) -> str:
    if view.phase is Phase.BIDDING:
        least = next((action.points for action in view.legal if isinstance(action, Bid)), None)
        return _("Bid {least} or more, or pass", least=least) if least is not None else _("Nobody can bid more: pass")
    if view.phase is Phase.BURYING:
        return _("Lay cards aside")
    if not view.trick.turns:
        return _("Lead a card of the trump suit") if view.trump is None else _("Lead a card")
    led = view.trick.turns[0].card.suit
    if led is None or all(card.suit is not led for card in view.hand):
        return _("Play any card")
    return _("Follow {suit}", suit=suit_words(led))


def refusal(view: RoqueView, key: str, card: Card | None) -> str:
    if view.phase is Phase.BIDDING:
        if key == "b":
            return _("Nobody can bid more than {points}: you can only pass.", points=view.bid)
        return _("The auction is on: bid or pass first.")
    if view.phase is Phase.BURYING:
        return _("Mark the cards to lay aside with the space bar: Enter then lays them aside.")
    if key in {"b", "p"}:
        return _("The auction is over: play a card.")
    led = view.trick.turns[0].card.suit if view.trick.turns else None
    if led is None or card is None:
        return _("Choose a card to play.")
    suit = suit_words(led).capitalize()
    return _("{suit} were led, and you have some: play one, not {card}.", suit=suit, card=card_words(card))


def premove_refusal(view: RoqueView, card: Card | None) -> str:
    """Return why a card cannot be a premove: bids, leads and cards to lay aside are chosen at the turn."""
    if not view.legal or card is None:
        return ""
    if view.phase is not Phase.FOLLOWING:
        return _("The turn is another one: {card} was not meant for that.", card=card_words(card))
    return "" if card in usable(view) else refusal(view, "enter", card)


def height(view: RoqueView, card: Card) -> int:
    return SuitRanks(HEIGHTS, view.trump).height(card)


def sides(view: RoqueView) -> tuple[int, ...]:
    """Return the side of each seat; empty where everybody is one."""
    return tuple(seat.side for seat in view.seats) if view.game == ROQUE else ()


def points(view: RoqueView, page: int) -> tuple[int, ...]:
    return view.sheets[page].points


class _Columns(NamedTuple):
    """The columns of the score of a deal; None for the side where everybody is one."""

    side: Column | None
    bid: Column
    tricks: Column
    took: Column
    points: Column
    total: Column


def _columns(view: RoqueView) -> _Columns:
    return _Columns(
        column(pgettext("column", "side"), 6) if sides(view) else None,
        column(pgettext("column", "bid"), 6),
        column(pgettext("score sheet", "tricks"), 8),
        column(pgettext("column", "took"), 7),
        column(pgettext("score sheet", "points"), 9),
        column(pgettext("score sheet", "total"), 8),
    )


def deal_score(view: RoqueView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: by the bid, and what was taken."""
    sheet, columns = view.sheets[page], _columns(view)
    rows = (_row(view, sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet, people), columns, rows, _notes(view, sheet))


def _row(view: RoqueView, sheet: DealSheet, seat: Seat, columns: _Columns) -> Line:
    total = sheet.totals[seat]
    own = view.seats[seat].side
    side = (Span(columns.side.put(side_letter(own)), side_hue(own)),) if columns.side else ()
    bid = str(sheet.bid) if seat == sheet.declarer else ""
    return (
        *side,
        Span(columns.bid.put(bid), Hue.ACCENT),
        Span(columns.tricks.put(str(sheet.tricks[seat]))),
        Span(columns.took.put(str(sheet.took[seat]))),
        Span(columns.points.put(figure(sheet.points[seat]))),
        Span(columns.total.put(figure(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _notes(view: RoqueView, sheet: DealSheet) -> list[str]:
    """Return what the figures mean, and what was laid aside."""
    notes = []
    if sheet.buried:
        notes.append(_("Laid aside: {cards}.", cards=" ".join(map(card_words, sheet.buried))))
    if sheet.trump is not None:
        notes.append(_("{suit} were trump.", suit=suit_words(sheet.trump).capitalize()))
    if sides(view):
        notes.append(_("What was taken, points and totals are those of the side; partners share them."))
    return notes


def read_result(record: str) -> GameResult | None:
    return read_scores(record, TITLES, lambda score: f"{figure(score)} ")


_TURNS: Final = {
    Phase.BIDDING: N_("{name} bids or passes."),
    Phase.BURYING: N_("{name} lays cards aside."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""


class RoqueDeal(PublicDeal[RoqueView]):
    """A deal of Roque as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        side = (pgettext("heading", "Side"),) if self._partners else ()
        numbers = (pgettext("heading", "Tricks"), pgettext("heading", "Took"), pgettext("heading", "Total"))
        return (*side, pgettext("heading", "Cards"), pgettext("heading", "Bid"), *numbers)

    def numbers(self, seat: int) -> tuple[str, ...]:
        standing = self.view.seats[seat]
        side = (side_letter(standing.side),) if self._partners else ()
        bid = str(standing.bid) if standing.bid else "-"
        numbers = (str(standing.tricks), str(standing.took), figure(standing.total))
        return (*side, str(standing.cards), bid, *numbers)

    def sentence(self, names: Sequence[str]) -> str:
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = figure(self.view.seats[self.view.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "target": self.view.target, "dealer": names[self.view.dealer]}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number}, to {target}, comes next, dealt by {dealer}.", **said)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        deal = _("Deal {number}, to {target}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, self._bidder(names), self.trumps(names), turn)))

    def trumps(self, names: Sequence[str]) -> str:
        return "" if self.view.trump is None else _("{suit} are trump.", suit=suit_words(self.view.trump).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        return trick_texts(self.view.last_trick, self.view.trick, names)

    @property
    def _partners(self) -> bool:
        return self.view.game == ROQUE

    def _bidder(self, names: Sequence[str]) -> str:
        """Return who has bid most."""
        if self.view.declarer is None:
            return ""
        return _("{name} has bid {bid}.", name=names[self.view.declarer], bid=self.view.bid)


_DECLARED = frozenset({Phase.BURYING, Phase.LEADING, Phase.FOLLOWING})


def check_view(view: RoqueView, players: int) -> None:
    demand(view.game in TITLES, "the view is of no game that is known")
    demand(players in PACKS, f"a game for {players} is absurd")
    demand(1 <= view.target <= LARGEST, f"a game to {view.target} is absurd")
    check_counts("deals", (view.last_deal,))
    check_counts("cards", (view.widow_cards, view.aside))
    check_counts("points", (view.bid,))
    for seat in view.seats:
        demand(0 <= seat.side < players, f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.tricks, seat.took, seat.bid or 0))
        check_points((seat.total,))
    check_seats((view.declarer,), players)
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_cards(view: RoqueView, players: int) -> None:
    """Check that the cards are those of the pack, and that there is a declarer and a trump suit where they matter."""
    demand(view.phase not in _DECLARED or view.declarer is not None, "cards are played without a declarer")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "a card is followed that nobody has led")
    demand(view.trump is not None or not view.trick.turns, "a trick is played without a trump suit")
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    demand(len(view.gone) % players == 0, "a trick was taken before all had played")
    demand(view.declarer is not None or not view.gone, "tricks were taken without a declarer")
    tricks = (view.trick, view.last_trick or Trick())
    for trick in tricks:
        check_trick(trick, players)
    played = [turn.card for trick in tricks for turn in trick.turns]
    legal = [action.card for action in view.legal if not isinstance(action, Bid | Pass)]
    known = {*view.hand, *view.gone, *view.widow, *view.buried, *played, *legal}
    demand(known <= set(PACKS[players]), "there are cards that the pack does not have")
    check_counts("points", [action.points for action in view.legal if isinstance(action, Bid)])


def check_event(event: Event, players: int) -> None:
    match event:
        case BidMade(points=points) | WidowTaken(points=points) | TrickTaken(points=points):
            check_counts("points", (points,))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners):
            demand(winners, "a game is over that nobody has won")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.declarer), players)
    lists: Iterable[tuple[int, ...]] = (sheet.tricks, sheet.took, sheet.points, sheet.totals)
    for numbers in lists:
        check_each_seat("scores", numbers, players)
        check_points(numbers)
    check_counts("points", (sheet.bid, *sheet.took))
