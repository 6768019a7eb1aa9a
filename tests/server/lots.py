"""A tiny game for tests of tables and hosts: lots are drawn, everybody bids in secret, the highest lot times bid wins.

It has what is awkward for a table: several seats awaited at once, hidden draws, and a second shuffle within a deal.
"""

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.kit.records import RecordFault
from protocol.cards import Card
from protocol.setup import OptionOffer, Setup
from protocol.vocabulary import Action, Dialect, Event, Seat, View
from server.rules.game import (
    CHANCE,
    Awaits,
    Break,
    IllegalAction,
    InvalidSetup,
    Label,
    Moment,
    Mover,
    Over,
    Result,
    Seats,
    Shuffle,
    Shuffled,
    Tally,
)

HIDDEN: Final = -1
"""Stands for what a viewer may not know."""


class Bid(Action, frozen=True, gc=False, tag="lots.bid"):
    """Bid in secret."""

    amount: int
    """0, 1 or 2."""


class Drawn(Event, frozen=True, gc=False, tag="lots.drawn"):
    """Everybody has a lot."""

    deal: int
    """Which deal."""

    lots: tuple[int, ...]
    """By seat; a viewer is told its own."""


class BidMade(Event, frozen=True, gc=False, tag="lots.bid_made"):
    """Somebody has bid."""

    seat: Seat
    """Who."""

    amount: int
    """How much; a viewer is told its own."""


class Revealed(Event, frozen=True, gc=False, tag="lots.revealed"):
    """All bids are open and the deal is scored."""

    totals: tuple[int, ...]
    """The scores so far."""


class LotsView(View, frozen=True, gc=False, tag="lots.view"):
    """What one viewer may know."""

    viewer: Seat | None
    """Who looks."""

    lot: int
    """The viewer's own."""

    bids: tuple[int | None, ...]
    """By seat; hidden but for the viewer's own."""

    totals: tuple[int, ...]
    """The scores so far."""

    legal: tuple[Bid, ...] = ()
    """What the viewer may do."""

    @property
    def hand(self) -> tuple[Card, ...]:
        """No cards: they are lots."""
        return ()


class Stage(Enum):
    """What the game is at."""

    DRAW = "draw"
    BIDS = "bids"
    REFILL = "refill"
    SCORE = "score"
    OVER = "over"


class Lots(Struct, frozen=True):
    """The state."""

    players: int
    deals: int
    refill: bool
    deal: int
    stage: Stage
    lots: tuple[int, ...]
    bids: tuple[int | None, ...]
    totals: tuple[int, ...]


