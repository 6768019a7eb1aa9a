"""The draw of Da Bai Fen: a card of the trump rank that is exposed names trumps, or the last six cards do."""

from collections.abc import Sequence
from typing import Final

from games.da_bai_fen.cards import HAND, HEIGHTS, PLAYERS, DaBaiFenTable, scored
from games.kit.asking import AskAny, Choice, Offer, Rules
from games.kit.tricks import PASS
from protocol.cards import Card

FINISH: Final = "--"
"""A seat passes until all cards are drawn."""


def draw(table: DaBaiFenTable, dealt: Sequence[Sequence[Card]]) -> Rules[None]:
    """Draw cards, and ask after each draw who exposes one of the trump rank; after the last draw once more."""
    finished: list[int] = []
    while table.drawn < HAND and table.exposed is None:
        asking = len(finished) < PLAYERS
        take(table, dealt, table.match.number("draw") if asking else HAND)
        if asking:
            yield from ask_to_expose(table, finished)
    if table.exposed is None:
        table.is_last = True
        table.tell("last_asked")
        yield from ask_to_expose(table, [])
        table.is_last = False
    take(table, dealt, HAND)


def take(table: DaBaiFenTable, dealt: Sequence[Sequence[Card]], number: int) -> None:
    """Have each seat draw so many cards, or all that are left."""
    number = min(number, HAND - table.drawn)
    for seat, cards in enumerate(dealt) if number else ():
        drawn = list(cards[table.drawn : table.drawn + number])
        table.hands[seat] = table.arranged([*table.hands[seat], *drawn])
        table.tell("drew", to=seat, seat=seat, cards=number, own=drawn)
    table.drawn += number


def ask_to_expose(table: DaBaiFenTable, finished: list[int]) -> Rules[None]:
    """Ask all at once, whatever they hold; the answers stay hidden, but for the card that counts.

    Of several cards that of the seat which drew first counts, or by an option the first in time; it is exposed as soon
    as no other can come before it.
    """
    seats = table.match.round(table.dealer)
    answers: dict[int, Choice] = dict.fromkeys(finished, FINISH)
    passes, prompt = ((PASS,), "last_expose") if table.is_last else ((PASS, FINISH), "expose")
    may = {
        seat: Offer([*[("expose ", card) for card in table.hands[seat] if card.rank is table.rank], *passes], prompt)
        for seat in seats
    }
    while len(answers) < PLAYERS:
        seat, answer = yield AskAny({seat: may[seat] for seat in seats if seat not in answers})
        answers[seat] = answer
        table.tell("answered", to=seat, seat=seat, own=answer[1] if isinstance(answer, tuple) else None)
        if answer == FINISH:
            finished.append(seat)
        for first in seats if table.options["exposing"] == "drawn" else list(answers):
            said = answers.get(first)
            if isinstance(said, tuple):
                table.exposer, table.exposed = first, next(card for card in table.hands[first] if card is said[1])
                table.tell("exposed", seat=first, card=table.exposed)
                return
            if said is None:
                break


def declare(table: DaBaiFenTable, six: Sequence[Card]) -> int:
    """Fix trumps, by the last six if no card is exposed, and give these to the Leader; return it.

    In the first deal the seat that has exposed a card is the Leader, in later ones the Starter.
    """
    decisive = table.exposed
    if decisive is None:
        found = [card.rank is table.rank for card in six]
        table.turned = list(six[: found.index(True) + 1] if True in found else six)
        # A Joker has no suit; of the six two at the most are Jokers.
        plain = [card for card in table.turned if card.suit is not None]
        decisive = plain[-1] if True in found else max(plain, key=lambda card: HEIGHTS[card.rank])
        table.tell("turned", cards=list(table.turned), suit=decisive.suit)
    exposer = table.exposer if scored(table.match) is None else None
    leader = table.dealer if exposer is None else exposer
    table.trump, table.leader, table.six = decisive.suit, leader, list(six)
    if table.options["show_six"]:
        table.turned = list(six)
        table.tell("six", seat=leader, cards=list(six))
    else:
        table.tell("six", to=leader, seat=leader, own=list(six))
    table.hands = [table.arranged([*hand, *(six if seat == leader else ())]) for seat, hand in enumerate(table.hands)]
    return leader
