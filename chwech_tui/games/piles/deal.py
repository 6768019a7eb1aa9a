"""A deal of the games of one pile: what each key does, scores, what everybody may know, and checks of what is drawn."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.describe import cards_words
from chwech_tui.games.piles.words import TITLES, ending
from chwech_tui.games.ranks import suit_choice, suit_hint
from chwech_tui.games.score_table import Column, column, score_table
from chwech_tui.model.cards import PublicDeal, TrickText, card_words, suit_words
from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_seats, demand
from chwech_tui.model.game import Choice, DealScore, GameResult, Move, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.cards import Card, Suit
from protocol.language import N_, _, pgettext
from protocol.piles.actions import NameSide, NameTrump, Play, ShowTrump, Take
from protocol.piles.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    PileKilled,
    Played,
    SixHanded,
    Taken,
    TrumpShown,
)
from protocol.piles.order import SUITS, beats, height, pack_of
from protocol.piles.views import Phase, PilesView, Turn
from protocol.vocabulary import Action, Event, Seat


def action_words(action: Action) -> str:
    match action:
        case Play(card=card):
            return card_words(card)
        case NameTrump(suit=suit) | NameSide(suit=suit):
            return suit_words(suit)
        case ShowTrump():
            return _("turn up your trump")
    return _("take up the pile")


def usable(view: PilesView) -> tuple[Card, ...]:
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def moves(view: PilesView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card, and the moves that take up the pile or make one's trump known."""
    found = []
    for action in view.legal:
        match action:
            case Play(card=played) if played == card:
                found.append(_move("enter", _("play {card}", card=card_words(played)), action))
            case Take():
                found.append(_move("p", _("take up {cards}", cards=cards_words(view.pickup)), action))
            case ShowTrump():
                found.append(_move("m", _show_words(view), action))
    return (*found, *_naming(view))


def _show_words(view: PilesView) -> str:
    if view.drawn is None:
        return _("turn up your trump")
    return _("turn up your trump, {card}", card=card_words(view.drawn))


def _move(key: str, label: str, action: Action) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def _naming(view: PilesView) -> tuple[Move, ...]:
    """Return the move that names a suit: it asks which, unless one is left."""
    suits = [action for action in view.legal if isinstance(action, NameTrump | NameSide)]
    if not suits:
        return ()
    side = isinstance(suits[0], NameSide)
    label = _("name your second suit") if side else _("name your trumps")
    if len(suits) == 1:
        return (_move("m", label, suits[0]),)
    question = _("Your second suit:") if side else _("Your trumps:")
    choices = tuple(suit_choice(action.suit, action) for action in suits)
    return (Move("m", label, choices, question, suit_hint(choices)),)


def turn_words(view: PilesView) -> str:
    if view.phase is Phase.NAMING:
        side = any(isinstance(action, NameSide) for action in view.legal)
        return _("Name your second suit") if side else _("Name your trump suit: the cards are dealt then")
    if view.phase is Phase.ADDING:
        return _("Add any card")
    if view.phase is not Phase.BEATING or not view.pile:
        return _("Begin a pile with any card")
    top = card_words(view.pile[-1].card)
    if usable(view):
        return _("Beat {card} or take up {cards}", card=top, cards=cards_words(view.pickup))
    if any(isinstance(action, NameTrump | ShowTrump) for action in view.legal):
        return _("Take up {cards}, or first make your trumps known", cards=cards_words(view.pickup))
    return _("You cannot beat {card}: take up {cards}", card=top, cards=cards_words(view.pickup))


def refusal(view: PilesView, key: str, card: Card | None) -> str:
    """Return why the chosen card cannot be played, nothing can be taken up, or no trump named."""
    if view.phase is Phase.NAMING:
        return _("First name your suit with m: the cards are dealt then.")
    if key == "p":
        return _("There is nothing to take up: play a card.")
    if key == "m":
        return _("Your trumps are known, and stay as they are.")
    if card is None or not view.pile:
        return _("You cannot play that card now.")
    top = view.pile[-1].card
    said = {"card": card_words(card), "top": card_words(top)}
    if top.suit is _own_trump(view):
        return _("{card} does not beat {top}, your own trump: only a higher one does.", **said)
    return _("{card} does not beat {top}: play a higher one of its suit or a trump of yours.", **said)


def _own_trump(view: PilesView) -> Suit | None:
    return None if view.viewer is None else view.seats[view.viewer].trump


