"""A deal of Durak in teams: what each key does, scores, what everybody may know, and checks of what is drawn."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.describe import cards_words
from chwech_tui.games.durak.words import NAME, ending
from chwech_tui.games.score_table import Column, column, score_table, side_hue, side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, card_words, suit_words
from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_seats, demand
from chwech_tui.model.game import Choice, DealScore, GameResult, Move, RecordedGame, Several, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.durak.actions import FINISH, GIVE_UP, Add, Attack, Beat, Finish, GiveUp, Pass
from protocol.durak.events import BoutBegun, BoutEnded, DealEnded, DealSheet, Dealt, Drawn, GameEnded
from protocol.durak.pack import HEIGHTS, PACK, power
from protocol.durak.views import Bout, DurakView, Phase
from protocol.language import N_, _, pgettext
from protocol.vocabulary import Action, Event, Seat


def action_words(action: Action) -> str:
    match action:
        case Attack(card=card) | Add(card=card):
            return card_words(card)
        case Beat(attack=attack, card=card):
            return _("{card} on {attack}", card=card_words(card), attack=card_words(attack))
        case GiveUp():
            return _("take up")
        case Finish():
            return _("done for this bout")
    return _("pass")


def usable(view: DurakView) -> tuple[Card, ...]:
    """Return the cards with which the viewer can attack, add or beat now."""
    cards: dict[Card, None] = {}
    for action in view.legal:
        match action:
            case Attack(card=card) | Add(card=card) | Beat(card=card):
                cards[card] = None
    return tuple(cards)


def moves(view: DurakView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card, and what ``p`` does."""
    found: list[Move] = []
    beating = [action for action in view.legal if isinstance(action, Beat) and action.card == card]
    if beating:
        found.append(_beat(beating))
    for action in view.legal:
        match action:
            case Attack(card=played) if played == card:
                found.append(_move("enter", _("attack with {card}", card=card_words(played)), action))
            case Add(card=played) if played == card:
                found.append(_move("enter", _("throw in {card}", card=card_words(played)), action))
            case GiveUp() | Pass() | Finish():
                found.append(_move("p", action_words(action), action))
    return tuple(found)


def _move(key: str, label: str, action: Attack | Add | Beat | GiveUp | Pass | Finish) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def _beat(beating: list[Beat]) -> Move:
    """Return the move that beats a card, or asks which of several."""
    card = card_words(beating[0].card)
    if len(beating) == 1:
        label = _("beat {attack} with {card}", attack=card_words(beating[0].attack), card=card)
        return _move("enter", label, beating[0])
    choices = tuple(
        Choice(str(number), card_words(action.attack), action) for number, action in enumerate(beating, start=1)
    )
    hint = _("1 to {last}", last=len(beating))
    return Move("enter", _("beat with {card}", card=card), choices, _("Which card does {card} beat?", card=card), hint)


def several(view: DurakView) -> Several | None:
    """Return the choice of several cards to attack with, or to throw in; None for the defender."""
    if not any(isinstance(action, Attack | Add) for action in view.legal) or view.bout is None:
        return None
    words = _("Attack with") if view.phase is Phase.ATTACKING else _("Throw in")
    return Several(1, view.bout.room, words, alone=True)


def several_action(view: DurakView, cards: tuple[Card, ...]) -> Action | str:
    """Return what is sent first for these cards: the attack, and what is thrown in after it."""
    if not cards:
        return ""
    if view.phase is Phase.ATTACKING:
        if len({card.rank for card in cards}) > 1:
            return _("Only cards of one rank can begin a bout together.")
        return Attack(cards[0])
    fitting = next((card for card in cards if Add(card) in view.legal), None)
    return Add(fitting) if fitting is not None else _why_not_add(view, card_words(cards[0]))


def turn_words(view: DurakView) -> str:
    """Return what is asked of the viewer, or what they may do unasked."""
    if view.phase is Phase.ATTACKING:
        return _("Attack with a card")
    if GIVE_UP in view.legal:
        return _("Beat it, or take up") if len(_open(view)) == 1 else _("Beat them all, or take up")
    if FINISH in view.legal:
        return _("You may throw in")
    return _("Throw in, or pass")


def _open(view: DurakView) -> tuple[Card, ...]:
    return view.bout.open if view.bout is not None else ()


def refusal(view: DurakView, key: str, card: Card | None) -> str:
    """Return why ``p`` does nothing, or the chosen card cannot be played."""
    if key == "p":
        return _("You attack: the first card of a bout has to be played.")
    said = card_words(card) if card is not None else _("that card")
    if GIVE_UP in view.legal:
        return _why_not_beat(view, card, said)
    return _why_not_add(view, said)


