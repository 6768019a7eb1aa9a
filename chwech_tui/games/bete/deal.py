"""A deal of Bête: what each key does, scores, what everybody may know, and checks of what is drawn."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import chips_words
from chwech_tui.games.bete.words import TITLE, ending, signed
from chwech_tui.games.ranks import SuitRanks
from chwech_tui.games.score_table import Column, column, read_scores, score_table
from chwech_tui.model.cards import PublicDeal, TrickText, card_words, suit_words, trick_texts
from chwech_tui.model.checks import check_counts, check_each_seat, check_seats, check_trick, demand
from chwech_tui.model.game import Choice, DealScore, GameResult, Move
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.bete.actions import Pass, Play, TakePart
from protocol.bete.events import DealEnded, DealSheet, GameEnded
from protocol.bete.order import HEIGHTS, PACK
from protocol.bete.views import BeteView, Part, Phase, Trick
from protocol.cards import Card
from protocol.language import N_, _, pgettext
from protocol.vocabulary import Action, Event, Seat


def action_words(action: Action) -> str:
    if isinstance(action, Play):
        return card_words(action.card)
    return _("take part") if isinstance(action, TakePart) else _("pass")


def usable(view: BeteView) -> tuple[Card, ...]:
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def moves(view: BeteView, card: Card | None) -> tuple[Move, ...]:
    """Return what Enter does with the chosen card; before the play, taking part and passing."""
    found: list[Move] = []
    for action in view.legal:
        match action:
            case TakePart():
                found.append(_move("g", _("take part"), action))
            case Pass():
                found.append(_move("p", _("pass"), action))
            case Play(card=played) if played == card:
                found.append(_move("enter", _("play {card}", card=card_words(played)), action))
    return tuple(found)


def _move(key: str, label: str, action: TakePart | Pass | Play) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def turn_words(view: BeteView) -> str:
    if view.phase is Phase.ASKING:
        return _("Take part or pass")
    if not view.trick.turns:
        return _("Lead a card")
    led = view.trick.turns[0].card.suit
    if led is not None and any(card.suit is led for card in view.hand):
        return _("Follow {suit}", suit=suit_words(led))
    trumps = any(card.suit is view.trump for card in view.hand)
    return _("Play a trump") if trumps else _("Play any card")


def refusal(view: BeteView, key: str, card: Card | None) -> str:
    if view.phase is Phase.ASKING:
        return _("Say first whether you take part or pass.")
    if key in {"g", "p"}:
        return _("Everybody has said whether they take part: play a card.")
    led = view.trick.turns[0].card.suit if view.trick.turns else None
    if led is None or card is None:
        return _("Choose a card to play.")
    said = card_words(card)
    if any(held.suit is led for held in view.hand):
        if card.suit is led:
            return _("You can beat the trick, so you have to: not {card}.", card=said)
        return _(
            "{suit} were led, and you have some: play one, not {card}.", suit=suit_words(led).capitalize(), card=said
        )
    if card.suit is view.trump:
        return _("You can play a higher trump, so you have to: not {card}.", card=said)
    return _("You cannot follow suit: play a trump, not {card}.", card=said)


def premove_refusal(view: BeteView, card: Card | None) -> str:
    """Return why a card cannot be a premove: taking part and leads are chosen at the turn."""
    if not view.legal or card is None:
        return ""
    if view.phase is not Phase.FOLLOWING:
        return _("The turn is another one: {card} was not meant for that.", card=card_words(card))
    return "" if card in usable(view) else refusal(view, "enter", card)


def height(view: BeteView, card: Card) -> int:
    return SuitRanks(HEIGHTS, view.trump).height(card)


_WIDE: Final = 9
"""The least width of a column, in cells."""


def points(view: BeteView, page: int) -> tuple[int, ...]:
    """Return what each seat won in a deal, less what it paid."""
    return view.sheets[page].points


def _columns() -> tuple[Column, ...]:
    """Return the columns of the score of a deal: who took part, tricks, chips, total."""
    return (
        column(pgettext("score sheet", "took part"), _WIDE),
        column(pgettext("score sheet", "tricks"), _WIDE),
        column(pgettext("score sheet", "chips"), _WIDE),
        column(pgettext("score sheet", "total"), _WIDE),
    )


def deal_score(view: BeteView, page: int, people: People) -> DealScore:
    """Return what a deal has brought everybody."""
    sheet, columns = view.sheets[page], _columns()
    rows = (_row(sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet, people), columns, rows, _notes(view, page, people))


def _row(sheet: DealSheet, seat: Seat, columns: tuple[Column, ...]) -> Line:
    took_part, tricks, chips, in_all = columns
    total = sheet.totals[seat]
    part = "✓" if seat in sheet.active else ""
    return (
        Span(took_part.put(part), Hue.ACCENT if seat == sheet.sweeper else Hue.DIM),
        Span(tricks.put(str(sheet.tricks[seat]))),
        Span(chips.put(signed(sheet.points[seat]))),
        Span(in_all.put(signed(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _notes(view: BeteView, page: int, people: People) -> list[str]:
    """Return what was in the pool, who held the King of trumps, and what is left."""
    sheet = view.sheets[page]
    notes = [_("In the pool: {chips}.", chips=chips_words(sheet.pool))]
    if sheet.king is not None:
        own = _("You held the King of trumps: every other player pays you a chip.")
        other = _("{name} held the King of trumps: every other player pays a chip for it.")
        notes.append(people.tell(sheet.king, own, other))
    if page + 1 == view.deals:
        notes.append(_("What was left in the pool has been shared out."))
    elif sheet.carried:
        notes.append(_("For the next pool: {chips}.", chips=chips_words(sheet.carried)))
    return notes


def read_result(record: str) -> GameResult | None:
    return read_scores(record, {"bete": TITLE}, signed)


_TURNS: Final = {
    Phase.ASKING: N_("{name} takes part or passes."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""

_PARTS: Final = {
    Part.OPEN: "-",
    Part.IN: N_("in"),
    Part.OUT: N_("out"),
    Part.AGAINST: N_("against"),
}
"""What a seat has to do with a deal, marked for translation."""


class BeteDeal(PublicDeal[BeteView]):
    """A deal of Bête as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        return (pgettext("heading", "Part"), cards, tricks, pgettext("heading", "Chips"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        standing = self.view.seats[seat]
        part = _PARTS[standing.part]
        return (part if part == "-" else _(part), str(standing.cards), str(standing.tricks), signed(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = signed(self.view.seats[self.view.winners[0]].total)
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        said = {"number": self.view.deal, "deals": self.view.deals, "dealer": names[self.view.dealer]}
        pool = _("The pool has {chips}.", chips=chips_words(self.view.pool))
        if self.view.phase is Phase.DEALING:
            following = _("Deal {number} of {deals} comes next, dealt by {dealer}.", **said)
            return f"{following} {pool}"
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        deal = _("Deal {number} of {deals}, dealt by {dealer}.", **said)
        return " ".join(filter(None, (deal, self.trumps(names), pool, turn)))

    def trumps(self, names: Sequence[str]) -> str:
        if self.view.trump is None:
            return ""
        suit = suit_words(self.view.trump).capitalize()
        card = self.view.turn_up.text if self.view.turn_up else None
        return _("{suit} are trump; {card} is turned up.", suit=suit, card=card)

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        return trick_texts(self.view.last_trick, self.view.trick, names)


_MOST: Final = 10**18
"""The most chips that are accepted: a pool that nobody wins grows sixfold from deal to deal."""

_MOST_PLAYERS: Final = 5


def check_view(view: BeteView, players: int) -> None:
    demand(1 <= players <= _MOST_PLAYERS, f"a game for {players} is absurd")
    check_counts("deals", (view.deals,))
    demand(view.step in {1, -1}, "the play goes neither to the left nor to the right")
    _check_chips(view.pool, *(seat.total for seat in view.seats))
    for seat in view.seats:
        check_counts("cards", (seat.cards, seat.tricks))
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_chips(*numbers: int) -> None:
    demand(all(abs(number) <= _MOST for number in numbers), "so many chips are absurd")


def _check_cards(view: BeteView, players: int) -> None:
    """Check that the cards are those of the pack, and that the trump suit is known where it matters."""
    demand(view.stage.value != "playing" or view.turn_up is not None, "no card is turned up")
    demand(view.turn_up is None or view.trump is view.turn_up.suit, "the card turned up is not of the trump suit")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "a card is followed that nobody has led")
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    demand(len(view.takers) <= len(view.gone), "a trick of no cards was taken")
    check_seats(view.takers, players)
    tricks = (view.trick, view.last_trick or Trick())
    for trick in tricks:
        check_trick(trick, players)
    played = [turn.card for trick in tricks for turn in trick.turns]
    legal = [action.card for action in view.legal if isinstance(action, Play)]
    turned = () if view.turn_up is None else (view.turn_up,)
    known = {*view.hand, *view.gone, *played, *legal, *turned}
    demand(known <= set(PACK), "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    match event:
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners):
            demand(winners, "a game is over that nobody has won")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.sweeper, sheet.king, *sheet.active), players)
    for numbers in (sheet.tricks, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        _check_chips(*numbers)
    _check_chips(sheet.pool, sheet.carried)
