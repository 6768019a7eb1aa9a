"""The commands ``verify`` and ``review``: replay recorded games, and look back at them."""

import codecs
import contextlib
import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, islice
from pathlib import Path
from typing import BinaryIO, Final

import msgspec
from msgspec.structs import replace

from games.kit.deck import commitment
from games.kit.records import LONGEST, RecordFault, read, verify
from games.kit.review import NoReview, Pace, turning_points
from games.registry import GAMES, reviewer
from protocol.archive import ReviewPart
from protocol.command_line import CommandFault, escaped
from protocol.daily import TITLE, DailyResult, compared, result_line
from protocol.language import LANGUAGES, _, ngettext, pgettext, speaking, told
from protocol.message import Seat
from server.bots.registry import BOTS, InvalidBot, read_bot
from server.fronts.page import hung, named
from server.host.daily_code import InvalidCode, Sealed, public_seed, read_code, result_in
from server.tables.seating import DAILY_GAME, LEVEL


def record_lines(name: str) -> Iterator[bytes]:
    """Yield each line of a file, or of ``-``, too long ones in part; raise ``CommandFault`` if it fails."""
    try:
        with contextlib.ExitStack() as closing:
            stream: BinaryIO = sys.stdin.buffer
            if name != "-":
                stream = closing.enter_context(open(name, "rb"))  # noqa: PTH123 - a name may be no path at all
            lines = _beginnings(stream)
            first = next(lines, b"")
            if b"\0" in first:
                # It is refused once, and not once for each line.
                raise CommandFault(_("it is no text: records are lines of JSON in UTF-8"))
            yield first.removeprefix(codecs.BOM_UTF8)
            yield from lines
    except (OSError, ValueError) as fault:
        raise CommandFault(getattr(fault, "strerror", None) or str(fault)) from None


def _beginnings(stream: BinaryIO) -> Iterator[bytes]:
    """Return each line, truncated just beyond the length of a record; the rest of a longer one is skipped."""
    while line := stream.readline(LONGEST + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)


HOLDS: Final = 0

FAULTY: Final = 1

UNREADABLE: Final = 2


def each_record(command: str, name: str, act: Callable[[bytes], object], report: Callable[[str], object]) -> int:
    """Do something with each record of a file, ``report`` each that is faulty, and return the exit status."""
    status, records = HOLDS, 0
    try:
        for number, line in enumerate(record_lines(name), start=1):
            if not line.strip():
                continue
            records += 1
            try:
                act(line.rstrip(b"\r\n"))
            except (RecordFault, NoReview) as fault:
                report(f"{escaped(name)}:{number}: {escaped(told(str(fault)))}")
                status = FAULTY
    except CommandFault as fault:
        print(f"chwech {command}: {escaped(name)}: {fault}", file=sys.stderr)
        return UNREADABLE
    if not records:
        print(f"chwech {command}: {escaped(name)}: " + _("there is no record in it"), file=sys.stderr)
        return FAULTY
    return status


def run_verify(*, files: tuple[str, ...], seeds: tuple[bytes, ...]) -> int:
    """Check the files, print each fault or what was checked, and return the exit status."""
    if is_line(files):
        return verify_line(" ".join(files), seeds)
    found: list[tuple[int, int]] = []
    report = functools.partial(print, flush=True)
    status = max(each_record("verify", name, lambda line: found.append(_check(line)), report) for name in files)
    if status == HOLDS:
        games = ngettext("{n} game holds", "{n} games hold", len(found))
        deals, proven = map(sum, zip(*found, strict=True))
        played = ngettext("{n} deal played again", "{n} deals played again", deals)
        checked = ngettext("{n} seed checked against commitments", "{n} seeds checked against commitments", proven)
        print(f"{games}: {played},", checked if proven else _("no commitments"))
    return status


def _check(line: bytes) -> tuple[int, int]:
    """Return how many deals a record that holds has, and how many of their seeds were checked against commitments."""
    record, _keys = read(line)
    verify(line, GAMES)
    return len(record.deals), record.seed.count(" ") if record.seed and record.commitment else 0


def is_line(words: Sequence[str]) -> bool:
    """Return True if the words of a command are those of a line, and no files."""
    return words[0].startswith(f"{TITLE} ") or (words[0] == TITLE and not Path(TITLE).exists())


def verify_line(line: str, seeds: Sequence[bytes]) -> int:
    """Print whether a line holds, and return the exit status; ``seeds`` are those that servers have revealed."""
    try:
        sealed = read_code(line.rsplit(maxsplit=1)[-1])
        seed, result = _played_daily(sealed, seeds)
    except InvalidCode as fault:
        print(_("The line does not hold: {fault}.", fault=told(str(fault))), file=sys.stderr)
        return FAULTY
    code = line.rsplit(maxsplit=1)[-1]
    if compared(line) not in _forms_of_line(replace(result, code=code)):
        right = result_line(replace(result, code=code))
        print(_("The line does not hold: its code stands for {line}", line=right), file=sys.stderr)
        return FAULTY
    print(_("The line holds: its game was played again from its code, to the same end."))
    if seed == public_seed(sealed.day):
        print(_("Its deals are those of everyone who played alone on {day}.", day=sealed.day))
    else:
        hashed = commitment(seed)
        print(_("Its deals are those of the server whose seal for {day} was {hash}.", day=sealed.day, hash=hashed))
    return HOLDS