def _why_not_beat(view: DurakView, card: Card | None, said: str) -> str:
    attacks = _open(view)
    trumped = view.trump is not None and all(attack.suit is view.trump for attack in attacks)
    if card is not None and card.suit is view.trump and trumped:
        return _("{card} is too low: a trump is beaten by a higher trump alone.", card=said)
    listed = ", ".join(map(card_words, attacks))
    return _("{card} does not beat {attacks}: play a higher card of the suit, or a trump.", card=said, attacks=listed)


def _why_not_add(view: DurakView, said: str) -> str:
    ranks = {card.rank: None for card in (view.bout.cards if view.bout is not None else ())}
    there = " ".join(rank.value for rank in sorted(ranks, key=HEIGHTS.__getitem__))
    return _("{card} cannot be thrown in: only {ranks} can, which lie in the bout.", card=said, ranks=there)


def height(view: DurakView, card: Card) -> int:
    """Return how high a card ranks: trumps above all others."""
    if card.rank not in HEIGHTS or card.suit is None:
        return 0
    return power(card, view.trump) if view.trump is not None else HEIGHTS[card.rank]


def sides(view: DurakView) -> tuple[int, ...]:
    return tuple(seat.side for seat in view.seats)


def points(view: DurakView, page: int) -> tuple[int, ...]:
    """Return what each seat's side scored in a deal: 1 for the side that did not lose."""
    return view.sheets[page].points


def _columns() -> tuple[Column, ...]:
    """Return the columns of the score of a deal: side, cards left, cards taken up, place, point, total."""
    return (
        column(pgettext("column", "side"), 6),
        column(pgettext("score sheet", "cards left"), 11),
        column(pgettext("score sheet", "taken up"), 11),
        column(pgettext("score sheet", "out"), 6),
        column(pgettext("score sheet", "won"), 6),
        column(pgettext("score sheet", "total"), 8),
    )


