"""A deal of Chwech: what each key does, scores, what everybody may know, and checks of what is drawn."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.drawing.line import cells, right
from chwech_tui.games.chwech.table import HAND, STEPS, won_text
from chwech_tui.games.chwech.words import ending, has_jokers, play_line, play_words, ruleset_words
from chwech_tui.games.ranks import SUIT_KEYS, suit_choice, suit_hint
from chwech_tui.model.cards import CardsGone, PublicDeal, TrickText, card_words, suit_words, trick_texts
from chwech_tui.model.checks import LARGEST, check_counts, check_each_seat, check_seats, demand
from chwech_tui.model.game import Choice, DealScore, GameResult, Move, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span, plain
from chwech_tui.model.people import People
from protocol.cards import Card, Rank, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play, write_action
from protocol.chwech.events import DealEnded, DealSheet
from protocol.chwech.pack import pack_of
from protocol.chwech.views import ChwechView, Phase, Trick, Turn
from protocol.language import N_, _, ngettext, pgettext
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat

_CLOSED: Final = N_(
    "The cards won lie closed at this table: only the last trick, the open one and your own hand are seen."
)
_OPEN: Final = N_("The cards won lie open at this table, so every card played is known.")


def cards_gone(view: ChwechView, setup: Setup) -> CardsGone:
    """Return the cards gone so far; where the cards won lie closed, those of the last trick."""
    is_open = bool(setup.options.get("review_won"))
    piles = tuple(card for seat in view.seats for card in seat.pile)
    gone = piles if is_open else _cards_of(view.last_trick)
    return CardsGone(pack_of(setup), view.hand, _cards_of(view.trick), gone, _(_OPEN if is_open else _CLOSED))


def _cards_of(trick: Trick | None) -> tuple[Card, ...]:
    return tuple(turn.play.card for turn in trick.turns if turn.play) if trick is not None else ()


_EARLY: Final = 6
"""With so many cards in hand, a seat that has won nothing may still aim at none or at nine."""


def advice(view: ChwechView, people: People) -> str:
    if view.viewer is None or len(view.legal) < 2:
        return ""
    if view.phase is Phase.FOLLOWING:
        return _ending(view, view.viewer, people) or _following(view, view.viewer)
    return _leading(view, view.viewer)


def _ending(view: ChwechView, viewer: Seat, people: People) -> str:
    """Return a warning if the deal may end with this trick and the viewer still holds several cards."""
    done = {viewer, *(turn.seat for turn in view.trick.turns)}
    last = [Seat(seat) for seat, shown in enumerate(view.seats) if shown.cards == 1 and seat not in done]
    if not last or view.seats[viewer].cards < 3:
        return ""
    if len(last) > 1:
        return _("Others can go out now: what you still hold then scores nothing.")
    return _("{name} can go out now: what you still hold then scores nothing.", name=people.name(last[0]))


def _following(view: ChwechView, viewer: Seat) -> str:
    won = view.seats[viewer].won
    lying = sum(turn.play is not None for turn in view.trick.turns)
    if not won and view.seats[viewer].cards >= _EARLY:
        return _("Nothing won counts as nine, too: the worst is to take only a few cards.")
    if not won:
        return _("Nothing won counts as nine: play below the best card, or pass.")
    if won % STEPS == 0:
        return _("You stand at nine: play below the best card, or pass.")
    after = won % STEPS + lying + 1
    if after > STEPS:
        return _("Taking it leads past nine, to × {factor}: play below the best card, or pass.", factor=after - STEPS)
    if after < STEPS:
        return _short_of_nine(STEPS - won % STEPS, lying)
    if len(view.trick.turns) == len(view.seats) - 1:
        return _("Taking it makes exactly nine.")
    return _("Taking it makes nine, if nobody adds a card after you.")


def _short_of_nine(short: int, lying: int) -> str:
    # Translators: stands after "You want 3 more cards for nine".
    here = ngettext("{n} lies here", "{n} lie here", lying)
    return ngettext(
        "You want {n} more card for nine; {here}.", "You want {n} more cards for nine; {here}.", short, here=here
    )


def _leading(view: ChwechView, viewer: Seat) -> str:
    shown = view.seats[viewer]
    may_pass = any(isinstance(action, Pass) for action in view.legal)
    if may_pass and len(view.trick.turns) == len(view.seats) - 1:
        return _("All others have passed: a pass ends the deal, and you score {points}.", points=shown.worth)
    if not any(isinstance(action, Play) for action in view.legal):
        return ""
    if not shown.won:
        low, low_or_pass = (
            _("Nothing won counts as nine: lead low."),
            _("Nothing won counts as nine: lead low, or pass the lead."),
        )
        return low_or_pass if may_pass else low
    if shown.won % STEPS == 0:
        low, low_or_pass = _("You stand at nine: lead low."), _("You stand at nine: lead low, or pass the lead.")
        return low_or_pass if may_pass else low
    return ngettext(
        "One card short of nine: a trick with your own card alone is enough.",
        "{n} cards short of nine: lead high to win some, low to win none.",
        STEPS - shown.won % STEPS,
    )


HEIGHT_KEYS: Final = {AceHeight.HIGH: "h", AceHeight.LOW: "l"}
"""The key that names each height of an Ace."""

_HEIGHT_WORDS: Final = {AceHeight.HIGH: N_("high"), AceHeight.LOW: N_("low")}
"""What each height of an Ace is called, marked for translation."""

HEIGHTS: Final = {rank: height for height, rank in enumerate(Rank)}
"""How high each rank is inside a trick, for a hand sorted by rank; a Joker stands last."""


def plays_of(view: ChwechView, card: Card) -> tuple[Play, ...]:
    """Return every legal way to play a card."""
    return tuple(action for action in view.legal if isinstance(action, Play) and action.card == card)


def action_words(action: Action) -> str:
    """Return a play or a pass as part of a sentence."""
    return plain(play_line(action)) if isinstance(action, Play) else _("pass")


def usable(view: ChwechView) -> tuple[Card, ...]:
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def moves(view: ChwechView, card: Card | None) -> tuple[Move, ...]:
    """Return the play of the chosen card, and the pass."""
    plays = plays_of(view, card) if card is not None else ()
    play = (_play(plays),) if plays else ()
    can_pass = any(isinstance(action, Pass) for action in view.legal)
    return (*play, Move("p", _("pass"), (Choice("p", _("pass"), PASS),))) if can_pass else play


def _play(plays: tuple[Play, ...]) -> Move:
    """Return the move that plays a card, and asks for the height of an Ace or the suit of a Joker where it has two."""
    first = plays[0]
    if len(plays) == 1:
        return Move("enter", play_words(first), (Choice("enter", "", first),))
    label = f"{play_words(Play(first.card))}…"
    if first.ace:
        heights = tuple(Choice(HEIGHT_KEYS[play.ace], _(_HEIGHT_WORDS[play.ace]), play) for play in plays if play.ace)
        return Move("enter", label, heights, _("Ace:"), _("h for high or l for low"))
    suits = {play.suit: play for play in plays}
    named = tuple(suit_choice(suit, suits[suit]) for suit in SUIT_KEYS if suit in suits)
    joker = first.card.rank is Rank.JOKER
    question = _("Joker stands for:") if joker else _("Thirteen stands for:")
    return Move("enter", label, named, question, suit_hint(named))


def refusal(view: ChwechView, key: str, card: Card | None) -> str:
    """Return why the viewer cannot pass, or cannot play the chosen card."""
    if key == "p" or card is None:
        return _("The first lead of a deal cannot be passed: lead a card.")
    if view.phase is not Phase.FOLLOWING:
        return _("A Joker cannot be led.")
    if card.rank is Rank.JOKER:
        return _("A Joker has been played to this trick already: only one may be.")
    suit = suit_words(view.trick.suit) if view.trick.suit else _("the suit led")
    if not usable(view):
        return _("You cannot follow {suit}: you can only pass.", suit=suit)
    if not has_jokers(len(view.seats)):
        return _("That card does not follow: play {suit}, or pass.", suit=suit)
    return _("That card does not follow: play {suit} or a Joker, or pass.", suit=suit)


def premove_refusal(view: ChwechView, card: Card | None) -> str:
    """Return why a card, or a pass without one, cannot be a premove: a lead is chosen at the turn.

    A pass can be a premove only once the trick is led, so that a second key press never passes the next trick too.
    """
    suit = view.trick.suit
    if view.legal:
        if view.phase is not Phase.FOLLOWING:
            return _not_for_the_lead(card)
        return "" if card is None or plays_of(view, card) else _cannot_follow(view, card, suit)
    acted = any(turn.seat == view.viewer for turn in view.trick.turns)
    if card is None:
        return "" if suit is not None and not acted else _("You can choose to pass the next trick once it is led.")
    # A red Thirteen may count as a Joker, which only the legal actions of the turn tell.
    joker = card.rank in {Rank.JOKER, Rank.THIRTEEN}
    return "" if suit is None or acted or joker or card.suit is suit else _cannot_follow(view, card, suit)


def _not_for_the_lead(card: Card | None) -> str:
    if card is None:
        return _("The lead is yours: the pass was not meant for that.")
    return _("The lead is yours: {card} was not meant for that.", card=card_words(card))


def _cannot_follow(view: ChwechView, card: Card, suit: Suit | None) -> str:
    if card.rank is Rank.JOKER or suit is None:
        return refusal(view, "enter", card)
    led, tried = suit_words(suit).capitalize(), card_words(card)
    return _("{suits} were led: {card} cannot follow.", suits=led, card=tried)


def points(view: ChwechView, page: int) -> tuple[int, ...]:
    return view.sheets[page].scores


def deal_score(view: ChwechView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: the cards played, times the factor."""
    sheet = view.sheets[page]
    titles = _titles()
    widths = tuple(max(least, cells(title) + gap) for title, (least, gap) in zip(titles, _LEAST, strict=True))
    return DealScore(
        title=(
            Span(_("Deal {number} of {deals}", number=page + 1, deals=view.deals), Hue.STRONG),
            Span(f"   {ending(sheet, people)}", Hue.TEXT),
        ),
        heading=_joined(titles, widths),
        rows=tuple(_row(sheet, Seat(seat), widths) for seat in range(len(view.seats))),
        notes=(_("Factor: the cards won beyond a multiple of nine; for a multiple itself, nine."),),
    )


