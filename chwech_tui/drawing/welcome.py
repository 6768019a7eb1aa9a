"""The welcome: the program's name beside a fan of cards, what is on today, and a tile for each game."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.cards import Placed
from chwech_tui.drawing.deck import draw_gilt
from chwech_tui.drawing.line import between, cells, clip, fit, measure, wrap
from chwech_tui.drawing.panes import FAN_CARDS, draw_fan
from chwech_tui.drawing.plan import Box
from chwech_tui.model.cards import HUGE, MIDDLE, CardLook, CardSize, Strokes
from chwech_tui.model.game import GAMES
from chwech_tui.model.ink import Aim, Ground, Hue, Picture, Span, plain
from games.kit.pages import learning
from protocol.cards import JOKER, Card, Rank, Suit
from protocol.language import _
from protocol.setup import GameOffer

_MORE: Final = (
    Card(Rank.ACE, Suit.CLUBS),
    *FAN_CARDS[:-1],
    Card(Rank.NINE, Suit.HEARTS),
    JOKER,
)  # Those of a large one.


class _WelcomeShape(NamedTuple):
    """How large the welcome is drawn."""

    name: str
    """The name of the program, in the sheet of pictures."""
    at: int
    """The line of the name."""
    high: int
    """The lines of the name with what stands below it."""
    card: CardSize
    cards: Sequence[Card]
    step: int
    """How far each card of the fan stands from the one before it, at most."""
    columns: int
    """The number of tiles side by side; 0 for none."""
    tile: int
    """The lines of a tile."""


_SMALL: Final = _WelcomeShape("Chwech M", 2, 9, MIDDLE, FAN_CARDS, 5, 0, 0)
_USUAL: Final = _WelcomeShape("Chwech L", 2, 11, HUGE, FAN_CARDS, 12, 7, 2)
_LARGE: Final = _WelcomeShape("Chwech X", 4, 18, HUGE, _MORE, 12, 7, 4)


_LINES: Final = 10  # The lines that the menu likes to have, with its edges.


class Plan(NamedTuple):
    """Where everything is on the welcome."""

    shape: _WelcomeShape
    name: Box
    motto: Box
    fan: Box
    menu: Box
    today: Box
    """What is on today; without a width on a small screen."""
    tiles: tuple[Box, ...]


def plan_welcome(free: Box, games: int) -> Plan:
    """Lay out the welcome on the felt between the rails."""
    wide, high = free.width, free.y + free.height
    shape = _LARGE if wide >= 150 and high >= 42 else _USUAL if wide >= 96 and high >= 28 else _SMALL
    name, left = draw_gilt(shape.name), free.x + 2
    length = measure(name[0])
    right, half = free.x + wide - (left - free.x) + 1, wide if shape is _SMALL else wide // 2 + 8
    beside = max(left + length + 3, free.x + half if shape is _USUAL else 0)
    step = min(shape.step, (right - beside - shape.card.width) // (len(shape.cards) - 1))
    across = shape.card.width + step * (len(shape.cards) - 1)
    motto = Box(left, shape.at + len(name) + 1, length, 2)
    fan = Box(right - across, max(1, shape.at - 1), across, shape.card.height + 3)
    tiles = _tiles(free, shape, games)
    end = tiles[0].y - 1 if tiles else high
    upper, lower = shape.high, max(shape.high, fan.y + fan.height)
    upper = lower if end - lower > _LINES else upper
    menu = Box(free.x, upper, half, end - upper)
    today = Box(free.x + half + 2, lower, wide - half - 2, end - lower)
    return Plan(shape, Box(left, shape.at, length, len(name)), motto, fan, menu, today, tiles)


def _tiles(free: Box, shape: _WelcomeShape, games: int) -> tuple[Box, ...]:
    if not shape.columns or not games:
        return ()
    rows = -(-games // shape.columns)
    # A narrow tile has no room for what a game is about.
    most = shape.tile + (1 if shape is _USUAL else 3)
    pitch = min(most, max(shape.tile + 1, (free.height - shape.high - 10) // rows))
    return tile_boxes(free, games, shape.columns, max(2, pitch - 1))


def tile_boxes(free: Box, games: int, columns: int, high: int) -> tuple[Box, ...]:
    """Return the places of tiles so high, a line apart, at the bottom of a part of the screen."""
    top = free.y + free.height + 1 - -(-games // columns) * (high + 1)
    xs = [free.x + (free.width + 1) * column // columns for column in range(columns + 1)]
    return tuple(
        [
            Box(xs[at], top + row * (high + 1), xs[at + 1] - xs[at] - 1, high)
            for row, at in (divmod(number, columns) for number in range(games))
        ]
    )


def draw_banner(plan: Plan, motto: str, strokes: Strokes) -> Sequence[Placed]:
    """Draw the name with what the game is about below it, and the fan."""
    words = wrap((Span(motto, Hue.DIM, None),), plan.motto.width, hang=0)[:2]
    look = CardLook(plan.shape.card, strokes)
    step = (plan.fan.width - look.size.width) // (len(plan.shape.cards) - 1)
    return (
        ("name", plan.name, draw_gilt(plan.shape.name)),
        ("motto", plan.motto, words),
        *draw_fan(plan.shape.cards, (plan.fan.x, plan.fan.y), look, step),
    )


LEAST_TILE: Final = 2  # The lines of a tile that has room for its title and the facts alone.
_NARROW: Final = 13  # The width of a tile that has no room for a margin at its right.


def draw_tile(title: str, offer: GameOffer, size: tuple[int, int], aim: Aim, *, chosen: bool = False) -> Picture:
    """Draw a game: its title, what it is about if there is room, for how many it is, and how long it takes."""
    width, height = size
    ground, inner = Ground.BUTTON if chosen else Ground.PLATE, width - 1 - (width > _NARROW)
    players = f"{min(offer.players)}–{max(offer.players)}" if len(offer.players) > 2 else _either(offer.players)
    minutes = _("{n} min", n=offer.minutes) if offer.minutes else ""
    learnt = learning(GAMES[offer.name].game) if offer.name in GAMES else ()
    room = inner - cells(players) - cells(minutes) - 4
    more = next((f"  {words}" for words in learnt if cells(words) <= room), "")
    facts = between((Span(players + more, Hue.FAINT),), (Span(minutes, Hue.FAINT),), inner)
    hue = Hue.ACCENT if chosen else Hue.STRONG
    lines = [*_shortened(Span(title, hue), inner, height - 1)]
    if height > len(lines) + 2:
        lines += _shortened(Span(as_sentence(_(offer.about)), Hue.DIM), inner, height - 1 - len(lines))
    lines += [()] * (height - 1 - len(lines)) + [facts]
    bar = Span("▌" if chosen else " ", Hue.ACCENT, ground, aim)
    rows = [fit(line, width - 1) for line in lines]
    return tuple([(bar, *[Span(one.text, one.hue, ground, aim) for one in row]) for row in rows])


def _shortened(text: Span, width: int, height: int) -> Picture:
    """Return as much of a text as fits into some lines, with an ellipsis if that is not all."""
    lines = wrap((text,), width, hang=0)
    rest = " ".join(map(plain, lines[height - 1 :]))
    return lines if len(lines) <= height else (*lines[: height - 1], (Span(clip(rest, width), text.hue),))


def _either(players: Sequence[int]) -> str:
    return ",".join(map(str, sorted(players)))
