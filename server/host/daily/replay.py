"""Plays the deal of the day from its seed and the actions of the person alone."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, TypeVar

from protocol.daily import DailyResult
from protocol.language import sentence
from protocol.ranking import ranking
from protocol.vocabulary import Action, Event
from server.bots.bot import Bot, Sight
from server.host.daily.code import InvalidCode, Sealed, choices_in, write_code
from server.rules.deck import derive, shuffle
from server.rules.game import CHANCE, Game, Over, Shuffle, Shuffled
from server.rules.told import DealEvents
from server.tables.daily import PERSON, daily_setup, whims_of_day

S = TypeVar("S")

_ENDLESS: Final = 100_000
"""Events after which a game is given up: no real one has a hundredth of that."""

Person = Callable[[S, tuple[Action, ...], int], Action]
"""Returns the action of the person from the state, the legal actions, and the number of events so far."""


class OtherGame(ValueError):
    """The events are not those that follow from the seed."""


def play_day(game: Game[S], bot: Bot, seed: str, person: Person[S]) -> Iterator[tuple[Event, S]]:
    """Yield every event of a game with the state after it; ``seed`` is that of the day, in hex."""
    setup, deal_events = daily_setup(seed), DealEvents()
    state, played, shuffles = game.start(setup), 0, 0
    while not isinstance(awaited := game.awaits(state), Over) and played < _ENDLESS:
        if isinstance(awaited, Shuffle):
            shuffles += 1
            drawn = derive(seed, 1, shuffles)
            events = game.decide(state, CHANCE, Shuffled(shuffle(drawn, awaited.cards), drawn.hex()))
        else:
            seat = min(awaited.seats)
            if seat == PERSON:
                action = person(state, game.legal(state, seat), played)
            else:
                whims = Random(whims_of_day(seed, seat, played))  # noqa: S311  # the choices of a bot are no secret
                action = bot(Sight(setup, game.view(state, seat), deal_events.told(game, seat)), whims)
            events = game.decide(state, seat, action)
        deal_events.add(game, events)
        for event in events:
            state = game.evolve(state, event)
            played += 1
            yield event, state


def code_of(game: Game[S], bot: Bot, seed: bytes, day: str, events: Sequence[Event]) -> str:
    """Return the code of a game with these events.

    Raises:
        OtherGame: the bots or the deals were others than those that follow from the seed.
    """
    choices: list[tuple[int, int]] = []

    def person(state: S, legal: tuple[Action, ...], played: int) -> Action:
        wanted = events[played] if played < len(events) else None
        for place, action in enumerate(legal):
            if game.decide(state, PERSON, action)[0] == wanted:
                choices.append((place, len(legal)))
                return action
        raise OtherGame

    told = [event for event, _state in play_day(game, bot, seed.hex(), person)]
    if told != list(events):
        raise OtherGame
    return write_code(seed, day, choices)


def result_in(game: Game[S], bot: Bot, seed: bytes, sealed: Sealed) -> DailyResult:
    """Return the result that a code stands for, without the code.

    Raises:
        InvalidCode: the code was not written with this seed, or stands for no game.
    """
    choose = choices_in(sealed, seed)
    played = play_day(game, bot, seed.hex(), lambda _state, legal, _played: legal[choose(len(legal))])
    *_before, (_event, end) = played
    if not isinstance(game.awaits(end), Over):
        raise InvalidCode(sentence("there is no code in it"))
    return result_of(game, end, sealed.day)


def result_of(game: Game[S], end: S, day: str) -> DailyResult:
    """Return the result of the person from the state at the end."""
    totals = game.totals(end)
    place = next(ranked.place for ranked in ranking(totals) if ranked.seat == PERSON)
    tally = game.tallies(end)[PERSON]
    return DailyResult(day, totals[PERSON], game.marks(end, PERSON), tally.count, place, len(totals))
