"""A deal of Da Bai Fen: what each key does, scores, what everybody may know, and checks of what is drawn."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chwech_tui.games.da_bai_fen.words import TITLE, ending, level, rise
from chwech_tui.games.ranks import SUIT_KEYS, suit_hint
from chwech_tui.games.score_table import Column, column, read_scores, score_table, side_hue, side_letter
from chwech_tui.model.cards import PublicDeal, TrickText, card_words, suit_words, trick_texts
from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_points, check_seats, demand
from chwech_tui.model.game import Choice, DealScore, GameResult, Move, Several
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.cards import Card
from protocol.da_bai_fen.actions import Bury, Claim, Expose, Finish, Lay, Pass, Play
from protocol.da_bai_fen.events import DealEnded, DealSheet, Drawn, Ending, GameEnded, TrickTaken
from protocol.da_bai_fen.order import HEIGHTS, PACK, PLACES, Trumps, count, height, suit_of
from protocol.da_bai_fen.views import DaBaiFenView, Phase, Trick, Turn
from protocol.language import N_, _, pgettext
from protocol.vocabulary import Action, Event, Seat

_SIX = 6

_NAMED = 4
"""The most cards that are named where some have to be chosen first."""


def trumps_of(view: DaBaiFenView) -> Trumps | None:
    """Return what is trump; None before it is known."""
    return Trumps(view.rank, view.trump) if view.trump is not None else None


def action_words(action: Action) -> str:
    match action:
        case Expose(card=card):
            return _("expose {card}", card=card_words(card))
        case Finish():
            return _("pass to the end")
        case Bury(card=card):
            return _("lay {card} aside", card=card_words(card))
        case Claim():
            return _("annul the deal")
        case Lay(card=card):
            return _("{card} and more", card=card_words(card))
        case Play(card=card):
            return card_words(card)
    return _("pass")


def usable(view: DaBaiFenView) -> tuple[Card, ...]:
    """Return the cards that can be exposed, laid aside or played, also after others of several that are due."""
    found = [action.card for action in view.legal if isinstance(action, Expose | Bury | Play | Lay)]
    if view.phase is Phase.FOLLOWING and found and len(found) < _due(view):
        return view.hand
    return tuple(dict.fromkeys(found))


def moves(view: DaBaiFenView, card: Card | None) -> tuple[Move, ...]:
    """Return what the keys do: in the draw the cards to expose, later Enter with the chosen card."""
    found: list[Move] = []
    exposing = tuple(action for action in view.legal if isinstance(action, Expose))
    if exposing:
        choices = tuple(
            Choice(SUIT_KEYS[action.card.suit] if action.card.suit else "", card_words(action.card), action)
            for action in exposing
        )
        found.append(Move("m", _("expose"), choices, _("Expose which card?"), suit_hint(choices)))
    for action in view.legal:
        match action:
            case Pass():
                found.append(_move("p", _("pass"), action))
            case Finish():
                found.append(_move("d", _("pass to the end"), action))
            case Claim():
                found.append(_move("g", _("annul the deal"), action))
            case Play() if action.card == card:
                found.append(_move("enter", _("play {card}", card=card_words(action.card)), action))
    return tuple(found)


def _move(key: str, label: str, action: Pass | Finish | Claim | Play) -> Move:
    return Move(key, label, (Choice(key, label, action),))


def several(view: DaBaiFenView) -> Several | None:
    """Return the choice of several cards: to lay aside, to lead together, or to follow a lead of several."""
    if view.phase is Phase.BURYING and any(isinstance(action, Bury) for action in view.legal):
        left = _SIX - view.aside
        return Several(left, left, _("Lay cards aside"))
    due = _due(view)
    if view.phase is Phase.FOLLOWING and view.legal and view.trick.number > 1:
        return Several(due, due, _suit_due(view), alone=due == 1)
    begun = bool(view.trick.turns)
    if view.phase is Phase.LEADING and (begun or any(isinstance(action, Lay) for action in view.legal)) and view.legal:
        return Several(1, len(view.hand), _("Lead together"), alone=True)
    return None


def _due(view: DaBaiFenView) -> int:
    """Return how many cards the viewer still has to lay to the trick."""
    turns = view.trick.turns
    laid = len(turns[-1].cards) if turns and turns[-1].seat == view.viewer else 0
    return view.trick.number - laid


def several_action(view: DaBaiFenView, cards: tuple[Card, ...]) -> Action | str:
    """Return how the first of the cards is sent, or why they cannot be chosen; empty if none is left."""
    if not cards:
        # Asked once more after the last card: nothing else ends the choice, and there is nothing to say.
        return ""
    if view.phase is Phase.BURYING:
        return Bury(cards[0])
    if view.phase is Phase.FOLLOWING:
        return _following(view, cards)
    if len(cards) == 1:
        return Play(cards[0])
    trumps = trumps_of(view)
    if trumps is not None and len({suit_of(card, trumps) for card in cards}) > 1:
        return _("Cards that are led together are of one suit; all trumps are one.")
    able = {action.card for action in view.legal if isinstance(action, Lay)}
    wrong = next((card for card in cards if card not in able), None)
    if wrong is not None:
        return _("{card} is not certain: it is led alone.", card=card_words(wrong))
    return Lay(cards[0])


def _following(view: DaBaiFenView, cards: tuple[Card, ...]) -> Action | str:
    """Return how the first card follows: one of the suit led comes first, as long as there is any."""
    able = [card for card in cards if Play(card) in view.legal]
    missing = [action.card for action in view.legal if isinstance(action, Play) and action.card not in cards]
    if not able or (len(able) < len(cards) and missing):
        named = ", ".join(map(card_words, missing[:_NAMED])) + "…" * (len(missing) > _NAMED)
        return _("You still hold {cards} to follow suit with: mark those first.", cards=named)
    return Play(able[0])


def turn_words(view: DaBaiFenView) -> str:
    if view.phase is Phase.DRAWING:
        if any(isinstance(action, Expose) for action in view.legal):
            return _("Expose a card of rank {rank}, or pass", rank=view.rank.value)
        return _("You hold no {rank}: pass", rank=view.rank.value)
    if view.free:
        return _("You hold no trump: you may annul the deal")
    if view.phase is Phase.BURYING:
        return _("Lay cards aside")
    if view.phase is Phase.LEADING:
        return _("Lead one card more") if view.trick.turns else _("Lead")
    return _follow_words(view)


def _follow_words(view: DaBaiFenView) -> str:
    """Return what to follow with, and how many cards if they are several."""
    words, due = _suit_due(view), _due(view)
    return _("{words}, {n} cards", words=words, n=due) if due > 1 else words


def _suit_due(view: DaBaiFenView) -> str:
    """Return which suit is to be followed."""
    trumps = trumps_of(view)
    if trumps is None or not view.trick.turns:
        return _("Play any card")
    led = suit_of(view.trick.turns[0].cards[0], trumps)
    if all(suit_of(card, trumps) is not led for card in view.hand):
        return _("Play any card")
    return _("Follow {suit}", suit=suit_words(led)) if led is not None else _("Follow trumps")


def refusal(view: DaBaiFenView, key: str, card: Card | None) -> str:
    if view.phase is Phase.DRAWING:
        if key == "m":
            return _("You hold no {rank} to expose: pass.", rank=view.rank.value)
        return _("Cards are still drawn: expose one of the trump rank, or pass.")
    if key == "g":
        return _("Only a hand without a trump annuls the deal.")
    if view.phase is Phase.BURYING:
        return _("Mark six cards with the space bar: Enter then lays them aside.")
    if key in {"m", "p", "d"}:
        return _("The draw is over: play a card.")
    trumps = trumps_of(view)
    if card is None or trumps is None or not view.trick.turns:
        return _("Choose a card to play.")
    led = suit_of(view.trick.turns[0].cards[0], trumps)
    if led is None:
        return _("Trumps were led, and you have some: play one, not {card}.", card=card_words(card))
    suit = suit_words(led).capitalize()
    return _("{suit} were led, and you have some: play one, not {card}.", suit=suit, card=card_words(card))


def premove_refusal(view: DaBaiFenView, card: Card | None) -> str:
    """Return why a card cannot be a premove: only one that follows a single card can."""
    if not view.legal or card is None:
        return ""
    if view.phase is not Phase.FOLLOWING or view.trick.number != 1:
        return _("The turn is another one: {card} was not meant for that.", card=card_words(card))
    return "" if card in usable(view) else refusal(view, "enter", card)


def rank_height(view: DaBaiFenView, card: Card) -> int:
    """Return how high a card ranks; trumps rank above all others."""
    trumps = trumps_of(view)
    if trumps is None:
        return PLACES.get(card, 0)
    return height(card, trumps) + (20 if suit_of(card, trumps) is None else 0)


_GAME: Final = "da-bai-fen"


def sides(view: DaBaiFenView) -> tuple[int, ...]:
    return tuple(seat.side for seat in view.seats)


def points(view: DaBaiFenView, page: int) -> tuple[int, ...]:
    """Return how far each seat's side rose in a deal."""
    return view.sheets[page].points


