"""The runs of the kit as the oracle looks at them: what can be seen of a game, under the names that were recorded.

Facts are public fields of a table; each game has a function that returns them from the table as a viewer sees it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.kit.asking import Ask, AskAny, text
from games.kit.records import write
from games.kit.run import Run
from games.kit.secrets import Told, heard, masked
from games.registry import GAMES
from protocol.cards import Card, Rank, Suit
from tests.oracle import facts
from tests.oracle.reader import Facts, Recorded

SHOWN: Final[Mapping[str, Callable[[Any, int | None], Facts]]] = {
    "chwech": facts.chwech,
    "bete": facts.bete,
    **dict.fromkeys(("twenty-five", "forty-five", "spoil-five"), facts.fives),
    "auction-forty-fives": facts.auction_fives,
    **dict.fromkeys(("svoyi-koziri", "dudak", "challenge"), facts.piles),
    "roque": facts.roque,
    "roque-three": facts.roque,
    "durak-teams": facts.durak,
    "da-bai-fen": facts.da_bai_fen,
}
"""Returns what a table shows to a viewer, by the name of its game."""


def differences(game: Recorded) -> str:
    """Play a recorded game with the kit, and return where it first differs; empty if it does not."""
    rules = GAMES[game.game]
    run, seeds, seen = Run(rules.start(game.players, game.options, game.first_dealer)), list[bytes](), set[str]()
    for number, want in enumerate(game.moments()):
        now = moment(run)
        if names := [name for name, value in now.items() if value != bare(getattr(want, name))]:
            return f"moment {number}: " + "; ".join(
                f"{name} is {now[name]}, was {bare(getattr(want, name))}" for name in names
            )
        if not want.act:
            break
        seen = set(named([want.shown]))
        told = act(run, want.act, seeds)
        for viewer, cards in want.told.items():
            if wrong := misheard(run, told, None if viewer < 0 else viewer, cards) - seen:
                return f"moment {number}: told of {want.act} to {viewer}: {wrong}"
    return ended(run, game, seeds)


def misheard(run: Run, told: Sequence[Told], viewer: int | None, cards: Sequence[str]) -> set[str]:
    """Return the cards that a viewer is told and was not, or the other way round, except those that it sees by now."""
    now = set(named(heard(one, viewer)[1] for one in told))
    table = masked(run.table, viewer)
    return (now ^ set(cards)) - set(
        named(value for name, value in vars(table).items() if name not in {"match", "told"})
    )


def act(run: Run, said: Sequence[Any], seeds: list[bytes]) -> Sequence[Told]:
    """Do what was recorded, and return what is told."""
    match said:
        case [str(seed)]:
            seeds.append(bytes.fromhex(seed))
            return run.shuffle(run.game.order(run.match, seeds[-1]))
        case [seat, answer]:
            return run.act(seat, run.read(seat, answer))
    raise AssertionError(f"no act: {said}")


def moment(run: Run) -> dict[str, Any]:
    """Return what can be seen of a run, without facts that are empty; between two deals only that nobody is asked."""
    seats, asks = range(run.match.players), run.asks
    legal = {seat: sorted(map(text, run.legal(seat))) for seat in seats}
    now = {
        "asked": sorted(asks.asked) if isinstance(asks, Ask | AskAny) else [],
        "free": sorted(asks.free) if isinstance(asks, Ask | AskAny) else [],
        "legal": bare(legal),
        "late": {seat: text(run.fallback(seat)) for seat, found in legal.items() if found},
    }
    if isinstance(asks, Ask | AskAny):
        table = run.table
        show, tables = SHOWN[run.game.name], {seat: masked(table, seat) for seat in seats}
        spectator = bare(show(masked(table, None), None))
        own = {seat: bare(show(seen, seat)).items() for seat, seen in tables.items()}
        now["hands"] = [plain(tables[seat].hands[seat]) for seat in seats]
        now["shown"] = spectator
        now["own"] = bare(
            {seat: {key: one for key, one in all_ if spectator.get(key) != one} for seat, all_ in own.items()}
        )
    return now


def ended(run: Run, game: Recorded, seeds: Sequence[bytes]) -> str:
    """Return how the record, the sheets or the result of a game that is over differ; empty if they do not."""
    seats = [f"Seat {seat}" for seat in range(game.players)]
    record = write(run, seeds, names=seats, id="1", played_at="2026-11-29T12:00:00+00:00").decode()
    if record != game.record:
        return f"record is {record}, was {game.record}"
    for number, (sheet, want) in enumerate(zip(run.match.sheets, game.sheets, strict=True)):
        was = {name: value for name, value in bare(facts.sheet(want)).items() if name not in {"commitment", "seed"}}
        names = facts.SHEETS.get(run.game.name, {})
        now = bare({name: getattr(sheet, names.get(name, name)) for name in was})
        if now != was:
            return f"sheet {number} is {now}, was {was}"
    result = {"totals": list(run.match.totals), "winners": list(run.match.winners)}
    wrong = [name for name, value in result.items() if value != game.result[name]]
    sides = run.match.sides
    partners = sides if len(set(sides)) < game.players else []
    return f"result: {wrong}" if wrong or partners != game.result["sides"] else ""


def plain(value: Any) -> Any:  # noqa: ANN401
    """Return a value in plain types, cards as texts."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Suit | Rank):
        return value.value
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, list | tuple | set | frozenset) else value


def bare(value: Any) -> Any:  # noqa: ANN401
    """Return a value in plain types, without the entries of dictionaries that are empty: they were left out."""
    value = plain(value)
    if isinstance(value, Mapping):
        return {key: found for key, part in value.items() if (found := bare(part)) not in (None, 0, "", [], {})}
    return [bare(part) for part in value] if isinstance(value, list) else value


def named(values: Iterable[Any]) -> Iterator[str]:
    """Yield the cards in any values."""
    for value in values:
        if isinstance(value, Card):
            yield value.text
        elif isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from named(value.values())
        elif isinstance(value, Iterable):
            yield from named(value)
