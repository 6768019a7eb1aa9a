"""The tokens issued by servers, one for each address, in a file that only its owner can read."""

import os
from pathlib import Path
from typing import Final

import msgspec

FILE_NAME: Final = "tokens.json"
_LARGEST: Final = 1_000_000


class UnusableKeyring(ValueError):
    """The file cannot be read or written; the text says why."""


class TokenFile:
    """The file that stores a token for each server."""

    def __init__(self, data: Path) -> None:
        self._path = data / FILE_NAME

    def token(self, place: str) -> str:
        """Return the token for a server; an empty text for a new server.

        Raises:
            UnusableKeyring: the file exists but cannot be read.
        """
        return self._read().get(place, "")

    def keep(self, place: str, token: str) -> None:
        """Store the token of a server atomically.

        Raises:
            UnusableKeyring: the file cannot be written.
        """
        tokens = {**self._read(), place: token}
        draft = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(msgspec.json.format(msgspec.json.encode(tokens)))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self._path)
        except OSError as error:
            raise UnusableKeyring(f"{self._path} cannot be written: {error.strerror or error}") from error

    def _read(self) -> dict[str, str]:
        try:
            with self._path.open("rb") as file:
                return msgspec.json.decode(file.read(_LARGEST), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise UnusableKeyring(f"{self._path} cannot be read: {error.strerror or error}") from error
        except msgspec.DecodeError as error:
            raise UnusableKeyring(f"{self._path} is damaged ({error}): move it away to begin anew") from error