class _Columns(NamedTuple):
    """The columns of the score of a deal."""

    side: Column
    tricks: Column
    rise: Column
    level: Column


def _columns() -> _Columns:
    return _Columns(
        column(pgettext("column", "side"), 6),
        column(pgettext("score sheet", "tricks"), 8),
        column(pgettext("score sheet", "rises"), 9),
        column(pgettext("column", "level"), 8),
    )


def deal_score(view: DaBaiFenView, page: int, people: People) -> DealScore:
    """Return how the levels of a deal were made: by what the opponents won."""
    sheet, columns = view.sheets[page], _columns()
    rows = (_row(view, sheet, Seat(seat), columns) for seat in range(len(view.seats)))
    return score_table(page, ending(sheet), columns, rows, _notes(sheet, people))


def _row(view: DaBaiFenView, sheet: DealSheet, seat: Seat, columns: _Columns) -> Line:
    total = sheet.totals[seat]
    return (
        Span(columns.side.put(side_letter(view.seats[seat].side)), side_hue(view.seats[seat].side)),
        Span(columns.tricks.put(str(sheet.tricks[seat]))),
        Span(columns.rise.put(rise(sheet.points[seat]))),
        Span(columns.level.put(level(total)), Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG),
    )


def _notes(sheet: DealSheet, people: People) -> list[str]:
    """Return what was trump, what was laid aside, and what ended the deal early."""
    notes = [_("Trumps: {suit} and {rank}.", suit=suit_words(sheet.trump), rank=sheet.rank.value)]
    if sheet.buried:
        notes.append(_("Laid aside: {cards}.", cards=" ".join(map(card_words, sheet.buried))))
    if sheet.culprit is not None and sheet.ending is Ending.REVOKED:
        own, other = _("A card that you led could be beaten."), _("A card that {name} led could be beaten.")
        notes.append(people.tell(sheet.culprit, own, other))
    if sheet.culprit is not None and sheet.ending is Ending.ANNULLED:
        notes.append(people.tell(sheet.culprit, _("You held no trump."), _("{name} held no trump.")))
    return notes


