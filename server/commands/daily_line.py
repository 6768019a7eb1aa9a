"""Checks the line of a deal of the day: plays its game again, and compares what the line says."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from games.kit.deck import commitment
from protocol.catalogues import catalogue
from protocol.daily import TITLE, DailyResult, compared, result_line
from protocol.language import LANGUAGES, _, speaking
from protocol.wording import told
from server.bots.registry import BOTS
from server.host.daily.code import InvalidCode, Sealed, public_seed, read_code, result_in
from server.rules.registry import GAMES
from server.tables.daily import DAILY_GAME, LEVEL

HOLDS: Final = 0
FAULTY: Final = 1


def is_line(words: Sequence[str]) -> bool:
    """Return True if the words of a command are those of a line, and no files."""
    return words[0].startswith(f"{TITLE} ") or (words[0] == TITLE and not Path(TITLE).exists())


def verify_line(line: str, seeds: Sequence[bytes]) -> int:
    """Print whether a line holds, and return the exit status; ``seeds`` are those that servers have revealed."""
    try:
        sealed = read_code(line.rsplit(maxsplit=1)[-1])
        seed, result = _played(sealed, seeds)
    except InvalidCode as fault:
        print(_("The line does not hold: {fault}.", fault=told(str(fault))), file=sys.stderr)
        return FAULTY
    code = line.rsplit(maxsplit=1)[-1]
    if compared(line) not in _forms(replace(result, code=code)):
        right = result_line(replace(result, code=code))
        print(_("The line does not hold: its code stands for {line}", line=right), file=sys.stderr)
        return FAULTY
    print(_("The line holds: its game was played again from its code, to the same end."))
    if seed == public_seed(sealed.day):
        print(_("Its deals are those of everybody who played alone on {day}.", day=sealed.day))
    else:
        hashed = commitment(seed)
        print(_("Its deals are those of the server whose seal for {day} was {hash}.", day=sealed.day, hash=hashed))
    return HOLDS


def _played(sealed: Sealed, seeds: Sequence[bytes]) -> tuple[bytes, DailyResult]:
    """Return the seed that a code was written with, and the result.

    Raises:
        InvalidCode: it is none of these, nor that of the date.
    """
    for seed in (public_seed(sealed.day), *seeds):
        try:
            return seed, result_in(GAMES[DAILY_GAME], BOTS[DAILY_GAME][LEVEL], seed, sealed)
        except InvalidCode:
            continue
    if seeds:
        raise InvalidCode(_("its code belongs neither to this seed nor to whoever played alone"))
    raise InvalidCode(_("it was not played alone; if on a server, add --seed with what that revealed after the day"))


def _forms(result: DailyResult) -> set[str]:
    """Return every way to write a result: in each language, with and without hints, which no game shows."""
    forms = set()
    for language in LANGUAGES:
        with speaking(language, catalogue):
            forms |= {compared(result_line(replace(result, hinted=hinted))) for hinted in (False, True)}
    return forms
