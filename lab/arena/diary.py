"""The results of a contest as a file, so that it can go on later: a line for the contest, then a line for each deal."""

from typing import BinaryIO

from msgspec import DecodeError, ValidationError
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from lab.arena.contest import Contest, Round
from protocol.language import _

_CONTEST = Decoder(Contest)
_ROUND = Decoder(Round)


class InvalidDiary(ValueError):
    """A file that cannot be gone on with; the text says why."""


class Diary:
    """The deals of a contest that were played before, and those that follow."""

    def __init__(self, contest: Contest, name: str, *, takes_seed: bool) -> None:
        """Read the file of this name, or begin it; with an empty name nothing is kept.

        Args:
            contest: the contest to play.
            name: the file.
            takes_seed: the file's own seed holds, if it has one, in place of that of the contest.

        Raises:
            InvalidDiary: the file belongs to another contest, is damaged, or cannot be written.
        """
        self.contest = contest
        self.kept: tuple[Round, ...] = ()  # The deals that were played before.
        self._file: BinaryIO | None = None
        if name:
            try:
                self._file = open(name, "a+b")  # noqa: PTH123, SIM115 - a name is not a path until it is opened
                self._begin(name, takes_seed=takes_seed)
            except (OSError, ValueError) as fault:
                self.close()
                raise InvalidDiary(f"{name!r}: {getattr(fault, 'strerror', None) or fault}") from None

    def _begin(self, name: str, *, takes_seed: bool) -> None:
        assert self._file is not None
        self._file.seek(0)
        content = self._file.read()
        # A line that was being written when the program ended is not whole.
        whole = content[: content.rfind(b"\n") + 1]
        if not whole:
            self._file.truncate(0)
            self._write(encode(self.contest))
            return
        head, *lines = whole.splitlines()
        try:
            begun, self.kept = _CONTEST.decode(head), tuple(map(_ROUND.decode, lines))
        except (DecodeError, ValidationError) as fault:
            raise InvalidDiary(_("this is no file of a contest, or a damaged one: {reason}", reason=fault)) from None
        if takes_seed:
            self.contest = replace(self.contest, seed=begun.seed)
        if begun != self.contest:
            raise InvalidDiary(_("another contest is kept there: give the same options, or another file"))
        if [played.deal for played in self.kept] != list(range(1, len(self.kept) + 1)):
            raise InvalidDiary(_("deals are missing there: begin another file"))
        self._file.truncate(len(whole))

    def add(self, played: Round) -> None:
        """Keep a deal."""
        if self._file is not None:
            self._write(encode(replace(played, records=())))

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        self._file.write(line + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None
