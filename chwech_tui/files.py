"""The files that the client writes on this machine: the tokens of servers, and copies of records."""

import os
from codecs import BOM_UTF8
from pathlib import Path
from typing import Final

import msgspec

from protocol.command_line import Misuse
from protocol.language import _
from protocol.text import clean_text

FILE_NAME: Final = "tokens.json"
_PLACES: Final = 3  # The most servers that are listed.
_LARGEST: Final = 1_000_000


class UnusableKeyring(Misuse):
    """The file cannot be read or written; the text says why."""


class TokenFile:
    """The file that stores a token for each server."""

    def __init__(self, data: Path) -> None:
        self._path = data / FILE_NAME

    def token(self, place: str) -> str:
        """Return the token for a server, empty for a new one, or raise ``UnusableKeyring``."""
        return self._read().get(place, "")

    def keep(self, place: str, token: str) -> None:
        """Store the token of a server atomically, or raise ``UnusableKeyring``."""
        # The newest stands last.
        tokens = {**{other: known for other, known in self._read().items() if other != place}, place: token}
        draft = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(tokens)))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
        except OSError as error:
            raise UnusableKeyring(
                _("{path} cannot be written: {reason}", path=self._path, reason=error.strerror or error)
            ) from error

    def places(self) -> tuple[str, ...]:
        """Return the servers that the player joined last, as ``chwech join`` takes them; none if there is no such file.

        A server that is reached over SSH has no token, a program of the player's has a name behind the address.
        """
        try:
            known = [place for place in self._read() if " " not in place][::-1][:_PLACES]
        except UnusableKeyring:
            return ()
        return tuple(
            place.removeprefix("ssh://") if place.startswith("ssh://") else f"tcp://{place}" for place in known
        )

    def _read(self) -> dict[str, str]:
        try:
            with self._path.open("rb") as file:
                return msgspec.json.decode(file.read(_LARGEST).removeprefix(BOM_UTF8), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise UnusableKeyring(
                _("{path} cannot be read: {reason}", path=self._path, reason=error.strerror or error)
            ) from error
        except msgspec.DecodeError as error:
            raise UnusableKeyring(
                _("{path} is damaged ({fault}): move it away to start afresh", path=self._path, fault=error)
            ) from error


class UnusablePath(ValueError):
    """The file cannot be created; the text says why."""


def whole_path(path: str) -> str:
    """Return where a path leads, from the root of the file system; ``~`` is the home directory."""
    try:
        return str(Path(path).expanduser().absolute())
    except (OSError, RuntimeError):
        return path


def keep_copy(path: str, text: str) -> str:
    """Write a text to a new file, or raise ``UnusablePath``; ``~`` is the home directory. Return the absolute path."""
    shown = clean_text(path, cells=60) or _("an empty path")
    try:
        target = Path(path).expanduser().absolute()
        stream = target.open("x", encoding="utf-8", newline="")
    except FileExistsError:
        raise UnusablePath(_("the file {path} already exists: choose another name", path=shown)) from None
    except (OSError, RuntimeError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise UnusablePath(_("cannot create {path}: {reason}", path=shown, reason=reason)) from None
    try:
        with stream:
            stream.write(text)
    except OSError as problem:
        target.unlink(missing_ok=True)
        raise UnusablePath(
            _("the file {path} cannot be written: {reason}", path=shown, reason=problem.strerror)
        ) from None
    return str(target)
