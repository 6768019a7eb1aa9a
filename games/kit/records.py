"""Records of games (``docs/records.md``): written from the answers of a run, and verified by playing it again.

A game declares the keys of a recorded deal in one line: ``("hands", "turned", "actions", "won=tricks", "best?")``.
A key is a part of the layout of the cards or a field of the sheet, under its own name or the one after ``=``; with
``?`` it is left out where there is nothing. Actions are read by looking for their text among the choices, so no game
parses any. A record is verified by writing it anew and comparing every key.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from games.kit.asking import Ask, AskAny, Illegal, Shuffle, text
from games.kit.deck import SHUFFLE_VERSION, commitment
from games.kit.game import Game, Laid, Match
from games.kit.options import InvalidSetup
from games.kit.run import Answer, Order, Run
from protocol.cards import Card
from protocol.language import N_, _, sentence, told
from protocol.setup import OptionName, OptionValue

FORMAT: Final = "chwech-record/1"
COMMITTED: Final = "sha256"  # The name of the hash that commits to the seeds, which stands before the list of hashes.
LONGEST: Final = 1 << 20  # The longest permitted record, in bytes; the longest real one has a tenth of that.

_GIVEN: Final = ("names", "played_at", "id", "hinted", "seed", "commitment")
"""The keys that say where a game comes from: they are not derived from it."""

_MOST_WORDS: Final = 250
_MOST_DIGITS: Final = 20
_PATH: Final = re.compile(r" - at `\$(?:\.deals\[(\d+)\](?:\.actions\[(\d+)\])?)?\.?(.*)`$")
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_HEX: Final = re.compile(r"[0-9a-f]{64}")

Text = Annotated[str, Meta(max_length=1 << 14)]
_Number = Annotated[int, Meta(ge=-(1 << 62), le=1 << 62)]


class RecordFault(ValueError):
    """A fault in a record, with its place."""

    def __init__(self, why: str, deal: int | None = None, action: int | None = None) -> None:
        """Set the fault and its place; deals and actions count from 1."""
        super().__init__(why)
        self.why = why if len(why) <= _MOST_WORDS else f"{why[:_MOST_WORDS]}…"
        self.deal = deal
        self.action = action

    def __str__(self) -> str:
        """Return the place, then the fault, in the reader's language."""
        why = told(self.why)
        places = [_("deal {number}", number=self.deal)] if self.deal else []
        places += [_("action {number}", number=self.action)] if self.action else []
        return f"{', '.join(places)}: {why}" if places else why


class RecordedDeal(Struct, frozen=True):
    """The keys that every recorded deal has."""

    dealer: _Number
    actions: Annotated[tuple[tuple[_Number, Annotated[str, Meta(max_length=16)]], ...], Meta(max_length=2000)]
    """Each answer with its seat, in order."""


class Recorded(Struct, frozen=True):
    """The keys that every record has; a game may have more."""

    format: Literal["chwech-record/1"]
    game: str
    players: _Number
    options: dict[OptionName, OptionValue]
    """The options that differ from their defaults."""
    deals: Annotated[tuple[RecordedDeal, ...], Meta(max_length=1000)]
    """The finished deals, in order."""
    totals: tuple[_Number, ...]
    complete: bool
    """True if the game was played to its end."""
    names: Annotated[tuple[Text, ...], Meta(max_length=32)] | None = None
    played_at: Text | None = None
    id: Text | None = None
    hinted: tuple[_Number, ...] | None = None
    """The seats on which hints were taken."""
    seed: Text | None = None
    commitment: Text | None = None


# Writing


def write(run: Run, seeds: Sequence[bytes | None] = (), **given: object) -> bytes:
    """Return the record of a run as one line, without an unfinished deal, and without seeds unless all are given."""
    return msgspec.json.encode(_record(run, seeds, given))


def _record(run: Run, seeds: Sequence[bytes | None], given: Mapping[str, object]) -> dict[str, Any]:
    game, match = run.game, run.match
    options = game.differing(match.options)
    head = game.head(options)
    deals = zip(run.past, match.sheets, strict=True)
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game.name,
        **head,
        "players": match.players,
        "options": options,
        "deals": [_deal(match.before(number), *past, sheet) for number, (past, sheet) in enumerate(deals, start=1)],
        "totals": match.totals,
        "complete": bool(match.winners),
        **game.more(match),
        **{key: given[key] for key in _GIVEN if given.get(key)},
    }
    scheme = game.one_seed(match)
    known = [seed for seed in (seeds[:1] if scheme else seeds) if seed is not None]
    if known and None not in seeds:
        record["seed"] = " ".join([scheme or SHUFFLE_VERSION, *[seed.hex() for seed in known]])
        record["commitment"] = " ".join([COMMITTED, *map(commitment, known)])
    return record