def read_result(record: str) -> GameResult | None:
    return read_scores(record, {_GAME: TITLE}, lambda score: f"{rise(score)} ")


_TURNS: Final = {
    Phase.BURYING: N_("{name} lays cards aside."),
    Phase.LEADING: N_("{name} leads."),
    Phase.FOLLOWING: N_("{name} follows."),
}
"""What the seat does whose turn it is, marked for translation."""


class DaBaiFenDeal(PublicDeal[DaBaiFenView]):
    """A deal of Da Bai Fen as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        cards, tricks = pgettext("heading", "Cards"), pgettext("heading", "Tricks")
        return (pgettext("heading", "Side"), cards, tricks, pgettext("heading", "Level"))

    def numbers(self, seat: int) -> tuple[str, ...]:
        standing = self.view.seats[seat]
        return (side_letter(standing.side), str(standing.cards), str(standing.tricks), level(standing.total))

    def sentence(self, names: Sequence[str]) -> str:
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            at = level(self.view.seats[self.view.winners[0]].total)
            return _("The game is over. At level {level}: {names}.", level=at, names=won)
        said = {"number": self.view.deal, "dealer": names[self.view.dealer], "rank": self.view.rank.value}
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} comes next, begun by {dealer}.", **said)
        deal = _("Deal {number}, begun by {dealer}; the trump rank is {rank}.", **said)
        if self.view.phase is Phase.DRAWING:
            return f"{deal} " + _("{n} of 12 cards are drawn.", n=self.view.drawn)
        turn = "" if self.view.turn is None else _(_TURNS[self.view.phase], name=names[self.view.turn])
        won_words = _("The opponents have {points}.", points=count(self.view.won))
        return " ".join(filter(None, (deal, self.trumps(names), self._leader(names), won_words, turn)))

    def trumps(self, names: Sequence[str]) -> str:
        return "" if self.view.trump is None else _("{suit} are trump.", suit=suit_words(self.view.trump).capitalize())

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        return trick_texts(self.view.last_trick, self.view.trick, names, _said)

    def _leader(self, names: Sequence[str]) -> str:
        return "" if self.view.leader is None else _("{name} is the Leader.", name=names[self.view.leader])


def _said(turn: Turn) -> str:
    return " ".join(card.text for card in turn.cards)


_SEATS = 4
_KNOWN = frozenset(PACK)
_DECLARED = frozenset({Phase.BURYING, Phase.LEADING, Phase.FOLLOWING})


def check_view(view: DaBaiFenView, players: int) -> None:
    demand(players == _SEATS, f"a game for {players} is absurd")
    demand(1 <= view.target <= LARGEST, f"a game to {view.target} is absurd")
    demand(view.rank in HEIGHTS, "there is no such trump rank")
    check_counts("deals", (view.last_deal,))
    check_counts("cards", (view.drawn, view.aside))
    for seat in view.seats:
        demand(seat.side in (0, 1), f"there is no side {seat.side}")
        check_counts("cards", (seat.cards, seat.tricks))
        check_points((seat.total,))
    check_seats((view.leader, view.exposer), players)
    demand(view.phase is not Phase.OVER or view.winners, "a game is over that nobody has won")
    for sheet in view.sheets:
        _check_sheet(sheet, players)
    _check_cards(view, players)


def _check_cards(view: DaBaiFenView, players: int) -> None:
    """Check that the cards are those of the pack, and that trumps and the Leader are known where they matter."""
    declared = view.leader is not None and view.trump is not None
    demand(view.phase not in _DECLARED or declared, "cards are played without a Leader or trumps")
    demand(declared or not (view.trick.turns or view.last_trick or view.gone), "a trick is played without trumps")
    demand(view.phase is not Phase.FOLLOWING or view.trick.turns, "cards are followed that nobody has led")
    for trick in (view.trick, view.last_trick or Trick()):
        check_seats((trick.taker, *(turn.seat for turn in trick.turns)), players)
        demand(len(trick.turns) <= players, "more people take part in a trick than there are")
        demand(all(turn.cards for turn in trick.turns), "somebody has laid no card to a trick")
        check_counts("cards", (trick.number,))
    demand(not view.last_trick or view.last_trick.turns, "a trick of no cards was taken")
    tricks = (view.trick, view.last_trick or Trick())
    played = [card for trick in tricks for turn in trick.turns for card in turn.cards]
    legal = [action.card for action in view.legal if not isinstance(action, Pass | Finish | Claim)]
    exposed = () if view.exposed is None else (view.exposed,)
    cards = {*view.hand, *view.gone, *view.won, *view.six, *view.turned, *view.buried, *exposed, *played, *legal}
    demand(cards <= _KNOWN, "there are cards that the pack does not have")


def check_event(event: Event, players: int) -> None:
    match event:
        case Drawn(number=number, cards=cards):
            check_counts("cards", (number,))
            check_each_seat("cards", cards, players)
        case TrickTaken(points=points):
            check_counts("points", (points,))
        case DealEnded(sheet=sheet):
            _check_sheet(sheet, players)
        case GameEnded(winners=winners, totals=totals):
            demand(winners, "a game is over that nobody has won")
            check_each_seat("scores", totals, players)


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer, sheet.leader, sheet.culprit), players)
    for numbers in (sheet.tricks, sheet.points, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_points(numbers)
    check_counts("points", (sheet.took,))
