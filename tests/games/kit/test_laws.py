"""The laws that hold in every game."""

import dataclasses
from collections.abc import Callable, Generator, Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec
import pytest

from games.kit.asking import Ask, AskAny, Choice, Illegal, Shuffle
from games.kit.game import Game
from games.kit.records import RecordFault, verify, write
from games.kit.run import Run, fork, resume
from games.kit.secrets import heard, masked
from games.registry import GAMES
from protocol.cards import FACES, Card
from tests.games.position import go_on, start

every_game = pytest.mark.parametrize("name", GAMES)


def runs(name: str, number: int, answers: int = 60) -> Iterator[tuple[Run, Random]]:
    """Yield runs in the middle of a deal, with the chance by which they go on."""
    for seed in range(number):
        chance = Random(f"{name} {seed}")
        run = start(GAMES[name], chance)
        go_on(run, chance, 1 + chance.randrange(answers))
        if isinstance(run.asks, Ask | AskAny):
            yield run, chance


def cards(value: object) -> Iterator[Card]:
    """Yield the cards in any value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, dict):
        yield from cards(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from cards(part)


def look(run: Run, viewer: int | None) -> tuple[Any, ...]:
    """Return all that a viewer sees: the table, who is asked, and its own offer."""
    asks = run.asks
    asked = sorted(asks.asked) if isinstance(asks, Ask | AskAny) else []
    free = asks.free_to(viewer) if isinstance(asks, AskAny) else []
    return masked(run.table, viewer), asked, free, run.offer(viewer)


def experience(run: Run, viewer: int | None) -> list[Any]:
    """Return what a viewer has heard in the running deal, and its own hand at each step: all that it may know of."""
    again = Run(run.match.before(run.match.deal))
    found: list[Any] = [heard(one, viewer) for one in again.shuffle(run.order)]
    for seat, choice in run.answers:
        found += [] if viewer is None else [list(again.table.hands[viewer])]
        found += [heard(one, viewer) for one in again.act(seat, choice)]
    return found if viewer is None else [*found, list(again.table.hands[viewer])]


def another_world(run: Run, viewer: int | None, chance: Random) -> Run | None:
    """Return a run that differs in what the viewer has neither seen nor heard; None if the answers do not fit it."""
    pack = run.game.pack(run.match)
    seen = set(cards(experience(run, viewer)))
    hidden = [place for place, at in enumerate(run.order) if pack[at] not in seen]
    order = list(run.order)
    for place, at in zip(hidden, chance.sample([run.order[place] for place in hidden], len(hidden)), strict=True):
        order[place] = at
    other = Run(run.match.before(run.match.deal))
    other.shuffle(order)
    try:
        for seat, choice in run.answers:
            other.act(seat, choice if seat == viewer else instead(other, seat, choice, chance))
    except Illegal:
        return None
    return other


def elsewhere(run: Run, viewer: int | None, chance: Random) -> Game[Any]:
    """Return the game with the pack of the running deal in an order that the viewer cannot tell from the real one."""
    game, deal, order = run.game, run.match.deal, run.order
    # Where the viewer knows nearly all there may be no other.
    for _ in range(100):
        other = another_world(run, viewer, chance)
        if other is not None and other.order != order and experience(other, viewer) == experience(run, viewer):
            order = other.order
            break
    return dataclasses.replace(game, order=lambda match, seed: order if match.deal == deal else game.order(match, seed))


def instead(run: Run, seat: int, choice: Choice, chance: Random) -> Choice:
    """Return what a seat might have chosen in secret, if it cannot choose this."""
    if choice in run.legal(seat) or first(choice) not in run.game.private:
        return choice
    others = [one for one in run.legal(seat) if first(one) in run.game.private]
    return chance.choice(others or [choice])


def first(choice: Choice) -> object:
    """Return the first word of a choice."""
    return choice[0] if isinstance(choice, tuple) else choice


@every_game
def test_what_is_hidden_changes_nothing_that_is_seen(name: str) -> None:
    """Two worlds that a viewer has not been able to tell apart look the same to it."""
    same = 0
    for run, chance in runs(name, 60, 30):
        viewer = chance.choice([None, *range(run.match.players)])
        other = another_world(run, viewer, chance)
        # The rules may tell all what differs: a hand without trumps, say.
        if other is not None and experience(other, viewer) == experience(run, viewer):
            assert look(other, viewer) == look(run, viewer)
            same += 1
    assert same


@every_game
def test_a_fork_and_a_resumed_run_go_on_alike(name: str) -> None:
    """They give the same table, answers and sheets to the end of the deal and beyond."""
    for run, chance in runs(name, 4):
        seed = chance.random()
        copies = [fork(run), resume(run.match.before(run.match.deal), run.order, run.answers), run]
        went = [(go_on(one, Random(seed), 100), look(one, 0), one.match.sheets) for one in copies]
        assert went[0] == went[1] == went[2]


def wrong(run: Run, chance: Random) -> Iterator[tuple[int, Choice]]:
    """Yield answers that are not asked for."""
    answers: list[Choice] = ["", "nonsense", ("bury ", FACES[0]), *chance.sample(FACES, 8)]
    for seat in range(run.match.players):
        yield from [(seat, answer) for answer in answers if answer not in run.legal(seat)]


@every_game
def test_a_refused_answer_changes_nothing(name: str) -> None:
    """Neither the table nor what is asked."""
    for run, chance in runs(name, 8):
        before = repr(vars(run.table)), run.asks, list(run.answers)
        for seat, choice in wrong(run, chance):
            with pytest.raises(Illegal):
                run.act(seat, choice)
        assert (repr(vars(run.table)), run.asks, run.answers) == before


@every_game
def test_a_seat_that_is_late_needs_no_more_than_it_sees(name: str) -> None:
    """What is done for it is legal, and the same on the table as it sees it."""
    for run, _chance in runs(name, 8):
        for seat in range(run.match.players):
            if legal := run.legal(seat):
                late = run.fallback(seat)
                assert late in legal
                assert late == run.game.fallback(masked(run.table, seat), seat, legal)


@every_game
def test_a_record_is_verified_and_written_anew(name: str) -> None:
    """Its replay writes the same bytes; partners have the same points in every deal."""
    for run, chance in runs(name, 2):
        go_on(run, chance, 400)
        line = write(run)
        assert write(verify(line, GAMES)) == line
        sides = run.match.sides
        for sheet in run.match.sheets:
            assert len(set(zip(sides, sheet.points, strict=True))) == len(set(sides))


FAULTS: Final[Sequence[tuple[str, Callable[[Any], Any]]]] = (
    ("totals 0", lambda total: total + 1),
    ("complete", lambda complete: not complete),
    ("deals", lambda deals: deals[1:]),
    ("deals 0", lambda deal: {**deal, "weather": "rain"}),
    ("deals 0 dealer", lambda dealer: dealer + 1),
    ("deals 0 hands 0", lambda hand: hand[1:] + hand[1:2]),
    ("deals 0 actions", lambda actions: actions[:-1]),
    ("deals 0 actions", lambda actions: actions + actions[-1:]),
    ("deals 0 actions -1 0", lambda seat: seat + 1),
    ("deals 0 actions 0 1", lambda _action: "nonsense"),
)
"""What is changed in a record, and how."""


def damaged(said: Any, place: str, damage: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    """Return a value with a fault at a place within it."""
    if not place:
        return damage(said)
    key, _space, rest = place.partition(" ")
    at = key if isinstance(said, dict) else int(key)
    changed = said.copy()
    changed[at] = damaged(said[at], rest, damage)
    return changed


@every_game
def test_a_record_with_a_fault_is_refused(name: str) -> None:
    """Whatever is not what the rules give."""
    run, chance = next(runs(name, 1))
    while not run.match.sheets:
        go_on(run, chance, 50)
    said = msgspec.json.decode(write(run))
    for place, damage in FAULTS:
        line = msgspec.json.encode(damaged(said, place, damage))
        with pytest.raises(RecordFault):
            verify(line, GAMES)


def test_an_order_that_is_none_of_the_pack_is_refused() -> None:
    """And so is one while a deal goes on."""
    run = start(GAMES["bete"], Random(1))
    with pytest.raises(Illegal, match="this is no order of the pack"):
        run.shuffle([0, 0])
    again = fork(run)
    assert again.asks == run.asks
    go_on(again, Random(1), 1)
    with pytest.raises(Illegal, match="no shuffle is asked for"):
        again.shuffle(again.order)


def test_a_deal_that_asks_nobody_ends_at_once() -> None:
    """Its sheet is there, and the next deal is to be dealt."""
    other = start(GAMES["bete"], Random(1))
    go_on(other, Random(1), 60)
    done = other.match.sheets[0]

    def nobody(_table: Any, _laid: Any) -> Generator[Ask | AskAny, Any, Any]:  # noqa: ANN401
        yield from ()
        return done

    run = Run(dataclasses.replace(GAMES["bete"], deal=nobody).start(other.match.players, other.match.options))
    run.shuffle(range(len(GAMES["bete"].pack(run.match))))
    assert run.match.sheets == [done]
    assert isinstance(run.asks, Shuffle)