def up_to(run: Run) -> bytes:
    """Return the record of a run as far as it has come: ``run_at`` finds the place in its deal under way."""
    record = _record(run, (), {})
    laid = {key: _plain(cards) for key, cards in run.game.shown(_laid(run.match, run.order)).items()}
    deal = {"dealer": run.table.dealer, **laid, "actions": [(seat, text(choice)) for seat, choice in run.answers]}
    return msgspec.json.encode({**record, "deals": [*record["deals"], deal]})


def _deal(match: Match, order: Order, answers: Sequence[Answer], sheet: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the record of a deal, from the match before it, its shuffle and answers, and its sheet."""
    laid = match.game.shown(_laid(match, order))
    deal: dict[str, Any] = {"dealer": sheet.dealer}
    for entry in match.game.record:
        key, _equals, source = entry.partition("=")
        name = key.rstrip("?")
        if name == "actions":
            value: Any = [(seat, text(choice)) for seat, choice in answers]
        else:
            value = laid[name] if name in laid else getattr(sheet, source or name, None)
        if value or name == key:
            deal[name] = _plain(value)
    return deal


def _laid(match: Match, order: Sequence[int]) -> Laid:
    pack = match.game.pack(match)
    return match.game.lay(match, [pack[place] for place in order])


def _plain(value: object) -> Any:  # noqa: ANN401
    """Return a value as JSON has it: cards as their texts."""
    if isinstance(value, Card):
        return value.text
    return [_plain(part) for part in value] if isinstance(value, list | tuple) else value


# Reading


def read(line: bytes) -> tuple[Recorded, dict[str, Any]]:
    """Return the common keys of a line, and all its keys, unchecked; raise ``RecordFault`` if it is no record."""
    record = decoded(line)
    try:
        # The strict parser has refused half characters and the like; the plain one alone finds keys that stand twice.
        # No number has more digits than one of 64 bits: a longer one stays a text, and is refused where it stands.
        said: dict[str, Any] = json.loads(
            line,
            object_pairs_hook=once,
            parse_int=lambda digits: int(digits) if len(digits) <= _MOST_DIGITS else digits,
        )
    except RecursionError as fault:
        raise RecordFault(sentence("this is no JSON object of a game: {fault}", fault=fault)) from None
    if record.names is not None and len(record.names) != record.players:
        raise RecordFault(sentence("names: {names} for {seats} seats", names=len(record.names), seats=record.players))
    return record, said


def decoded(line: bytes) -> Recorded:
    """Return what every line of records has, unchecked; raise ``RecordFault``, with the place, if it is no record."""
    if len(line) > LONGEST:
        raise RecordFault(sentence("a record has at most {bytes} bytes", bytes=LONGEST))
    if line.startswith(_BYTE_ORDER_MARK):
        raise RecordFault(sentence("a byte order mark stands before the record: write plain UTF-8"))
    try:
        line.decode()
        return msgspec.json.decode(line, type=Recorded)
    except msgspec.ValidationError as fault:
        raise _located(str(fault)) from None
    except UnicodeDecodeError as fault:
        bad = {"reason": fault.reason, "byte": fault.start}
        raise RecordFault(sentence("this is no UTF-8: {reason} (byte {byte})", **bad)) from None
    except (msgspec.DecodeError, RecursionError) as fault:
        raise RecordFault(sentence("this is no JSON object of a game: {fault}", fault=fault)) from None


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse duplicate keys: two readers could see two different games."""
    keys = dict(pairs)
    if len(keys) < len(pairs):
        [(name, _times)] = Counter([name for name, _value in pairs]).most_common(1)
        raise RecordFault(sentence("{key}: the key stands twice", key=name))
    return keys


def _located(why: str) -> RecordFault:
    """Turn a decoding error into a fault with its place in the record."""
    found = _PATH.search(why)
    if found is None:
        return RecordFault(why)
    *places, rest = found.groups()
    deal, action = (int(place) + 1 if place else None for place in places)
    rest = {"[0]": "seat", "[1]": "action"}.get(rest, rest) if action else rest
    return RecordFault(f"{rest}: {why[: found.start()]}" if rest else why[: found.start()], deal, action)


# Verifying


def replay(line: bytes, games: Mapping[str, Game[Any]]) -> Iterator[Run]:
    """Yield the one run of a record before its first deal, after each shuffle and each answer.

    Raises:
        RecordFault: the record breaks the rules; the first fault is named with its deal and action, once the steps
            before it have been yielded.
    """
    record, said = read(line)
    game = games.get(record.game)
    if game is None:
        known = ", ".join(games)
        raise RecordFault(
            sentence("game: there is no game {name}, there are {names}", name=repr(record.game[:40]), names=known)
        )
    at: int | None = None
    try:
        match = _match(game, record, said)
        scheme = game.one_seed(match)
        number = min(1, len(record.deals)) if scheme else len(record.deals)
        seeds = _seeds(record, number, scheme or SHUFFLE_VERSION)
        run = Run(match)
        yield run
        for at, deal in enumerate(record.deals, start=1):
            yield from _replayed(run, deal, said["deals"][at - 1], seeds[0 if scheme else at - 1] if seeds else None)
        at = None
        given = {key: said[key] for key in _GIVEN if key in said}
        _compare(said, _record(run, (), {}) | given, ("deals",))
    except RecordFault as fault:
        raise RecordFault(fault.why, at or fault.deal, fault.action) from None
    except RecursionError as fault:
        # A value can be nested as deeply as it can just be read, and be too deep for whatever comes after.
        raise RecordFault(sentence("this is no JSON object of a game: {fault}", fault=fault), at) from None


def run_at(record: str, deal: int, answers: int, games: Mapping[str, Game[Any]]) -> Run | None:
    """Return the run of a record after so many answers of a deal; None if it has none such.

    Raises:
        RecordFault: the record breaks the rules before that.
    """
    runs = replay(record.encode(), games)
    return next((run for run in runs if run.order and run.match.deal == deal and len(run.answers) == answers), None)


def verify(line: bytes, games: Mapping[str, Game[Any]]) -> Run:
    """Return the run of a record at its end; raise ``RecordFault``, with its place, if the record breaks the rules."""
    *_before, run = replay(line, games)
    return run


def _match(game: Game[Any], record: Recorded, said: Mapping[str, Any]) -> Match:
    usual = game.head({})
    chosen = {**record.options, **{key: said[key] for key, value in usual.items() if said.get(key, value) != value}}
    try:
        options = game.complete(record.players, chosen)
    except InvalidSetup as fault:
        raise RecordFault(f"options: {told(str(fault))}") from None
    dealer = record.deals[0].dealer if record.deals else 0
    if not 0 <= dealer < record.players:
        last = record.players - 1
        raise RecordFault(sentence("dealer: {dealer} is no seat, they are 0 to {last}", dealer=dealer, last=last), 1)
    return Match(game, record.players, options, dealer)


def _seeds(record: Recorded, number: int, scheme: str) -> tuple[bytes, ...]:
    """Return so many seeds, checked against their commitments if a record has both; none if it has none."""
    seeds, hashes = _hex("seed", record.seed, scheme, number), _hex("commitment", record.commitment, COMMITTED, number)
    for at, (seed, hashed) in enumerate(zip(seeds, hashes, strict=bool(seeds and hashes)), start=1):
        if commitment(seed) != hashed.hex():
            raise RecordFault(sentence("the commitment is not the SHA-256 of the seed"), at)
    return seeds


def _hex(key: str, said: str | None, scheme: str, number: int) -> tuple[bytes, ...]:
    """Read so many times 32 bytes after the name of a scheme; none if there is no text."""
    if said is None:
        return ()
    first, *words = said.split(" ")
    if first != scheme or len(words) != number or not all(map(_HEX.fullmatch, words)):
        why = N_("{key}: write {scheme} and 64 hex digits for each of the {deals} deals")
        why = N_("{key}: write {scheme} and 64 hex digits") if number == 1 else why
        raise RecordFault(sentence(why, key=key, scheme=scheme, deals=number))
    return tuple([bytes.fromhex(word) for word in words])


def _turn(asks: Ask | AskAny) -> str:
    return ", ".join(map(str, sorted([*asks.asked, *asks.free])))


def _replayed(run: Run, deal: RecordedDeal, said: Mapping[str, Any], seed: bytes | None) -> Iterator[Run]:
    """Play one deal of a record, and yield the run at every step."""
    match, game = run.match, run.game
    if not isinstance(run.asks, Shuffle):
        raise RecordFault(sentence("the game was over before this deal"))
    if deal.dealer != match.dealer:
        _compare({"dealer": deal.dealer}, {"dealer": match.dealer})
    before = match.before(match.deal)
    order = order_of(before, said, seed)
    run.shuffle(order)
    yield run
    for place, (seat, action) in enumerate(deal.actions, start=1):
        asks = run.asks
        if asks is None or isinstance(asks, Shuffle):
            raise RecordFault(sentence("the deal is over, and actions are left over"), action=place)
        if asks.offer(seat) is None:
            turn = {"seat": seat, "turn": _turn(asks)}
            raise RecordFault(sentence("seat {seat} acts, and it is the turn of seat {turn}", **turn), action=place)
        try:
            run.act(seat, run.read(seat, action))
        except Illegal:
            raise RecordFault(sentence("the rules do not allow {action}", action=action), action=place) from None
        yield run
    if len(match.sheets) == len(before.sheets):
        assert isinstance(run.asks, Ask | AskAny), "the deal goes on"
        missing = sentence("it is missing: it is the turn of seat {seat}", seat=_turn(run.asks))
        raise RecordFault(missing, action=len(deal.actions) + 1)
    right = _deal(before, *run.past[-1], match.sheets[-1])
    if game.unlay and _gathered(right["hands"]) != _gathered(said.get("hands")):
        raise RecordFault(sentence("hands: the rules give other ones"))
    # The cards have been compared with the pack, and lie in a hand in any order.
    _compare(said, right, next(iter(game.lay(before, range(len(order))))))


def order_of(match: Match, said: Mapping[str, Any], seed: bytes | None = None) -> Sequence[int]:
    """Return an order of the pack that deals the cards of a recorded deal, and check that its seed gives the same."""
    game = match.game
    if game.unlay is not None:
        try:
            return game.order(match, seed) if seed else game.unlay(match, said)
        except (LookupError, TypeError, ValueError, StopIteration):
            raise RecordFault(sentence("hands: nothing can be dealt so")) from None
    order = _order_of(match, said)
    if seed is None:
        return order
    drawn = game.order(match, seed)
    here, there = (game.shown(_laid(match, places)) for places in (order, drawn))
    if any(_gathered(here[key]) != _gathered(there[key]) for key in here):
        raise RecordFault(sentence("hands: the seed gives other ones"))
    return drawn


def _order_of(match: Match, deal: Mapping[str, Any]) -> list[int]:
    """Return an order of the pack that lays the cards out as recorded: a layout of places says where each goes."""
    pack = match.game.pack(match)
    free: dict[object, list[int]] = {}
    for place, card in enumerate(pack):
        free.setdefault(card.text, []).append(place)
    order: dict[int, int] = {}
    laid = match.game.lay(match, range(len(pack)))
    # Single cards first: one that lies in a hand as well is not taken twice.
    keys = sorted(laid, key=lambda key: isinstance(laid[key], list))
    for key, slots, cards in ((part, *row) for part in keys for row in _rows(laid[part], deal.get(part, []), part)):
        names = list(cards)
        for name in [pack[order[slot]].text for slot in slots if slot in order]:
            if name not in names:
                raise RecordFault(sentence("{key}: {card} is missing", key=key, card=name))
            names.remove(name)
        for slot, name in zip([slot for slot in slots if slot not in order], names, strict=False):
            places = free.get(name) if isinstance(name, str) else None
            if not places:
                raise RecordFault(sentence("{key}: the pack has no {card}, or not as often", key=key, card=name))
            order[slot] = places.pop()
    rest = iter([place for places in free.values() for place in places])
    return [order[slot] if slot in order else next(rest) for slot in range(len(pack))]


def _rows(slots: Any, said: Any, key: str) -> list[tuple[Sequence[int], Sequence[Any]]]:  # noqa: ANN401
    """Return the places of each hand, of a row, or of a single card, with what a record says of them."""
    if isinstance(slots, int):
        return [([slots], [said])]
    if not isinstance(said, list) or len(said) > len(slots):
        raise RecordFault(sentence("{key}: there are {number}", key=key, number=len(slots)))
    if not slots or not isinstance(slots[0], list):
        return [(slots, said)]
    for own, hand in zip_longest(slots, said, fillvalue=()):
        if not isinstance(hand, list) or len(hand) != len(own):
            raise RecordFault(sentence("{key}: they are not as many as are dealt", key=key))
    return list(zip(slots, said, strict=True))


def _gathered(cards: Any) -> Any:  # noqa: ANN401
    """Return cards so that their order within a hand does not matter."""
    if not isinstance(cards, list):
        return _plain(cards)
    return [sorted(_plain(hand), key=str) if isinstance(hand, list) else _plain(hand) for hand in cards]


def _compare(said: Mapping[str, Any], right: Mapping[str, Any], checked: Sequence[str] = ()) -> None:
    """Compare every key of a record, but for those that are checked, with what the rules give."""
    for key in [*right, *said]:
        if key in said and key in right and key in checked:
            continue
        if key not in right:
            raise RecordFault(sentence("{key}: there is no such key", key=key))
        if key not in said or msgspec.json.encode(said[key]) != msgspec.json.encode(right[key]):
            why = N_("{key}: {said} is said, and the rules give {right}")
            both = [str(one).lower() if isinstance(one, bool) else one for one in (said.get(key), _plain(right[key]))]
            raise RecordFault(sentence(why, key=key, said=both[0], right=both[1]))
