"""Make the positions of the course of Chwech by the real rules.

``.venv/bin/python -m tools.make_lessons`` writes chwech_tui/games/chwech/lessons.json; a test compares the two.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from protocol.cards import Card, read_card
from protocol.chwech.actions import Pass, read_action
from protocol.chwech.events import DealEnded, Dealt, Led, Passed, Played
from protocol.codec import to_plain
from protocol.setup import Setup
from protocol.vocabulary import Seat
from server.rules.chwech.deal import Dealing, Frame, Leading, Match, Opening, State, TakenTrick, TurnTaken
from server.rules.chwech.game import view
from server.rules.chwech.play import decide, evolve, taker
from server.rules.chwech.variant import HAND, Rulebook, read_variant, rulebook

COURSE: Final = Path(__file__).parent.parent / "chwech_tui" / "games" / "chwech" / "lessons.json"
"""The file that the client reads."""

SETUP: Final = Setup("chwech", 6)
"""Every position is one of this table."""

YOU: Final = Seat(0)


class Position(Struct, frozen=True):
    """A position before the turn of seat 0, and one continuation for each of its choices; actions as records have them.

    The cards that nobody sees are drawn; cards in hand and cards won make the whole pack.
    """

    hand: str
    """The cards of seat 0 before the trick."""

    sizes: tuple[int, ...]
    """The cards in each hand before the trick."""

    won: tuple[int, ...]
    """The cards that each seat has won before the trick."""

    first: int
    """The seat that begins the trick."""

    turns: str
    """The turns before that of seat 0."""

    after: Mapping[str, str]
    """For each action of seat 0, the turns that follow it, to the end of a trick or of the deal."""

    before: str = ""
    """The last trick: its first seat, a colon, and its turns; empty if the position needs none."""


POSITIONS: Final[Mapping[str, Position]] = {
    "follow": Position(
        hand="4C 9C JC 6D KD 3H 8H 5S 10S",
        sizes=(9,) * 6,
        won=(0,) * 6,
        first=4,
        turns="QD 7D",
        after={"KD": "- 9D -", "6D": "- 9D -", "-": "- 9D -"},
    ),
    "score": Position(
        hand="8H 5S KS",
        sizes=(3, 4, 5, 3, 4, 5),
        won=(4, 9, 3, 0, 8, 6),
        first=1,
        turns="JS - 9S - -",
        after={"KS": "", "5S": "", "-": ""},
    ),
    "nine": Position(
        hand="4H QH",
        sizes=(2, 3, 4, 2, 3, 4),
        won=(6, 7, 9, 2, 8, 4),
        first=2,
        turns="10H - JH -",
        after={"QH": "-", "4H": "-", "-": "-"},
    ),
    "too many": Position(
        hand="4C KC 7D",
        sizes=(3, 4, 4, 3, 5, 4),
        won=(9, 8, 3, 5, 0, 6),
        first=5,
        turns="9C",
        after={"KC": "5C - - -", "4C": "5C - - -", "-": "5C - - -"},
    ),
    "zero": Position(
        hand="2C 5D QD AS",
        sizes=(4, 3, 4, 4, 5, 3),
        won=(0, 9, 8, 5, 3, 6),
        first=3,
        turns="8D - JD",
        after={"QD": "- -", "5D": "- -", "-": "- -"},
    ),
    "out": Position(
        hand="10H",
        sizes=(1, 1, 2, 3, 2, 2),
        won=(16, 9, 4, 0, 8, 6),
        first=4,
        turns="JH 9H",
        after={"10H": "3H - -", "-": "3H - -"},
    ),
    "ace": Position(
        hand="6C AC JS",
        sizes=(3, 4, 3, 5, 4, 4),
        won=(5, 9, 0, 3, 8, 6),
        first=4,
        turns="QC KC",
        after={"AC": "4C - -", "6C": "4C - -", "-": "4C - -"},
    ),
    "ace last": Position(
        hand="QH AH",
        sizes=(2, 3, 4, 2, 3, 3),
        won=(9, 6, 8, 4, 0, 10),
        first=1,
        turns="9H - JH - -",
        after={"AH": "", "QH": "", "-": ""},
    ),
    "joker last": Position(
        hand="4D 7S JK",
        sizes=(3, 3, 4, 4, 3, 5),
        won=(6, 9, 2, 7, 8, 0),
        first=1,
        turns="KS - - 10S -",
        after={"JK": "", "7S": "", "-": ""},
    ),
    "joker": Position(
        hand="KD 8S JK",
        sizes=(3, 4, 3, 4, 5, 3),
        won=(9, 4, 8, 6, 0, 5),
        first=5,
        turns="6D",
        after={"JK": "QD - - -", "KD": "QD - - -", "-": "QD - - -"},
    ),
    "lead": Position(
        hand="KD 3S",
        sizes=(2, 3, 3, 2, 4, 3),
        won=(9, 6, 8, 0, 9, 5),
        first=0,
        turns="",
        after={"KD": "- 7D - - -", "3S": "10S - - - -", "-": "5H - 9H - -"},
        before="3:9C - 4C QC - -",
    ),
    "deadlock": Position(
        hand="QS",
        sizes=(1, 2, 3, 2, 4, 3),
        won=(18, 7, 9, 0, 3, 2),
        first=1,
        turns="- - - - -",
        after={"QS": "", "-": ""},
        before="5:8H - KH - 5H -",
    ),
}
"""The positions of the course, by the names that the texts use."""


class Drawn(Struct, frozen=True):
    """The cards of a position: those in each hand, and those in each pile."""

    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Card, ...], ...]
    last: tuple[tuple[Seat, str], ...]
    """The turns of the last trick."""

    last_taker: Seat | None


def last_turns(position: Position) -> tuple[tuple[Seat, str], ...]:
    """Return the turns of the last trick, as written."""
    if not position.before:
        return ()
    first, _, turns = position.before.partition(":")
    return tuple((Seat((int(first) + step) % SETUP.players), text) for step, text in enumerate(turns.split()))


def known_cards(position: Position) -> list[set[Card]]:
    """Return the cards that each seat needs for the turns of a position."""
    known: list[set[Card]] = [set() for _ in range(SETUP.players)]
    known[YOU] = set(map(read_card, position.hand.split()))
    lines = [(position.first, position.turns.split())]
    before = len(position.turns.split())
    lines += [(position.first + before + 1, after.split()) for after in position.after.values()]
    for first, turns in lines:
        for step, text in enumerate(turns):
            action = read_action(text)
            if not isinstance(action, Pass):
                known[(first + step) % SETUP.players].add(action.card)
    return known


def draw_cards(position: Position, book: Rulebook, luck: Random) -> Drawn:
    """Give every seat the cards it needs, and others at random, so that nothing is left over."""
    known = known_cards(position)
    last = last_turns(position)
    last_cards = [(seat, read_card(text)) for seat, text in last if text != "-"]
    pool = list(book.pack.cards)
    for card in [*(card for cards in known for card in sorted(cards, key=str)), *(card for _, card in last_cards)]:
        pool.remove(card)
    luck.shuffle(pool)
    hands = [
        (*sorted(cards, key=str), *(pool.pop() for _ in range(size - len(cards))))
        for cards, size in zip(known, position.sizes, strict=True)
    ]
    last_taker = Seat(position.first) if last else None
    own = [tuple(card for _, card in last_cards) if seat == last_taker else () for seat in range(SETUP.players)]
    piles = [
        (*cards, *(pool.pop() for _ in range(won - len(cards)))) for cards, won in zip(own, position.won, strict=True)
    ]
    if pool:
        raise ValueError(f"{len(pool)} cards lie nowhere")
    return Drawn(tuple(hands), tuple(piles), last, last_taker)


def played_by(drawn: Drawn) -> tuple[tuple[Card, ...], ...]:
    """Give every card that was won to a seat that can have played it, so that each was dealt nine cards."""
    played = [list[Card]() for _ in drawn.hands]
    rest = [card for pile in drawn.piles for card in pile]
    for player, text in drawn.last:
        if text != "-":
            played[player].append(read_card(text))
            rest.remove(read_card(text))
    for seat, hand in enumerate(drawn.hands):
        while len(hand) + len(played[seat]) < HAND:
            played[seat].append(rest.pop())
    return tuple(map(tuple, played))


def state_of(position: Position) -> State:
    """Return the state of the rules before the trick of a position."""
    book = rulebook(read_variant(SETUP))
    drawn = draw_cards(position, book, Random(position.hand))
    whole = tuple((*hand, *played) for hand, played in zip(drawn.hands, played_by(drawn), strict=True))
    dealer = Seat((position.first - 1) % SETUP.players)
    opening = evolve(Dealing(Match(book, dealer)), Dealt(1, dealer, whole, None, None))
    assert isinstance(opening, Opening)
    if not sum(position.won):
        return opening
    dealt = opening.frame.dealt
    hands = [_places(book, hand, own) for hand, own in zip(drawn.hands, dealt, strict=True)]
    held = free = sum(hands)
    piles = []
    for pile in drawn.piles:
        piles.append(_places(book, pile, book.pack.everything & ~free))
        free |= piles[-1]
    number = HAND - min(position.sizes) + 2
    frame = Frame(
        opening.deal, book, dealt, number, held, tuple(piles), _last_trick(drawn, book), book.rounds[position.first]
    )
    return Leading(frame, held, (), Seat(position.first), book.lead(hands[position.first]))


def _places(book: Rulebook, cards: Sequence[Card], among: int) -> int:
    """Return the places of cards, each the first that is left among some."""
    places = 0
    for card in cards:
        places |= book.first_copy(card, among & ~places)
    return places


def _last_trick(drawn: Drawn, book: Rulebook) -> TakenTrick | None:
    if drawn.last_taker is None:
        return None
    turns: list[TurnTaken] = []
    for seat, text in drawn.last:
        action = read_action(text)
        if isinstance(action, Pass):
            turns.append(Passed(seat))
        else:
            turns.append(Played(seat, action) if turns else Led(seat, action))
    suit = next(turn.play.card.suit for turn in turns if isinstance(turn, Led))
    assert suit is not None
    played = [turn for turn in turns if isinstance(turn, Led | Played)]
    assert taker(played, book.order) == drawn.last_taker
    return TakenTrick(tuple(turns), suit, drawn.last_taker)


def played_on(state: State, actions: Sequence[str]) -> Iterator[State]:
    """Yield the state after each action; the score of a deal that ends is left to be told by the position."""
    for text in actions:
        assert state.turn is not None
        for event in decide(state, state.turn, read_action(text)):
            if isinstance(event, DealEnded):
                yield state
                return
            state = evolve(state, event)
        yield state


def last_of(state: State, actions: Sequence[str]) -> State:
    """Return the state after some actions."""
    for after in played_on(state, actions):
        state = after
    return state


def make_course() -> dict[str, Any]:
    """Return every position with its continuations, as plain values."""
    course = {}
    for name, position in POSITIONS.items():
        asked = last_of(state_of(position), position.turns.split())
        assert asked.turn == YOU
        after = {
            action: to_plain(view(last_of(asked, [action, *turns.split()]), YOU))
            for action, turns in position.after.items()
        }
        course[name] = {"view": to_plain(view(asked, YOU)), "after": after}
    return course


def text_of(course: Mapping[str, Any]) -> str:
    """Return the course as the file has it: a line for each view."""
    lines = []
    for name, known in course.items():
        views = [f'"view":{json.dumps(known["view"], separators=(",", ":"))}', '"after":{']
        after = [
            f"{json.dumps(action)}:{json.dumps(seen, separators=(',', ':'))}" for action, seen in known["after"].items()
        ]
        lines.append(f"{json.dumps(name)}:{{{views[0]},\n{views[1]}\n" + ",\n".join(after) + "\n}}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    """Write the file."""
    COURSE.write_text(text_of(make_course()), "utf-8")
    print(f"wrote {COURSE}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