class LotsGame:
    """The rules."""

    dialect = Dialect("lots", (Bid,), (Drawn, BidMade, Revealed), LotsView)
    about = "whoever bids most"
    minutes = 1
    players: tuple[int, ...] = (3, 2, 4)
    options: tuple[OptionOffer, ...] = (
        OptionOffer("deals", "how many deals", (), least=1, most=9),
        OptionOffer("refill", "whether lots are drawn again after the bids", (False, True)),
    )
    counted = ""
    version = 1

    def start(self, setup: Setup) -> Lots:
        """Give the state before the first deal."""
        if setup.players not in self.players:
            raise InvalidSetup(f"lots is played by 2 to 4, not by {setup.players}")
        unknown = setup.options.keys() - {"deals", "refill"}
        if unknown:
            raise InvalidSetup(f"lots has no option {min(unknown)!r}")
        deals, refill = int(setup.options.get("deals", 2)), bool(setup.options.get("refill", False))
        empty = (0,) * setup.players
        return Lots(setup.players, deals, refill, 1, Stage.DRAW, empty, (None,) * setup.players, empty)

    def awaits(self, state: Lots) -> Awaits:
        """Say whom the state waits for."""
        match state.stage:
            case Stage.DRAW | Stage.REFILL:
                return Shuffle(state.players, state.deal)
            case Stage.BIDS:
                return Seats(frozenset(Seat(seat) for seat, bid in enumerate(state.bids) if bid is None))
            case Stage.SCORE:
                return Seats(frozenset())
            case Stage.OVER:
                best = max(state.totals)
                winners = tuple(Seat(seat) for seat, total in enumerate(state.totals) if total == best)
                return Over(Result(state.totals, winners))

    def legal(self, state: Lots, seat: Seat) -> tuple[Bid, ...]:
        """Give every action of a seat."""
        awaited = self.awaits(state)
        return tuple(map(Bid, range(3))) if isinstance(awaited, Seats) and seat in awaited.seats else ()

    def decide(self, state: Lots, mover: Seat | Mover, action: Action | Shuffled) -> tuple[Event, ...]:
        """Give what happens."""
        if mover is CHANCE and isinstance(action, Shuffled) and isinstance(self.awaits(state), Shuffle):
            drawn = Drawn(state.deal, action.order)
            return (drawn, self._scored(self.evolve(state, drawn))) if state.stage is Stage.REFILL else (drawn,)
        if isinstance(mover, Mover) or not isinstance(action, Bid) or action not in self.legal(state, mover):
            raise IllegalAction("bid 0, 1 or 2, once a deal")
        bid = BidMade(mover, action.amount)
        after = self.evolve(state, bid)
        return (bid, self._scored(after)) if after.stage is Stage.SCORE else (bid,)

    def evolve(self, state: Lots, event: Event) -> Lots:
        """Give the state after an event."""
        match event:
            case Drawn(_, lots):
                stage = Stage.BIDS if state.stage is Stage.DRAW else Stage.SCORE
                return replace(state, lots=lots, stage=stage)
            case BidMade(seat, amount):
                bids = (*state.bids[:seat], amount, *state.bids[seat + 1 :])
                done = Stage.REFILL if state.refill else Stage.SCORE
                return replace(state, bids=bids, stage=Stage.BIDS if None in bids else done)
            case Revealed(totals):
                over = state.deal == state.deals
                stage, deal = (Stage.OVER, state.deal) if over else (Stage.DRAW, state.deal + 1)
                return replace(state, totals=totals, stage=stage, deal=deal, bids=(None,) * state.players)
            case _:
                raise AssertionError(event)

    def tell(self, event: Event, seat: Seat | None, _state: Lots | None = None) -> Event:
        """Give an event as a viewer may know it."""
        match event:
            case Drawn(deal, lots):
                return Drawn(deal, tuple(lot if place == seat else HIDDEN for place, lot in enumerate(lots)))
            case BidMade(bidder, _) if bidder != seat:
                return BidMade(bidder, HIDDEN)
            case _:
                return event

    def view(self, state: Lots, seat: Seat | None) -> LotsView:
        """Give what a viewer may know."""
        bids = tuple(bid if bid is None or place == seat else HIDDEN for place, bid in enumerate(state.bids))
        if seat is None:
            return LotsView(None, HIDDEN, bids, state.totals)
        return LotsView(seat, state.lots[seat], bids, state.totals, self.legal(state, seat))

    def fallback(self, state: Lots, seat: Seat) -> Bid:
        """Bid nothing."""
        return self.legal(state, seat)[0]

    def summary(self, state: Lots) -> str:
        """Say how far the game is."""
        return f"deal {state.deal} of {state.deals}"

    def totals(self, state: Lots) -> tuple[int, ...]:
        """Give the scores."""
        return state.totals

    def breaks(self, event: Event, _state: Lots | None = None) -> Break | None:
        """Say that a deal ends when the bids are open; there are no tricks."""
        return Break.DEAL if isinstance(event, Revealed) else None

    def sheets(self, state: Lots) -> tuple[()]:
        """Give none: the statistics are of events."""
        del state
        return ()

    def tallies(self, state: Lots) -> tuple[Tally, ...]:
        """Give the scores; nothing else is counted."""
        deals = state.deal if state.stage is Stage.OVER else state.deal - 1
        return tuple(Tally(deals, total, 0) for total in state.totals)

    def marks(self, state: Lots, seat: Seat) -> tuple[int, ...]:
        """Give no marks."""
        del state, seat
        return ()

    def rules(self, setup: Setup) -> str:
        """Give the rules."""
        self.start(setup)
        return f"# Lots\n\nFor {setup.players}."

    def record(self, setup: Setup, events: Iterable[Event], label: Label) -> str:
        """Give a line for the game and one for each event."""
        hints = f" (hints: {', '.join(map(str, label.hinted))})" if label.hinted else ""
        return "\n".join([f"{label.id} at {label.played_at}: {', '.join(label.names)}{hints}", *map(str, events)])

    def replay(self, record: str) -> Iterator[Moment[Lots]]:
        """Play a game again from the lines of its record; how many deals it had follows from them."""
        head, *lines = record.split("\n")
        events = [_read_event(line) for line in lines]
        deals = sum(isinstance(event, Revealed) for event in events)
        refill = sum(isinstance(event, Drawn) for event in events) > deals
        state = self.start(Setup("lots", head.count(",") + 1, {"deals": deals, "refill": refill}))
        for event in events:
            state = self.evolve(state, event)
            yield Moment((event,), state)

    def reveal(self, state: Lots) -> LotsView:
        """Give everything."""
        return LotsView(None, HIDDEN, state.bids, state.totals)

    def _scored(self, state: Lots) -> Revealed:
        """Give the end of a deal."""
        gains = [lot * (bid or 0) for lot, bid in zip(state.lots, state.bids, strict=True)]
        return Revealed(tuple(total + gain for total, gain in zip(state.totals, gains, strict=True)))


def _read_event(line: str) -> Event:
    """Read an event as a record writes it."""
    first, *rest = map(int, re.findall(r"-?\d+", line))
    match line.partition("(")[0]:
        case "Drawn":
            return Drawn(first, tuple(rest))
        case "BidMade":
            return BidMade(Seat(first), *rest)
        case "Revealed":
            return Revealed((first, *rest))
    raise RecordFault(f"nothing is called {line[:20]}")


LOTS: Final = LotsGame()
"""The game."""
