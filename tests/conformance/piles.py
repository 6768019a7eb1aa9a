"""The games of one pile for the conformance kit: their tables, their cards, their secrets."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.cards import FACES, Card, Rank, Suit
from protocol.piles.actions import SHOW, TAKE, NameSide, NameTrump, Play
from protocol.piles.events import DealBegun, DealEnded, Dealt, Played, SixHanded, TrumpShown
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.piles.deal import Choosing, Playing
from server.rules.piles.game import GAMES
from server.rules.piles.variant import OPTIONS
from tests.conformance.kit import Laws
from tests.conformance.setups import tables_of

EVERY = [(game, players) for game, known in OPTIONS.items() for players in sorted(known.players)]
"""Each game with each number of players."""

MOST = {"deals": 2, "limit": 200}
"""The most deals, and the most moves of each, that are played where nothing is about them."""

EAGER = 0.9
"""How often an eager game goes on with a card."""


def tables(game: str, players: int) -> st.SearchStrategy[Setup]:
    """Give the tables of a game for so many players, of few deals and moves."""
    limited = {one.name: [int(value) for value in one.values] for one in OPTIONS[game].offers if one.name in MOST}
    few = {name: st.sampled_from([one for one in found if one <= MOST[name]]) for name, found in limited.items()}
    return tables_of(game, players, **few)


class PilesSubject:
    """One of the three games, at one table."""

    def __init__(self, setup: Setup) -> None:
        """Take its table."""
        self.game = GAMES[setup.game]
        self.setup = setup

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - as the kit has it
        """Say whether every card is in one place: the pack, a hand, the pile, face down, or in a killed pile."""
        if isinstance(state, Choosing):
            return Counter(state.deal.pack) == Counter(state.variant.pack)
        if not isinstance(state, Playing):
            return True
        there = Counter(card for hand in state.hands for card in hand)
        there.update(turn.card for turn in state.pile)
        there.update(card for card in state.drawn if card is not None)
        there.update(state.killed)
        known = all(set(known) <= set(hand) for known, hand in zip(state.known, state.hands, strict=True))
        return known and there == Counter(state.variant.pack)

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Change all hidden cards: the shuffled pack, and what others hold that has never lain open."""
        start = max((place for place, event in enumerate(events) if isinstance(event, DealBegun)), default=None)
        if start is None or any(isinstance(event, DealEnded) for event in events[start:]):
            return list(events)
        begun = events[start]
        assert isinstance(begun, DealBegun)
        pack = list(begun.pack)
        chance.shuffle(pack)
        changed: list[Event] = [replace(begun, pack=tuple(pack), seed="00" * 32)]
        pool = self._hidden(events, start, viewer)
        chance.shuffle(pool)
        swap = dict(zip(sorted(pool, key=FACES.index), pool, strict=True))
        changed += [
            self._swapped(event, viewer, swap) if isinstance(event, Dealt) else event for event in events[start + 1 :]
        ]
        return [*events[:start], *changed]

    def _swapped(self, dealt: Dealt, viewer: Seat | None, swap: dict[Card, Card]) -> Dealt:
        """Give the deal with the hidden cards of others changed."""
        hands = tuple(
            hand if seat == viewer else tuple(swap.get(card, card) for card in hand)
            for seat, hand in enumerate(dealt.hands)
        )
        drawn = tuple(
            card if seat == viewer or card is None else swap.get(card, card) for seat, card in enumerate(dealt.drawn)
        )
        return replace(dealt, hands=hands, drawn=drawn)

    def _hidden(self, events: Sequence[Event], start: int, viewer: Seat | None) -> list[Card]:
        """List the cards that are dealt to others and have not lain open."""
        state = self.game.start(self.setup)
        for event in events:
            state = self.game.evolve(state, event)
        if not isinstance(state, Playing) or state.is_open:
            return []
        pool = {card for hand in state.dealt for card in hand}
        for event in events[start:]:
            match event:
                case Dealt(hands=hands, drawn=drawn) if viewer is not None:
                    pool -= {*hands[viewer], *([] if not drawn else [drawn[viewer]])}
                case Played(card=card) | SixHanded(card=card) | TrumpShown(card=card):
                    pool.discard(card)
        if state.variant.sixes:
            pool -= {Card(Rank.SIX, suit) for suit in state.trumps if suit is not None}
        return list(pool)

    def foreign(self, chance: Random) -> Action:
        """Give any action with any card or suit."""
        suit = chance.choice([*Suit])
        play = Play(chance.choice(FACES))
        return chance.choice([play, play, NameTrump(suit), NameSide(suit), TAKE, SHOW])


class EagerLaws(Laws):
    """The laws, along games in which a card that can be played is played nearly always, so that most come to an end."""

    def choose(self, decided: Sequence[tuple[Event, ...]], chance: Random) -> tuple[Event, ...]:
        """Give a way that begins with a card, nine times of ten."""
        plays = [events for events in decided if isinstance(events[0], Played)]
        return chance.choice(plays if plays and chance.random() < EAGER else decided)