def premove_refusal(view: PilesView) -> str:
    """Return why nothing can be chosen before one's turn: the pile changes until then."""
    if not view.legal:
        return _("Choose when it is your turn: the pile changes until then.")
    return _("The pile has changed: choose again.")


def height_of(view: PilesView, card: Card) -> int:
    """Return how high a card ranks for the viewer: one's own trumps above all others."""
    return height(card) + (20 if card.suit is not None and card.suit is _own_trump(view) else 0)


def consequence(view: PilesView, action: Action) -> str:
    if isinstance(action, Take):
        return _("you hold {cards} then", cards=cards_words(len(view.hand) + view.pickup))
    if not isinstance(action, Play) or view.viewer is None:
        return ""
    if len(view.hand) == 1 and view.drawn is None:
        return _("your last card: you are out")
    top = view.pile[-1].card if view.phase is Phase.BEATING and view.pile else None
    if top is not None:
        return _("it beats {card}", card=card_words(top))
    return _cannot_beat(view, view.viewer, action.card)


def _cannot_beat(view: PilesView, viewer: Seat, card: Card) -> str:
    """Return that the next seat cannot beat a card, if all its cards are known; otherwise nothing."""
    seats = view.seats
    order = [seats[(viewer + step) % len(seats)] for step in range(1, len(seats))]
    following = next((seat for seat in order if seat.cards), None)
    if following is None or len(following.known) != following.cards:
        return ""
    beaten = any(beats(other, card, following.trump) for other in following.known)
    return "" if beaten else _("the next player cannot beat it")


_LEAST_WIDTH: Final = 9
"""The least width of a column, in cells."""


def points(view: PilesView, page: int) -> tuple[int, ...]:
    return view.sheets[page].points


def _columns() -> tuple[Column, ...]:
    """Return the columns of the score of a deal: place, cards left, cards taken up, points, total."""
    return (
        column(pgettext("score sheet", "out"), _LEAST_WIDTH),
        column(pgettext("score sheet", "left"), _LEAST_WIDTH),
        column(pgettext("score sheet", "taken up"), _LEAST_WIDTH),
        column(pgettext("score sheet", "points"), _LEAST_WIDTH),
        column(pgettext("score sheet", "total"), _LEAST_WIDTH),
    )


def deal_score(view: PilesView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: who went out, and who was left with cards."""
    sheet, columns = view.sheets[page], _columns()
    note = _("A point for each player who is out; none for who still holds cards.")
    rows = (_row(sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet, people), columns, rows, (note,))


def _row(sheet: DealSheet, seat: Seat, columns: tuple[Column, ...]) -> Line:
    place = str(sheet.out.index(seat) + 1) if seat in sheet.out else "-"
    numbers = (place, *map(str, (sheet.left[seat], sheet.taken[seat], sheet.points[seat])))
    best = sheet.totals[seat] == max(sheet.totals)
    return (
        *(Span(one.put(number)) for one, number in zip(columns, numbers, strict=False)),
        Span(columns[-1].put(str(sheet.totals[seat])), Hue.ACCENT if best else Hue.STRONG),
    )


class _PilesDeal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]
    end: str = Ending.OUT.value


class _PilesRecord(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_PilesDeal, ...]


_DECODER = Decoder(_PilesRecord)


def read_result(record: str) -> GameResult | None:
    game = read_recorded(_DECODER, record)
    if game is None or game.game not in TITLES or any(len(deal.scores) != len(game.totals) for deal in game.deals):
        return None
    deals = tuple(_figures(deal) for deal in game.deals)
    drawn = any(deal.end != Ending.OUT.value for deal in game.deals)
    return GameResult(TITLES[game.game], game.names, game.totals, deals, _("* drawn") if drawn else "")


def _figures(deal: _PilesDeal) -> tuple[str, ...]:
    """Return the score of each seat, with a mark where the deal was drawn."""
    mark = " " if deal.end == Ending.OUT.value else "*"
    return tuple(f"{score}{mark}" for score in deal.scores)


_TURNS: Final = {
    Phase.NAMING: N_("{name} names a suit."),
    Phase.LEADING: N_("{name} begins a pile."),
    Phase.BEATING: N_("{name} beats the top card or takes up the pile."),
    Phase.ADDING: N_("{name} adds a card."),
}
"""What the seat does whose turn it is, marked for translation."""


class PilesDeal(PublicDeal[PilesView]):
    """A deal of a game of one pile as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        return (
            pgettext("heading", "Cards"),
            pgettext("heading", "Trumps"),
            pgettext("heading", "Taken up"),
            pgettext("heading", "Points"),
        )

    def numbers(self, seat: int) -> tuple[str, ...]:
        standing = self.view.seats[seat]
        trump = "-" if standing.trump is None else suit_words(standing.trump)
        return (str(standing.cards), trump, str(standing.taken), str(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = self.view.seats[self.view.winners[0]].total
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "deals": self.view.deals, "dealer": names[self.view.dealer]}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} of {deals} comes next, dealt by {dealer}.", **said)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        deal = _("Deal {number} of {deals}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, turn, self._known(names))))

    def trumps(self, names: Sequence[str]) -> str:
        told = [
            _("{name} has {suit}", name=names[seat], suit=suit_words(standing.trump))
            for seat, standing in enumerate(self.view.seats)
            if standing.trump is not None
        ]
        return _("Trumps: {trumps}.", trumps="; ".join(told)) if told else ""

    def _known(self, names: Sequence[str]) -> str:
        """Return the cards that all know to be in each hand."""
        told = [
            f"{names[seat]} {' '.join(card.text for card in standing.known)}"
            for seat, standing in enumerate(self.view.seats)
            if standing.known
        ]
        return _("Known in hand: {cards}.", cards="; ".join(told)) if told else ""

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        told = []
        last = self.view.last
        if last is not None:
            taken = _("taken up by {name}", name=names[last.seat])
            told.append(TrickText(_("Last taken up"), _turns(last.turns, names), taken))
        if self.view.pile:
            told.append(TrickText(_("The pile"), _turns(self.view.pile, names), ""))
        return tuple(told)


