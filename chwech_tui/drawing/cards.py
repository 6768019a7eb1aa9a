"""Cards: one card, the viewer's hand by suit and numbered, and a trick in the order played."""

from functools import lru_cache
from itertools import chain
from typing import Final, assert_never

from chwech_tui.describe import cards_words
from chwech_tui.drawing.line import BLANK, beside, fit, indent, left, measure, middle, right, wrap
from chwech_tui.model.board import Board
from chwech_tui.model.cards import LARGE, TINY, CardLook, CardSize, Face, Strokes, face_of
from chwech_tui.model.hints import card_values, value_words
from chwech_tui.model.ink import Aim, Ground, Hue, Line, Pick, Picture, Span
from chwech_tui.model.people import People
from chwech_tui.model.settings import Order
from chwech_tui.model.trick import ShownTrick, TurnUp
from protocol.cards import Card
from protocol.language import _, pgettext
from protocol.vocabulary import Seat


@lru_cache(4096)
def draw_card(face: Face, look: CardLook, ground: Ground, aim: Aim | None = None) -> Picture:
    """Draw one card; a tiny one has no edge. It is cached, because the same cards are drawn again and again."""
    if look.size == TINY:
        return ((Span(middle(face.corner, TINY.width), face.hue, ground, aim),),)
    match look.strokes:
        case Strokes.COLOUR:
            rows = _blocked(face, look.size)
        case Strokes.ROUND:
            rows = _edged(face, look.size, ground)
        case Strokes.DRAWN:
            rows = _stroked(face, look.size, ground)
        case _:
            assert_never(look.strokes)
    return tuple(tuple(Span(text, hue, ground, aim) for text, hue in row) for row in rows)


_Row = tuple[tuple[str, Hue], ...]
"""One line of a card: texts with their hues."""


def _blocked(face: Face, size: CardSize) -> list[_Row]:
    """Draw a card by its background, with an upper and lower edge half a line high."""
    inside = [((text, face.hue),) for text in _face(face, size)]
    return [(("▄" * size.width, Hue.EDGE),), *inside, (("▀" * size.width, Hue.EDGE),)]


def _edged(face: Face, size: CardSize, ground: Ground) -> list[_Row]:
    """Draw a card edged with lines in the hue of edges: double if it is chosen, with round corners otherwise."""
    upper_left, flat, upper_right, upright, lower_left, lower_right = "╔═╗║╚╝" if ground is Ground.CHOSEN else "╭─╮│╰╯"
    inner = size.width - 2
    bar = (upright, Hue.EDGE)
    inside = [(bar, (_within(text, size), face.hue), bar) for text in _face(face, size)]
    upper, lower = upper_left + flat * inner + upper_right, lower_left + flat * inner + lower_right
    return [((upper, Hue.EDGE),), *inside, ((lower, Hue.EDGE),)]


def _stroked(face: Face, size: CardSize, ground: Ground) -> list[_Row]:
    """Draw a card edged with lines: double if it is chosen, none if it is shaded."""
    inner = size.width - 2
    bars = {Ground.CHOSEN: "╔═╗║╚╝", Ground.SHADED: "      "}.get(ground, "┌─┐│└┘")
    inside = [bars[3] + _within(text, size) + bars[3] for text in _face(face, size)]
    rows = [bars[0] + bars[1] * inner + bars[2], *inside, bars[4] + bars[1] * inner + bars[5]]
    return [((row, face.hue),) for row in rows]


def _within(text: str, size: CardSize) -> str:
    """Return a line of a face between two edges."""
    # A large face is laid out in the full width, and leaves its margins to the edges.
    return text[1:-1] if size.height >= LARGE.height else middle(text.strip(), size.width - 2)