def deal_score(view: DurakView, page: int, people: People) -> DealScore:
    """Return how a deal ended: who was left with cards, and who had to take up how many."""
    sheet, columns = view.sheets[page], _columns()
    rows = (_row(sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    notes = (
        _("Out: in which order the players ran out of cards."),
        _("Won and total are those of the side; partners share them."),
    )
    return score_table(page, ending(sheet, people), columns, rows, notes)


def _row(sheet: DealSheet, seat: Seat, columns: tuple[Column, ...]) -> Line:
    side, left, taken, out, won, total = columns
    place = f"{sheet.out.index(seat) + 1}." if seat in sheet.out else "–"
    return (
        Span(side.put(side_letter(seat % 2)), side_hue(seat % 2)),
        Span(left.put(str(sheet.cards[seat])), Hue.ALERT if sheet.cards[seat] else Hue.DIM),
        Span(taken.put(str(sheet.taken[seat]))),
        Span(out.put(place)),
        Span(won.put(str(sheet.points[seat])), Hue.STRONG if sheet.points[seat] else Hue.DIM),
        Span(total.put(str(sheet.totals[seat])), Hue.STRONG),
    )


class _DurakDeal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]
    left: tuple[int, ...]


class _DurakRecord(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_DurakDeal, ...]


_DECODER = Decoder(_DurakRecord)


def read_result(record: str) -> GameResult | None:
    game = read_recorded(_DECODER, record)
    if game is None or game.game != NAME:
        return None
    seats = len(game.totals)
    if not all(len(deal.scores) == len(deal.left) == seats for deal in game.deals):
        return None
    deals = tuple(
        tuple(f"{score}{'*' if left else ' '}" for score, left in zip(deal.scores, deal.left, strict=True))
        for deal in game.deals
    )
    note = _("* was left with cards.") if any(any(deal.left) for deal in game.deals) else ""
    return GameResult(_("Durak in teams"), game.names, game.totals, deals, note)


_TURNS: Final = {
    Phase.ATTACKING: N_("{names} to attack."),
    Phase.DEFENDING: N_("{names} to defend."),
    Phase.ADDING: N_("{names} may throw in."),
}
"""What is waited for, marked for translation."""


class DurakDeal(PublicDeal[DurakView]):
    """A deal of Durak as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        side, cards = pgettext("heading", "Side"), pgettext("heading", "Cards")
        return (side, cards, pgettext("heading", "Taken"), pgettext("heading", "Won"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        shown = self.view.seats[seat]
        cards = pgettext("heading", "out") if shown.out else str(shown.cards)
        return (side_letter(shown.side), cards, str(shown.taken), str(shown.total))

    def sentence(self, names: Sequence[str]) -> str:
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            return _("The game is over. It was won by {names}.", names=won)
        said = {"number": self.view.deal, "losses": self.view.losses, "dealer": names[self.view.dealer]}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} comes next, dealt by {dealer}; {losses} lost deals lose the game.", **said)
        asked = ", ".join(names[seat] for seat in self.view.awaited)
        turn = _(_TURNS[self.view.phase], names=asked) if asked else ""
        deal = _("Deal {number}, dealt by {dealer}; {losses} lost deals lose the game.", **said)
        return " ".join(filter(None, (deal, self.trumps(names), turn)))

    def trumps(self, names: Sequence[str]) -> str:
        if self.view.trump is None or self.view.turn_up is None:
            return ""
        suit = suit_words(self.view.trump).capitalize()
        if not self.view.stock:
            return _("{suit} are trump; there is no stock.", suit=suit)
        known = {"cards": cards_words(self.view.stock), "card": self.view.turn_up.text}
        return _("{suit} are trump; the stock has {cards}, {card} at its end.", suit=suit, **known)

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        told = (_told(_("Last bout"), self.view.last_bout, names),) if self.view.last_bout is not None else ()
        if self.view.bout is None or not self.view.bout.pairs:
            return told
        return (*told, _told(_("This bout"), self.view.bout, names))


def _told(title: str, bout: Bout, names: Sequence[str]) -> TrickText:
    turns = [f"{names[pair.seat]} {pair.attack.text}" for pair in bout.pairs]
    name = names[bout.defender]
    beats = [f"{name} {pair.beat.text}>{pair.attack.text}" for pair in bout.pairs if pair.beat is not None]
    taken = _("taken up by {name}", name=name) if bout.given_up else ""
    return TrickText(title, (*turns, *beats), taken)


_PACK = frozenset(PACK)
_BOUT = frozenset({Phase.ATTACKING, Phase.DEFENDING, Phase.ADDING})
_SIDES = 2


def check_view(view: DurakView, players: int) -> None:
    demand(1 <= view.losses <= LARGEST, f"a game to {view.losses} is absurd")
    check_counts("cards", (view.stock, view.bouts))
    for seat in view.seats:
        demand(0 <= seat.side < _SIDES, f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.taken))
        check_counts("points", (seat.total,))
        _check_cards(seat.known)
    demand(view.phase not in _BOUT or view.bout is not None, "a bout is fought that is not there")
    demand(view.bout is None or view.phase in _BOUT, "a bout is fought in no deal")
    demand(view.phase not in _BOUT or (view.trump is not None and view.turn_up is not None), "there is no trump suit")
    demand(view.turn_up is None or view.turn_up.suit is view.trump, "another suit is trump than the card turned up")
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    demand(not view.legal or view.bout is not None, "somebody acts in no bout")
    for bout in (view.bout, view.last_bout):
        _check_bout(bout, players)
    demand(view.last_bout is None or view.last_bout.pairs, "a bout without cards is over")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    named = [card for card in (view.turn_up, view.lowest) if card is not None]
    _check_cards((*view.hand, *view.gone, *named, *_played(view)))


def _played(view: DurakView) -> list[Card]:
    """Return the cards of the viewer's actions."""
    cards: list[Card] = []
    for action in view.legal:
        match action:
            case Attack(card) | Add(card):
                cards.append(card)
            case Beat(attack, card):
                cards += [attack, card]
    return cards


def _check_cards(cards: tuple[Card, ...]) -> None:
    demand(_PACK.issuperset(cards), "there are cards that the pack does not have")


def _check_bout(bout: Bout | None, players: int) -> None:
    if bout is None:
        return
    check_seats((bout.attacker, bout.defender, *(pair.seat for pair in bout.pairs)), players)
    check_counts("cards", (bout.limit,))
    demand(len(bout.pairs) <= bout.limit, "there are more attack cards than there may be")
    _check_cards(bout.cards)


def check_event(event: Event, players: int) -> None:
    match event:
        case Dealt(turn_up=turn_up):
            _check_cards((turn_up,))
        case BoutBegun(attacker=attacker, defender=defender):
            check_seats((attacker, defender), players)
        case BoutEnded(defender=defender, cards=cards):
            check_seats((defender,), players)
            _check_cards(cards)
        case Drawn(number=number):
            check_counts("cards", (number,))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners):
            demand(winners, "a game is over that nobody has won")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, *sheet.out), players)
    demand(sheet.loser is None or 0 <= sheet.loser < _SIDES, f"there is no side {sheet.loser}")
    for numbers in (sheet.cards, sheet.taken, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_counts("points", numbers)
