"""What every game must keep, whatever it is: the laws of the interface, checked along a random game.

Each law is tried on many games, and on many more with ``--hypothesis-profile soak``.

A game brings its setups, a way to see whether its cards are all there, and a way to change what a viewer may not know.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from hypothesis import settings
from msgspec import Struct

from games.kit.deck import SEED_BYTES
from protocol.catalogues import catalogue
from protocol.codec import Codec
from protocol.language import speaking
from protocol.lists import progress
from protocol.setup import Setup
from protocol.vocabulary import Action, Event, Seat
from server.rules.game import CHANCE, Break, Game, IllegalAction, Label, Over, Seats, Shuffle, draw

LONGEST = 10_000
"""More moves than any game that ends can have."""

SOAK = 50
"""How many times as many games are played in a soak."""


def games(number: int, soaking: int = 0) -> int:
    """Give how many games to play where the tests play so many: in a soak 50 times as many, or what is said."""
    return (soaking or number * SOAK) if settings.get_current_profile_name() == "soak" else number


class Step(Struct, frozen=True):
    """One event of a game and the state after it."""

    event: Event
    """What happened."""

    state: Any
    """The state after it."""


def deals_of(steps: Sequence[Step], begun: type[Event]) -> list[list[Event]]:
    """Give the events of each deal of a game, from the event with which a deal has begun."""
    deals: list[list[Event]] = []
    for step in steps:
        if isinstance(step.event, begun):
            deals.append([])
        deals[-1].append(step.event)
    return deals


class Subject(Protocol):
    """A game, with what the kit must know of it."""

    @property
    def game(self) -> Game[Any]:
        """The game."""
        ...

    def conserved(self, state: Any) -> bool:  # noqa: ANN401 - the state is the game's own business
        """Say whether every card is in exactly one place."""
        ...

    def disguise(self, events: Sequence[Event], viewer: Seat | None, chance: Random) -> list[Event]:
        """Give another log that differs only in what the viewer may not know after the last event."""
        ...

    def foreign(self, chance: Random) -> Action:
        """Give any action that the game can name, legal or not."""
        ...


class Laws:
    """The laws, for one subject."""

    def __init__(self, subject: Subject) -> None:
        """Take the subject."""
        self.subject = subject
        self.game = subject.game
        self.codec = Codec([subject.game.dialect])

    def check(self, setup: Setup, chance: Random) -> list[Step]:
        """Play one random game, check every law along it, and give it."""
        steps = self.play(setup, chance)
        self.folds(setup, steps)
        self.keeps_cards(steps)
        self.counts_deals(steps)
        self.tells_progress(steps)
        self.has_sides(setup, steps)
        self.survives_the_codec(steps)
        self.replays(setup, steps)
        self.keeps_secrets(setup, steps, chance)
        return steps

    def play(self, setup: Setup, chance: Random) -> list[Step]:
        """Give a random game to its end, each mover checked as it goes."""
        state = self.game.start(setup)
        steps: list[Step] = []
        for _ in range(LONGEST):
            awaited = self.game.awaits(state)
            if isinstance(awaited, Over):
                self.refuses_everybody(state, setup)
                return steps
            for event in self.move(state, setup, chance):
                state = self.game.evolve(state, event)
                steps.append(Step(event, state))
        raise AssertionError("random play does not end")

    def move(self, state: Any, setup: Setup, chance: Random) -> tuple[Event, ...]:  # noqa: ANN401
        """Give what a random move of a random mover leads to."""
        awaited = self.game.awaits(state)
        if isinstance(awaited, Shuffle):
            self.refuses_everybody(state, setup)
            return self.game.decide(state, CHANCE, draw(awaited, chance.randbytes(SEED_BYTES)))
        assert isinstance(awaited, Seats)
        seat = chance.choice(sorted(awaited.seats))
        before = hash(state)
        legal = self.game.legal(state, seat)
        assert legal, "a seat that is awaited has something to do"
        assert len(set(legal)) == len(legal), "no action is offered twice"
        assert self.game.fallback(state, seat) in legal, "who does not act can be acted for"
        self.refuses(state, setup, awaited.seats, chance)
        decided = [self.game.decide(state, seat, action) for action in legal]
        assert all(decided), "every action leads to something"
        assert hash(state) == before, "a state never changes"
        return self.choose(decided, chance)

    def choose(self, decided: Sequence[tuple[Event, ...]], chance: Random) -> tuple[Event, ...]:
        """Give one of the ways in which the game can go on."""
        return chance.choice(decided)

    def refuses(self, state: Any, setup: Setup, awaited: frozenset[Seat], chance: Random) -> None:  # noqa: ANN401
        """Check that who is not awaited is refused, and that what is not legal is refused."""
        for seat in map(Seat, range(setup.players)):
            legal = self.game.legal(state, seat)
            assert bool(legal) == (seat in awaited)
            action = self.subject.foreign(chance)
            if action in legal:
                assert self.game.decide(state, seat, action)
            else:
                assert self._refusal(state, seat, action), "a refusal says why"

    def refuses_everybody(self, state: Any, setup: Setup) -> None:  # noqa: ANN401
        """Check that no seat may act."""
        for seat in map(Seat, range(setup.players)):
            assert self.game.legal(state, seat) == ()

    def folds(self, setup: Setup, steps: Sequence[Step]) -> None:
        """Check that the events alone give the same states again."""
        state = self.game.start(setup)
        for step in steps:
            state = self.game.evolve(state, step.event)
            assert state == step.state

    def keeps_cards(self, steps: Sequence[Step]) -> None:
        """Check that no card is lost or doubled."""
        assert all(self.subject.conserved(step.state) for step in steps)

    def counts_deals(self, steps: Sequence[Step]) -> None:
        """Check that the tallies have every deal that the breaks tell of, and the points of the totals."""
        ended = 0
        for step in steps:
            ended += self.game.breaks(step.event) is Break.DEAL
            tallies = self.game.tallies(step.state)
            assert {tally.deals for tally in tallies} == {ended}
            assert tuple(tally.points for tally in tallies) == self.game.totals(step.state)
            assert all(tally.count >= 0 and (tally.count == 0 or self.game.counted) for tally in tallies)
        assert ended, "a game has deals"

    def tells_progress(self, steps: Sequence[Step]) -> None:
        """Check that a list says in known words how far the game is: English ones, whoever started the server."""
        for step in steps:
            said = self.game.summary(step.state)
            with speaking("cy", catalogue):
                assert self.game.summary(step.state) == said
                assert progress(said) != said or not self.game.dialect.progress

    def has_sides(self, setup: Setup, steps: Sequence[Step]) -> None:
        """Check that partners win and score together, and that chips are only moved."""
        end = self.game.awaits(steps[-1].state)
        assert isinstance(end, Over)
        result = end.result
        sides = result.sides or tuple(range(setup.players))
        assert len(sides) == setup.players == len(result.totals)
        assert len(set(zip(sides, result.totals, strict=True))) == len(set(sides))
        won = {sides[seat] for seat in result.winners}
        assert result.winners == tuple(seat for seat, side in enumerate(sides) if side in won)
        assert len(result.chips) in (0, setup.players)

    def survives_the_codec(self, steps: Sequence[Step]) -> None:
        """Check that the log is the same after it was written and read."""
        for step in steps:
            assert self.codec.unpack(self.codec.events, self.codec.pack(step.event)) == step.event

    def replays(self, setup: Setup, steps: Sequence[Step]) -> None:
        """Check that the record gives the same game again, moment by moment, and at last what everybody saw."""
        label = Label(tuple(f"Seat {seat}" for seat in range(setup.players)), "1", "then")
        record = self.game.record(setup, [step.event for step in steps], label)
        moments = list(self.game.replay(record))
        assert [event for moment in moments for event in moment.events] == [step.event for step in steps]
        after = iter(steps)
        for moment in moments:
            states = [next(after).state for _ in moment.events]
            assert moment.state == states[-1]
            ends = [self.game.breaks(event) is Break.DEAL for event in moment.events]
            assert not any(ends) or ends[0], "the end of a deal is a moment of its own"
        last = steps[-1].state
        assert self.codec.pack(self.game.reveal(last)) == self.codec.pack(self.game.view(last, None))

    def keeps_secrets(self, setup: Setup, steps: Sequence[Step], chance: Random) -> None:
        """Check that two games that differ in what a viewer may not know look alike to it, to the byte."""
        viewer = chance.choice([None, *map(Seat, range(setup.players))])
        length = chance.randint(1, len(steps))
        events = [step.event for step in steps[:length]]
        disguised = self.subject.disguise(events, viewer, chance)
        states = [self._fold(setup, log) for log in (events, disguised)]
        seen, other = (self.codec.pack(self.game.view(state, viewer)) for state in states)
        assert seen == other
        for event, altered in zip(events, disguised, strict=True):
            told, retold = (self.codec.pack(self.game.tell(each, viewer)) for each in (event, altered))
            assert told == retold
        if viewer is not None:
            action = self.subject.foreign(chance)
            refusals = [self._refusal(state, viewer, action) for state in states]
            assert refusals[0] == refusals[1]

    def _fold(self, setup: Setup, events: Sequence[Event]) -> Any:  # noqa: ANN401
        state = self.game.start(setup)
        for event in events:
            state = self.game.evolve(state, event)
        return state

    def _refusal(self, state: Any, seat: Seat, action: Action) -> str:  # noqa: ANN401
        try:
            self.game.decide(state, seat, action)
        except IllegalAction as refusal:
            return str(refusal)
        return ""
