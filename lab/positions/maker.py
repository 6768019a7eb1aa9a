"""Finds positions for the library: choices of which one is better in nearly all deals that fit what the seat knows.

In the last tricks such deals are solved, before them they are played out by plain hands, as ``strong`` does: what is
found there is no more than what a plain hand's play makes best. A person judges what is found, and writes the reason.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import MISSING, fields
from enum import Enum
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from games.bots import BOTS, KNOWLEDGE
from games.kit.asking import Choice, text
from games.kit.records import run_at
from games.kit.run import Run, fork
from games.kit.sampler import DOUBT, Worlds, observe, worth
from games.kit.solver import TooLarge, asked
from games.registry import GAMES
from lab.positions.library import InvalidPosition, Position
from lab.positions.solver import is_late, solve
from protocol.cards import Card
from protocol.setup import OptionValue

ERRORS: Final = 4.0  # By so many standard errors the right answers have to be ahead of all others.
ALIKE: Final = 1.0  # What is behind by fewer is as right as the best.
NEARLY_ALL: Final = 0.9  # In so many of the deals no wrong answer may be better.
FIRST: Final = 10  # After so many deals it is given up if nothing is ahead by ``HOPE`` standard errors.
HOPE: Final = 1.5
OFTEN: Final = 0.3  # How often a choice is looked at.
DEALS_BEFORE: Final = 3  # At most so many deals are played before the one with the choice.


class Search(NamedTuple):
    """What is looked for."""

    game: str
    players: int
    options: dict[str, OptionValue] = {}
    worlds: int = 60
    """In how many deals a choice is tried."""
    margin: float = 0.0
    """By how much right answers have to be better."""
    late: bool = True
    """In the last tricks, or before them."""


class Found(NamedTuple):
    """A position that was found."""

    position: Position
    note: str
    """What was found, and how surely."""
    plain: str
    """What a plain hand answers."""
    is_plain: bool
    """True if that is right."""


def judge(run: Run, seat: int, worlds: int, rng: Random) -> dict[Choice, list[float]]:
    """Return what each choice brings in deals as they may be, each tried in the same ones."""
    knowledge = KNOWLEDGE[run.game.name]
    seen, late = observe(run, seat, knowledge), is_late(run)
    values: dict[Choice, list[float]] = {choice: [] for choice in seen.choices}
    for world in Worlds(seen, knowledge, rng, 20 * worlds, DOUBT):
        if late:
            brought = solve(world, seat)
        else:
            brought = {choice: worth(fork(world), seen, choice, knowledge, rng) for choice in values}
        for choice, value in brought.items():
            values[choice].append(value)
        tried = len(values[seen.choices[0]])
        if tried == worlds or (tried == FIRST and told_apart(values, HOPE, late=False) is None):
            break
    return values


def told_apart(
    values: dict[Choice, list[float]], errors: float = ERRORS, *, late: bool = True
) -> tuple[set[Choice], float, float] | None:
    """Return the right answers, and by how much they are ahead with its error; None if that is not clear."""
    best = max(values, key=lambda choice: sum(values[choice]))
    if len(values[best]) < 2:
        return None
    right = {choice for choice in values if _behind(values[best], values[choice]) < ALIKE}
    wrong = values.keys() - right
    if not wrong:
        return None
    worst = min(right, key=lambda choice: sum(values[choice]))
    rival = max(wrong, key=lambda choice: sum(values[choice]))
    diffs = [one - other for one, other in zip(values[worst], values[rival], strict=True)]
    error = stdev(diffs) / sqrt(len(diffs))
    sure = sum(diff >= 0 for diff in diffs) >= NEARLY_ALL * len(diffs) or not late
    return (right, fmean(diffs), error) if sure and fmean(diffs) > max(errors * error, 1e-9) else None


def _behind(best: Sequence[float], other: Sequence[float]) -> float:
    """Return by how many standard errors a choice is behind the best."""
    diffs = [one - two for one, two in zip(best, other, strict=True)]
    mean, error = fmean(diffs), stdev(diffs) / sqrt(len(diffs))
    return mean / error if error else mean * 1e9


def find(search: Search, seed: str) -> Iterator[Found]:
    """Yield positions without end; the deals are played by ``easy`` bots."""
    rng = Random(f"{search.game} {seed}")
    while True:
        for position in _choices(search, rng):
            found = found_in(position, search, rng)
            if found is not None:
                yield found


def _choices(search: Search, rng: Random) -> Iterator[Position]:
    """Yield some of the choices of a deal."""
    game, run = search.game, _begun(search, rng)
    actions, deal, before = list[str](), run.match.deal, [*run.match.sheets]
    while run.match.deal == deal and (seat := asked(run.asks)) is not None:
        if len(run.legal(seat)) > 1 and is_late(run) == search.late and rng.random() < OFTEN:
            yield _described(run, before, actions)
        choice = BOTS[game]["easy"](observe(run, seat, KNOWLEDGE[game]), rng)
        actions.append(text(choice))
        run.act(seat, choice)


def _begun(search: Search, rng: Random) -> Run:
    """Return a game in which a new deal has just begun."""
    game, players = GAMES[search.game], search.players
    run, plain = Run(game.start(players, search.options, rng.randrange(players))), KNOWLEDGE[game.name].plain
    for _ in range(rng.randint(1, DEALS_BEFORE + 1)):
        while (seat := asked(run.asks)) is not None:
            offer = run.offer(seat)
            assert offer is not None
            run.act(seat, plain(run.table, seat, offer, rng))
        if run.match.winners:
            return _begun(search, rng)
        order = list(range(len(run.game.pack(run.match))))
        rng.shuffle(order)
        run.shuffle(order)
    return run


def _described(run: Run, before: Sequence[Any], actions: Sequence[str]) -> Position:
    """Return a running deal as the library has it."""
    game, match = run.game, run.match
    pack = game.pack(match)
    laid = game.shown(game.lay(match, [pack[place] for place in run.order]))
    hands = tuple(" ".join(_named(hand)) for hand in laid["hands"])
    more = {key: _named(cards) for key, cards in laid.items() if key != "hands" and cards}
    sheet = _plain_values(before[-1]) if before else {}
    return Position(
        dealer=match.first_dealer if before else run.table.dealer,
        hands=hands,
        more=more,
        before=sheet,
        actions=", ".join(actions),
        reason="",
    )


def _named(cards: Any) -> Any:  # noqa: ANN401
    return cards.text if isinstance(cards, Card) else [_named(card) for card in cards]


def _plain_values(sheet: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return what a sheet has to have, and what can be written besides, but for cards."""
    return {
        one.name: [part for part in value if isinstance(part, int)] if isinstance(value, tuple) else value
        for one in fields(sheet)
        for found in [getattr(sheet, one.name)]
        if isinstance(value := found.value if isinstance(found, Enum) else found, int | str | tuple)
        and (one.default is MISSING or not isinstance(value, tuple))
    }