def _turns(pile: Sequence[Turn], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{names[turn.seat]} {turn.card.text}" for turn in pile)


_LEAST, _MOST = 24, 52


def check_view(view: PilesView, players: int) -> None:
    demand(view.game in TITLES, "the view is of no game that is known")
    demand(_LEAST <= view.pack <= _MOST and view.pack % SUITS == 0, f"a pack of {view.pack} cards is absurd")
    check_counts("moves", (view.moves, view.limit, view.repeated, view.pickup))
    demand(1 <= view.deals <= LARGEST, f"a game of {view.deals} deals is absurd")
    for seat in view.seats:
        check_counts("cards", (seat.cards, seat.taken))
        check_counts("points", (seat.total,))
        demand(0 <= seat.place <= players, f"there is no place {seat.place}")
        demand(len(seat.known) <= seat.cards, "more cards are known than a hand has")
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    demand(view.phase is not Phase.BEATING or view.pile, "a card is beaten that nobody has played")
    demand(view.pickup <= len(view.pile), "more cards are taken up than there are")
    demand(view.last is None or view.last.turns, "nothing was taken up")
    turns = (*view.pile, *(view.last.turns if view.last else ()))
    check_seats((*(turn.seat for turn in turns), view.last.seat if view.last else None), players)
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    held = [action.card for action in view.legal if isinstance(action, Play)]
    known = [card for seat in view.seats for card in seat.known]
    drawn = [] if view.drawn is None else [view.drawn]
    _check_pack((*held, *known, *drawn, *view.hand, *view.killed, *(turn.card for turn in turns)), view.pack)
    named = [action.suit for action in view.legal if isinstance(action, NameTrump | NameSide)]
    demand(len(named) == len(set(named)) or view.phase is not Phase.NAMING, "a suit is offered twice")


def _check_pack(cards: Iterable[Card], pack: int) -> None:
    demand({*cards} <= {*pack_of(pack)}, "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    match event:
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(totals=totals, winners=winners):
            demand(winners, "a game is over that nobody has won")
            check_seats(winners, players)
            check_each_seat("scores", totals, players)
        case Dealt(hands=hands):
            check_each_seat("hands", hands, players)
            _check_pack((card for hand in hands for card in hand), _MOST)
        case SixHanded(giver=giver, taker=taker):
            check_seats((giver, taker), players)
        case Taken(cards=cards) | PileKilled(cards=cards):
            demand(cards, "nothing was taken up")
            _check_pack(cards, _MOST)
        case Played(card=card) | TrumpShown(card=card):
            _check_pack((card,), _MOST)


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, *sheet.out), players)
    demand(len(set(sheet.out)) == len(sheet.out), "a seat went out twice")
    for numbers in (sheet.left, sheet.taken, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_counts("points", numbers)
    demand(sheet.ending.value != "out" or sheet.out, "a deal is over in which nobody went out")