def _played_daily(sealed: Sealed, seeds: Sequence[bytes]) -> tuple[bytes, DailyResult]:
    """Return the seed of a code, and its result; raise ``InvalidCode`` if it is none, or of another date."""
    for seed in (public_seed(sealed.day), *seeds):
        try:
            return seed, result_in(GAMES[DAILY_GAME], BOTS[DAILY_GAME][LEVEL], seed, sealed)
        except InvalidCode:
            continue
    if seeds:
        raise InvalidCode(_("its code belongs neither to this seed nor to a game played alone"))
    raise InvalidCode(_("it was not played alone; if on a server, add --seed with what that revealed after the day"))


def _forms_of_line(result: DailyResult) -> set[str]:
    """Return every way to write a result: in each language, with and without hints, which no game shows."""
    forms = set()
    for language in LANGUAGES:
        with speaking(language):
            forms |= {compared(result_line(replace(result, hinted=hinted))) for hinted in (False, True)}
    return forms


def run_review(
    *,
    file: str,
    seat: int | None,
    deal: int | None,
    every_choice: bool,
    quick: bool,
    as_json: bool,
    why: int | None,
    bot: str,
) -> int:
    """Print the review of each game, or why a bot has chosen so, and return the exit status."""
    numbers = count()

    def review(line: bytes) -> None:
        if why:
            _why(line, deal or 1, why, bot, as_json=as_json)
            return
        record = read(line)[0]
        deals = reviewer(record.game)(line.decode(), Pace.QUICK if quick else Pace.USUAL, deal or 0)
        # The first deal is reviewed before anything is printed: until then nothing of the record has been checked.
        begun = [*islice(deals, 1)]
        if seat is not None and not 0 <= seat < record.players:
            last = record.players - 1
            raise NoReview(_("--seat: there is no seat {seat}, they are 0 to {last}", seat=seat, last=last))
        if deal and not begun:
            raise NoReview(_("--deal: there is no deal {number} in this game", number=deal))
        shown = (replace(one, turning_points=turning_points(one.turns, seat)) for one in chain(begun, deals))
        if as_json:
            whole = {"players": record.players, "names": record.names or (), "deals": [*shown]}
            print(msgspec.json.encode(whole).decode(), flush=True)
            return
        if next(numbers):
            print()
        names, whole_game = seat_names(record.names or (), record.players), list[ReviewPart]()
        for one in shown:
            whole_game.append(one)
            print(*deal_lines(one, names, every_choice=every_choice), "", sep="\n", flush=True)
        print(*game_lines(whole_game, names), sep="\n", flush=True)

    return each_record("review", file, review, lambda said: print(f"chwech review: {said}", file=sys.stderr))


def _why(line: bytes, deal: int, turn: int, name: str, *, as_json: bool) -> None:
    """Print why a bot has chosen as it has."""
    # The bots, which nothing else here needs.
    from chwech_tui.model.game import GAMES as KINDS
    from chwech_tui.model.review import why_words
    from games.why import explain

    game = read(line)[0].game
    try:
        _bot, temper = read_bot(game, name)
    except (InvalidBot, KeyError):
        raise NoReview(_("--bot: there is no bot {name}", name=name)) from None
    one = explain(line.decode(), deal, turn, name.partition(":")[0], temper)
    if as_json:
        print(msgspec.json.encode({"players": 0, "deals": [ReviewPart(1, deal, (), (one,))]}).decode(), flush=True)
    else:
        print(*hung("", why_words(KINDS[game], one)), sep="\n", flush=True)


_INDENT: Final = "  "


def seat_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return what the seats are called; where names say too little, they are counted from 0, as in records."""
    called = tuple(named(name) for name in names)
    if not called:
        return tuple(_("seat {number}", number=seat) for seat in range(players))
    if len(set(called)) == len(called):
        return called
    return tuple(
        _("{name} (seat {number})", name=name, number=seat) if called.count(name) > 1 else name
        for seat, name in enumerate(called)
    )


def deal_lines(deal: ReviewPart, names: Sequence[str], *, every_choice: bool = False) -> Iterator[str]:
    """Write a deal as plain mode says it: its seats, its turning points, and if so wanted every choice."""
    # The words of the client, which nothing else here loads.
    from chwech_tui.model.ink import plain
    from chwech_tui.model.people import People
    from chwech_tui.model.review import choice_line, point_lines, seat_words, turn_line

    people = People(tuple(names))
    said = [*seat_words(deal.seats, people), *map(plain, point_lines(deal, people))]
    for turn in deal.turns if every_choice else ():
        if worth := plain(turn_line(turn)):
            did = pgettext("choice", "pass") if turn.action == "-" else plain(choice_line(turn.action))
            facts = {"trick": turn.trick, "name": people.name(turn.seat), "action": did, "worth": worth}
            said.append(_("trick {trick}: {name}, {action}: {worth}", **facts))
    yield _("Deal {number}", number=deal.deal)
    for line in said:
        yield from hung(_INDENT, line)


def game_lines(deals: Sequence[ReviewPart], names: Sequence[str]) -> Iterator[str]:
    """Write the whole game, and what the figures mean."""
    from chwech_tui.model.people import People
    from chwech_tui.model.review import seat_words, seats_of

    wrong = [one.seat for deal in deals for one in deal.turns if one.mistake]
    yield _("The game")
    for seat, words in enumerate(seat_words(seats_of(deals), People(tuple(names)))):
        made = ngettext("{n} mistake", "{n} mistakes", wrong.count(Seat(seat)))
        yield from hung(_INDENT, f"{words} {made}.")
    yield ""
    yield from hung("", _("Luck: what strong bots would have scored with these hands. Skill: the difference."))
    yield from hung("", _("Everything but the score is in points above the table's average, ± one standard error."))
    yield from hung("", _("A choice is a mistake if another was better by more than twice that and by half a point."))