_LEAST: Final = ((6, 1), (6, 1), (12, 1), (6, 0), (5, 0), (11, 1))
"""The least width of each column, and the space before its title, in cells."""

_BETWEEN: Final = ("", "", "", " × ", " = ", "")
"""What stands before each column."""


def _titles() -> tuple[str, ...]:
    """Return the titles of the columns: ``left   won      played × factor = score      total``."""
    return (
        pgettext("column of a score", "left"),
        pgettext("column of a score", "won"),
        pgettext("column of a score", "played"),
        pgettext("column of a score", "factor"),
        pgettext("column of a score", "score"),
        pgettext("column of a score", "total"),
    )


def _joined(titles: Iterable[str], widths: Sequence[int]) -> str:
    return "".join(sign + right(title, width) for sign, title, width in zip(_BETWEEN, titles, widths, strict=True))


def _row(sheet: DealSheet, seat: Seat, widths: Sequence[int]) -> Line:
    kept, won, total = sheet.left[seat], sheet.won[seat], sheet.totals[seat]
    exact = Hue.TEXT if won % STEPS else Hue.ACCENT
    texts = (
        (str(kept), Hue.TEXT),
        (won_text(won), exact),
        (str(HAND - kept), Hue.TEXT),
        (str(sheet.factors[seat]), exact),
        (str(sheet.scores[seat]), Hue.STRONG),
        (str(total), Hue.ACCENT if total == max(sheet.totals) else Hue.TEXT),
    )
    return tuple(
        span
        for sign, (text, hue), width in zip(_BETWEEN, texts, widths, strict=True)
        for span in (Span(sign), Span(right(text, width), hue))
    )


