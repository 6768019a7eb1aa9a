"""What seats see in games of Chwech: all turns of a game by bots, and positions made for one test."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from games.chwech.bot import BOT
from games.chwech.rules import CHWECH, ChwechTable, card_of, rulebook
from games.kit.asking import Ask, Choice, read
from games.kit.deck import derive, shuffle
from games.kit.run import Run
from games.kit.sampler import Bot, Observation, Unseen, observe
from games.kit.secrets import Hidden
from games.kit.tricks import PASS
from protocol.cards import read_card
from protocol.setup import Setup

Turned = tuple[Run, Observation[ChwechTable], Choice]
"""A game before a turn, what the seat to act saw, and what it did."""


def turns(setup: Setup, bot: Bot, seed: str) -> Iterator[Turned]:
    """Yield every turn of a game by bots of one kind."""
    run, whims = Run(CHWECH.start(setup.players, setup.options)), Random(seed)
    while run.asks is not None:
        if isinstance(run.asks, Ask):
            seen = observe(run, run.asks.seat, BOT)
            choice = bot(seen, whims)
            yield run, seen, choice
            run.act(run.asks.seat, choice)
        else:
            cards = len(CHWECH.pack(run.match))
            run.shuffle(shuffle(derive(seed, 1, run.match.deal), cards))


def position(
    hand: str,
    trick: str = "",
    *,
    won: int = 0,
    left: Mapping[int, int] | None = None,
    options: Mapping[str, Any] | None = None,
    gone: Sequence[tuple[int, Choice]] = (),
) -> Observation[ChwechTable]:
    """Return what the seat to act sees of a deal for six that is at its middle.

    Args:
        hand: its cards.
        trick: the turns of the open trick so far, as records write them, ``.`` for a passed lead; empty for a lead.
        won: how many cards the seat has won.
        left: how many cards other seats hold, by seat; nine where not given.
        options: the options of the table.
        gone: the answers of the deal before this.
    """
    match = CHWECH.start(6, options or {})
    book, laid, cards = rulebook(match), trick.split(), [read_card(card) for card in hand.split()]
    seat, said = len(laid), [None if text in {".", "-"} else read(text) for text in laid]
    table = ChwechTable(match, 5)
    hands: list[Any] = [Hidden((left or {}).get(other, 9)) for other in range(6)]
    hands[seat] = cards
    table.hands, table.won = hands, [won if other == seat else 0 for other in range(6)]
    table.turns = list(enumerate(said))
    table.trick = [(other, play) for other, play in table.turns if play is not None]
    for _seat, play in table.trick[:1]:
        table.led = play[2] if isinstance(play, tuple) and len(play) > 2 else card_of(play).suit
    choices: list[Choice] = [play for card in cards for play in book.leads[card]]
    if table.led is not None:
        choices = [play for card in cards if card in book.following[table.led] for play in book.follows[card]]
    prompt = "follow" if table.led is not None else "lead"
    answers = [*gone, *[(other, PASS if play is None else play) for other, play in table.turns]]
    return Observation(table, seat, (PASS, *choices), prompt, _nothing, answers)


def _nothing() -> Unseen:
    raise AssertionError("no cards are dealt anew")


def values_for(seen: Observation[ChwechTable], *best: str) -> tuple[float, ...]:
    """Return values by which these choices are the best ones, in this order, two points apart."""
    order = [read(text) for text in best]
    return tuple(100.0 - 2 * order.index(choice) if choice in order else 0.0 for choice in seen.choices)
