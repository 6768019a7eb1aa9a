"""The command ``verify``: replays records and prints one line for each that is invalid, or what was checked."""

import sys
from typing import Final

from msgspec import Struct

from games.kit.records import RecordFault
from protocol.command_line import escaped
from protocol.language import _, ngettext
from protocol.wording import told
from server.commands import daily_line
from server.commands.record_lines import UnreadableFileError, record_lines
from server.rules.records import count_deals, count_proven, name_of_game
from server.rules.registry import GAMES

HOLDS: Final = 0

FAULTY: Final = 1

UNREADABLE: Final = 2


class Checked(Struct, frozen=True):
    """How much of one or more files holds."""

    games: int = 0
    deals: int = 0
    proven: int = 0
    """The deals whose seed was checked against its commitment."""

    def __add__(self, other: "Checked") -> "Checked":
        """Return how much both hold."""
        return Checked(self.games + other.games, self.deals + other.deals, self.proven + other.proven)

    def text(self) -> str:
        """Write it in one line."""
        games = ngettext("{n} game holds", "{n} games hold", self.games)
        deals = ngettext("{n} deal played again", "{n} deals played again", self.deals)
        seeds = (
            ngettext("{n} seed checked against commitments", "{n} seeds checked against commitments", self.proven)
            if self.proven
            else _("no commitments")
        )
        return f"{games}: {deals}, {seeds}"


def main(*, files: tuple[str, ...], seeds: tuple[bytes, ...]) -> int:
    """Check the files, print each fault or what was checked, and return the exit status."""
    if daily_line.is_line(files):
        return daily_line.verify_line(" ".join(files), seeds)
    results = [_verify_file(name) for name in files]
    status = max(status for status, _checked in results)
    checked = sum((checked for _status, checked in results), start=Checked())
    if status == HOLDS and checked.games:
        print(checked.text())
    return status


def _verify_file(name: str) -> tuple[int, Checked]:
    status, records, checked = HOLDS, 0, Checked()
    try:
        for number, line in enumerate(record_lines(name), start=1):
            if not line.strip():
                continue
            records += 1
            try:
                checked += _check(line.rstrip(b"\r\n"))
            except RecordFault as fault:
                print(f"{escaped(name)}:{number}: {escaped(told(str(fault)))}", flush=True)
                status = FAULTY
    except UnreadableFileError as fault:
        print(f"chwech verify: {escaped(name)}: {fault}", file=sys.stderr)
        return UNREADABLE, checked
    if not records:
        print(f"chwech verify: {escaped(name)}: " + _("there is no record in it"), file=sys.stderr)
        return FAULTY, checked
    return status, checked


def _check(line: bytes) -> Checked:
    name = name_of_game(line)
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise RecordFault(_("game: there is no game {name}, there are {names}", name=repr(name[:40]), names=known))
    record = line.decode()
    for _moment in GAMES[name].replay(record):
        pass
    return Checked(1, count_deals(record), count_proven(record))