class _ChwechDeal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    won: tuple[int, ...]
    scores: tuple[int, ...]


class _ChwechRecord(RecordedGame, frozen=True, kw_only=True):
    deals: tuple[_ChwechDeal, ...]
    ruleset: str = ""


_DECODER = Decoder(_ChwechRecord)


def read_result(record: str) -> GameResult | None:
    game = read_recorded(_DECODER, record)
    if game is None or not all(len(deal.won) == len(deal.scores) == len(game.totals) for deal in game.deals):
        return None
    deals = tuple(
        tuple(f"{score}{' ' if won % STEPS else '*'}" for score, won in zip(deal.scores, deal.won, strict=True))
        for deal in game.deals
    )
    note = _("* won a multiple of nine cards, or none: the cards played count ninefold.")
    return GameResult(ruleset_words(game.ruleset), game.names, game.totals, deals, note)


_TURNS: Final = {
    Phase.OPENING: N_("{name} leads."),
    Phase.LEADING: N_("{name} leads or passes."),
    Phase.FOLLOWING: N_("{name} follows or passes."),
}
"""Whose turn it is, and for what, marked for translation."""


class ChwechDeal(PublicDeal[ChwechView]):
    """A deal of Chwech as everybody may see it."""

    @property
    def titles(self) -> tuple[str, ...]:
        return (
            pgettext("title of a column", "Cards"),
            pgettext("title of a column", "Won"),
            pgettext("title of a column", "Points"),
            pgettext("title of a column", "Total"),
        )

    def numbers(self, seat: int) -> tuple[str, ...]:
        standing = self.view.seats[seat]
        return str(standing.cards), str(standing.won), str(standing.worth), str(standing.total)

    def sentence(self, names: Sequence[str]) -> str:
        if self.view.winners:
            won = ", ".join(names[seat] for seat in self.view.winners)
            total = self.view.seats[self.view.winners[0]].total
            return _("The game is over. With {total}: {names}.", total=total, names=won)
        number, of, dealer = self.view.deal, self.view.deals, names[self.view.dealer]
        if self.view.phase is Phase.DEALING:
            return _("Deal {number} of {deals} comes next, dealt by {dealer}.", number=number, deals=of, dealer=dealer)
        said = _("Deal {number} of {deals}, dealt by {dealer}.", number=number, deals=of, dealer=dealer)
        return said if self.view.turn is None else f"{said} {_(_TURNS[self.view.phase], name=names[self.view.turn])}"

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        return trick_texts(self.view.last_trick, self.view.trick, names, _said)