def found_in(position: Position, search: Search, rng: Random) -> Found | None:
    """Return what is right in a position; None if that is not clear."""
    try:
        run = position.played(GAMES[search.game], search.players, search.options)
        seat = asked(run.asks)
        assert seat is not None
        values = judge(run, seat, search.worlds, rng)
    except TooLarge:
        return None
    told = told_apart(values, late=search.late)
    if told is None or told[1] < search.margin:
        return None
    right, margin, error = told
    offer = run.offer(seat)
    assert offer is not None
    plain = KNOWLEDGE[search.game].plain(run.table, seat, offer, rng)
    names = ", ".join(text(choice) for choice in offer.choices if choice in right)
    shown = f"seat {seat} holds {' '.join(card.text for card in run.table.hands[seat])}"
    worth = ", ".join(f"{text(choice)} {fmean(brought):+.2f}" for choice, brought in values.items())
    note = f"{offer.prompt}: {shown}; {worth}; ahead by {margin:.2f} ± {error:.2f} in {len(values[plain])} deals"
    return Found(replace(position, right=names), note, text(plain), plain in right)


def complained(line: str) -> str:
    """Return the position of a line of ``chwech data export --complaints`` in the form of the library.

    What was played is wrong in it, which a person still has to judge.
    """
    told = json.loads(line)
    record = json.dumps(told["record"])
    deal = told["record"]["deals"][-1]
    number, actions = len(told["record"]["deals"]), [f"{seat}: {said}" for seat, said in deal["actions"]]
    run = run_at(record, number, len(actions), GAMES)
    if run is None:
        raise InvalidPosition("the record does not hold")
    if len(run.legal(told["seat"])) < 2:
        return f"# {told['bot']} had no other choice than {told['choice']}"
    position = replace(_described(run, run.match.sheets, actions), wrong=told["choice"], seat=told["seat"])
    for dealer in range(run.match.players):
        # A library has one deal before the one that is asked about: whoever dealt that, the same seat deals now.
        with suppress(ValueError, AssertionError):
            one = replace(position, dealer=dealer)
            again = one.played(GAMES[run.game.name], run.match.players, run.match.options)
            if again.table.dealer == run.table.dealer and again.legal(told["seat"]) == run.legal(told["seat"]):
                by = f"{told['bot']} played {told['choice']}, which {told['by'] or 'a guest'} found stupid"
                held = " ".join(card.text for card in run.table.hands[told["seat"]])
                setup = f"{run.game.name} for {run.match.players}, {run.game.differing(run.match.options)}"
                return written(Found(one, f"{by}; it held {held}; {setup}", told["choice"], is_plain=False))
    raise InvalidPosition("the deal cannot be described")


def written(found: Found) -> str:
    """Return a position in the form of the library, with what was found as a comment."""
    position = found.position
    lines = [f"# {found.note}; a plain hand answers {found.plain}", "[[positions]]", f"dealer = {position.dealer}"]
    lines += ["hands = [", *[f'    "{hand}",' for hand in position.hands], "]"]
    tables = {"more": position.more, "before": position.before}
    for key, table in tables.items():
        if table:
            lines.append(f"{key} = {{{', '.join(f'{name} = {json.dumps(value)}' for name, value in table.items())}}}")
    lines += [f'actions = "{position.actions}"']
    if position.seat is not None:
        lines += [f"seat = {position.seat}", f'wrong = "{position.wrong}"']
    else:
        lines.append(f'right = "{position.right}"')
    lines += ['reason = ""', ""]
    return "\n".join(lines)
