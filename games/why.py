"""Why a bot has chosen as it has, in figures and reasons: by what its seat could know, and by no more.

It is worked out anew from a record, with what hints and bots are made of. Bots count trials and not time, so the answer
is the same each time.
"""

from collections.abc import Sequence
from dataclasses import replace as shown
from itertools import islice
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from games.bots import ADVISERS, BOTS, KNOWLEDGE
from games.kit.asking import Choice, text
from games.kit.records import decoded, run_at
from games.kit.review import NoReview
from games.kit.run import fork
from games.kit.sampler import DOUBT, SURE, Knowledge, Observation, Reason, Worlds, ahead, observe, worded, worth
from games.kit.tricks import TrickTable
from games.registry import GAMES
from protocol.archive import Trials, TurnReview
from protocol.cards import Card
from protocol.game import Temper
from protocol.language import N_, sentence
from protocol.message import Seat

DEALS: Final = 40  # In how many deals that fit two choices are held against each other.
_ATTEMPTS: Final = 600  # How often cards are dealt for that at most.

_BY_CHANCE: Final = N_("it plays by chance, and thinks of nothing")
_FORCED: Final = N_("there is nothing else to do")
_BY_RULE: Final = N_("it did so by a simple rule, and tried nothing else")


def explain(record: str, deal: int, number: int, level: str, temper: Temper = Temper.EVEN) -> TurnReview:
    """Return why a bot of a level has made a choice in a deal: the best other one, and how both do.

    Raises:
        RecordFault: the record breaks the rules before that choice.
        NoReview: there is no such choice, or what weighs it is not there.
    """
    run = run_at(record, deal, number - 1, GAMES)
    if run is None:
        raise NoReview(sentence("there is no action {number} in deal {deal} of this game", number=number, deal=deal))
    recorded = decoded(record.encode())
    seat, said = recorded.deals[deal - 1].actions[number - 1]
    name, choice = run.game.name, run.read(seat, said)
    seen = observe(run, seat, KNOWLEDGE[name], temper)
    others = [other for other in seen.choices if other != choice]
    one = TurnReview(number, len(run.table.takers) + 1, Seat(seat), said, 0.0)
    if level == "random" or not others:
        return replace(one, reasons=worded([Reason(_FORCED if not others else _BY_CHANCE)]))
    if name in ADVISERS:
        return _advised(one, seen, choice, recorded.names or ())
    chance = Random(f"{deal} {number}")
    other = BOTS[name][level](shown(seen, choices=others), chance)
    return _tried(one, seen, (choice, other), chance) if other in others else _by_rule(one)


def _by_rule(one: TurnReview) -> TurnReview:
    return replace(one, reasons=worded([Reason(_BY_RULE)]))


def _advised(one: TurnReview, seen: Observation[Any], choice: Choice, names: Sequence[str]) -> TurnReview:
    """Return what a hint would say of a choice."""
    advice = ADVISERS[seen.table.match.game.name][0](seen, choice)
    if advice is None:
        raise NoReview(sentence("a review needs numpy and the weights of the bot strong, and they cannot be used"))
    values = dict(zip(seen.choices, advice.values, strict=True))
    other = max([one for one in values if one != choice], key=values.__getitem__)
    worths = {"worth": round(values[choice], 1), "other_worth": round(values[other], 1)}
    return replace(one, other=text(other), reasons=worded(advice.reasons, names), **worths)


def _tried(one: TurnReview, seen: Observation[Any], pair: tuple[Choice, Choice], chance: Random) -> TurnReview:
    """Return how two choices do in the same deals, each of which fits what the seat knew."""
    knowledge: Knowledge[Any] = KNOWLEDGE[seen.table.match.game.name]
    match, trick, found = seen.table.match, len(seen.table.takers), list[list[float]]()
    won = [0, 0]
    for world in islice(Worlds(seen, knowledge, chance, _ATTEMPTS, DOUBT), DEALS):
        runs = fork(world), world
        found.append([worth(run, seen, choice, knowledge, chance) for run, choice in zip(runs, pair, strict=True)])
        for place, run in enumerate(runs):
            won[place] += any(match.sides[taker] == match.sides[seen.seat] for taker in run.table.takers[trick:][:1])
    if not found:
        return _by_rule(one)
    mine, others = zip(*found, strict=True)
    better, worse = (sum(one > other for one, other in pairs) for pairs in (found, [pair[::-1] for pair in found]))
    plays = isinstance(seen.table, TrickTable) and all(isinstance(choice, Card) for choice in pair)
    trials = Trials(len(found), better, worse, *(won if plays else ()))
    return replace(one, other=text(pair[1]), trials=trials, mistake=ahead(others, mine) >= SURE)