def _said(turn: Turn) -> str:
    return write_action(turn.play or PASS)


def check_view(view: ChwechView, players: int) -> None:
    demand(1 <= view.deals <= LARGEST, f"there is no deal {view.deal} of {view.deals}")
    for seat in view.seats:
        check_counts("cards", (seat.cards, seat.won))
        check_counts("points", (seat.worth, seat.total))
    for trick in (view.trick, view.last_trick):
        _check_trick(trick or Trick(), players)
    led = any(turn.play is not None for turn in view.trick.turns)
    demand(view.phase is not Phase.FOLLOWING or led, "a card is followed that nobody has led")
    for sheet in view.sheets:
        _check_sheet(sheet, players)


def check_event(event: Event, players: int) -> None:
    if isinstance(event, DealEnded):
        _check_sheet(event.sheet, players)


def _check_trick(trick: Trick, players: int) -> None:
    check_seats((trick.taker, *(turn.seat for turn in trick.turns)), players)
    demand(len(trick.turns) <= 2 * players, "more people take part in a trick than there are")


def _check_sheet(sheet: DealSheet, players: int) -> None:
    check_seats((sheet.dealer,), players)
    for numbers in (sheet.won, sheet.left, sheet.factors, sheet.scores, sheet.totals):
        check_each_seat("scores", numbers, players)
        check_counts("points", numbers)