def _face(face: Face, size: CardSize) -> tuple[str, ...]:
    if size.height < LARGE.height:
        return (middle(face.corner, size.width),)
    top, bottom = left(f" {face.corner}", size.width), right(f"{face.corner} ", size.width)
    around = (" " * size.width,) * ((size.height - LARGE.height) // 2)
    return (top, *around, middle(face.symbol, size.width), *around, bottom)


def draw_backs(cards: int, width: int) -> Line:
    """Draw the cards in another hand as their edges and number; the number alone if there are more than fit."""
    words = cards_words(cards) if cards else _("no cards")
    edges = "▌" * cards if cards + 1 + len(words) <= width else ""
    return (Span(f"{edges} " if edges else ""), Span(words, Hue.ALERT if cards == 1 else Hue.DIM))


def pass_mark() -> str:
    """Return what stands in the place of a card that was not played, at most five cells wide."""
    # Translators: at most five letters.
    return pgettext("in place of a card", "pass")


def taker_mark(*, over: bool) -> str:
    """Return what stands below the card that takes a trick, or would as it stands."""
    # Translators: below a name and a card; with the mark, at most nine letters wide.
    return _("▴ took it") if over else _("▴ so far")


def blank_card(size: CardSize, words: str) -> Picture:
    """Draw words in the place of a card that was not played."""
    rows = [" " * size.width] * size.height
    rows[size.height // 2] = middle(words, size.width)
    return tuple((Span(row, Hue.FAINT),) for row in rows)


GAP: Final = 1
"""The gap between two cards or two turns of a trick, in cells."""

SUIT_GAP: Final = 3
"""The gap between two suits, in cells."""


def draw_hand(board: Board, width: int, look: CardLook, *, centred: bool = False) -> Picture:
    """Draw the hand; the chosen card stands a line higher than the others."""
    game = board.game
    if game is None or board.kind is None:
        return ()
    hand = board.hand
    if not hand:
        words = fit((Span(_("No cards in your hand."), Hue.FAINT),), width)
        return (BLANK, BLANK, words) if game.viewer is not None else ()
    playable = board.kind.usable(game)
    worth = card_values(board)
    best = next(iter(worth), None)
    cards: list[Picture] = []
    for place, card in enumerate(hand):
        ground, hue = Ground.CARD, Hue.ACCENT
        if place == board.chosen:
            ground = Ground.CHOSEN
        elif card not in playable:
            # While it is not the viewer's turn, no card is shaded.
            ground, hue = Ground.SHADED if game.legal else Ground.CARD, Hue.FAINT
        # In another order than by suit, a wider gap between two suits would mean nothing.
        other_suit = place > 0 and hand[place - 1].suit is not card.suit and board.settings.order is Order.SUIT
        mark = _mark(board, place, chosen=ground is Ground.CHOSEN, shaded=ground is Ground.SHADED)
        if card in worth:
            mark = f"{'▴' if ground is Ground.CHOSEN else ''}{value_words(worth[card])}"
            hue = Hue.ACCENT if card == best else Hue.TEXT
        cards.append(_card(card, (place, mark), ground, hue, SUIT_GAP if other_suit else GAP if place else 0, look))
    rows = [tuple(chain.from_iterable(row)) for row in zip(*cards, strict=True)]
    # Every row is as wide as the first one.
    wide = measure(rows[0])
    before = max(0, (width - wide) // 2) if centred else 0
    if before + wide >= width:
        return tuple(fit(indent(row, before), width) for row in rows)
    after: Line = (Span(" " * (width - before - wide)),)
    return tuple((*indent(row, before), *after) for row in rows)


def _mark(board: Board, place: int, *, chosen: bool, shaded: bool) -> str:
    """Return what stands below a card: its number, also whether it is chosen, or that it is played next."""
    if chosen and board.premove is not None and board.premove.card is not None:
        # Translators: on the card that is played next; at most five letters.
        return pgettext("below a card", "next")
    number = "·" if shaded else str(place + 1)
    return f"▴{number}" if chosen else number


@lru_cache(4096)
def _card(card: Card, at: tuple[int, str], ground: Ground, hue: Hue, gap: int, look: CardLook) -> Picture:
    """Draw a card with its mark and the gap before it; cached, because few cards change between two drawings."""
    place, below = at
    chosen, aim = ground is Ground.CHOSEN, Pick(place)
    face = draw_card(face_of(card), look, ground, aim)
    blank: Line = (Span(" " * look.size.width, aim=aim),)
    mark: Line = (Span(middle(below, look.size.width), hue, aim=aim),)
    rows = (*face, blank, mark) if chosen else (blank, *face, mark)
    return tuple((Span(" " * gap), *row) for row in rows) if gap else rows


def draw_trick(shown: ShownTrick, people: People, width: int, look: CardLook, lit: Seat | None = None) -> Picture:
    """Draw what lies in the middle of the table, below its titles."""
    above = tuple(fit(line, width) for line in shown.titles)
    if shown.turn_up is not None:
        return (*above, *(fit(line, width) for line in _draw_turn_up(shown.turn_up, width, look)))
    return (*above, *draw_laid(shown, people, width, look, lit))


def _draw_turn_up(turn_up: TurnUp, width: int, look: CardLook) -> Picture:
    """Draw the card turned up, and beside it what becomes of it."""
    card = draw_card(turn_up.face, look, Ground.CARD if turn_up.is_open else Ground.SHADED)
    words = wrap(turn_up.words, max(1, width - look.size.width - 4), hang=0)
    above = 0 if look.size == TINY else (look.size.height - 1) // 2
    told = (*(BLANK,) * above, *words)[: max(above + 1, look.size.height)]
    return beside([card, (*told, *(BLANK,) * (len(card) - len(told)))], 2)


def draw_laid(shown: ShownTrick, people: People, width: int, look: CardLook, lit: Seat | None = None) -> Picture:
    """Draw the cards of a trick with their players, with room for every seat that can still act."""
    laid = shown.laid
    if not laid.turns:
        return ()
    seats = max(len(laid.turns), len(people.names))
    own = max(look.size.width, min(16, (width - GAP * (seats - 1)) // seats))
    mark = taker_mark(over=laid.over)
    mark = mark if own >= len(mark) else "▴"
    turns = []
    for seat, face in laid.turns:
        takes = seat == shown.taker
        hue = Hue.ACCENT if takes else Hue.DIM
        name: Line = (Span(middle(people.call(seat), own), hue),)
        ground = Ground.SHADED if laid.over and not takes else Ground.CHOSEN if seat == lit else Ground.CARD
        card = blank_card(look.size, pass_mark()) if face is None else draw_card(face, look, ground)
        turns.append((*_under(card, look.size.width, own), name, (Span(middle(mark if takes else "", own), hue),)))
    return tuple(fit(line, width) for line in beside(turns, GAP))


def _under(card: Picture, own: int, width: int) -> Picture:
    before = (width - own) // 2
    return tuple((Span(" " * before), *line, Span(" " * (width - own - before))) for line in card)
