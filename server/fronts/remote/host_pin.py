"""The fingerprint by which a front knows its host.

It comes with the address; else the first one that is seen is kept, and any other is refused. Each node of a cluster has
one of its own.
"""

import contextlib
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Final

from server.fronts.fault import FrontFault
from server.fronts.own_files import replace_file
from server.fronts.remote.host_address import SHA256, HostAddress, read_host_address

PIN_NAME: Final = "host_fingerprint"
"""The file in the data directory of a front."""


class HostPin:
    """The fingerprint that a front expects."""

    def __init__(self, data: Path, address: HostAddress) -> None:
        """Begin with the fingerprint of the address, else with the one that is kept for it.

        Raises:
            FrontFault: it is needed, and the file is damaged or cannot be read.
        """
        self._path = data / PIN_NAME
        self.address: Final = address
        self._known: dict[str, str] = {}
        self.expected = address.pin or self._read().get(str(address), "")

    def check(self, shown: str) -> bool:
        """Return True if this is the first fingerprint that is seen, which is kept.

        Raises:
            FrontFault: another one is expected.
            OSError: it cannot be kept.
        """
        if self.expected and shown != self.expected:
            named = self.address._replace(pin=shown)
            raise FrontFault(
                f"{self.address} shows another key than expected, so it may be somebody else: compare its "
                f"fingerprint, {shown}, with what chwech fronts shows on the machine of the host; only if they are "
                f"the same, start once with --server {named.option}"
            )
        first = not self.expected
        self.expected = shown
        with contextlib.suppress(FrontFault):
            self._known = self._read()
        if self._known.get(str(self.address)) != shown:
            self._known[str(self.address)] = shown
            lines = (f"{address} {pin}\n" for address, pin in self._known.items())
            replace_file(self._path, "".join(lines).encode("ascii"), synced=True)
        return first

    def _read(self) -> dict[str, str]:
        """Return the fingerprints by address; none before the first was seen.

        Raises:
            FrontFault: the file is damaged: whoever answers must not be trusted in its place.
        """
        text = self._text()
        try:
            return dict(map(_parse, text.split("\n"))) if text is not None else {}
        except ArgumentTypeError as problem:
            raise FrontFault(
                f"the fingerprint of the host in {self._path} is damaged: put the file back from a copy, or copy the "
                "line with #sha256= that chwech fronts shows on the machine of the host, and start with it once"
            ) from problem

    def _text(self) -> str | None:
        try:
            return self._path.read_text("utf-8-sig", errors="replace").strip()
        except FileNotFoundError:
            return None
        except OSError as problem:
            why = problem.strerror or problem
            raise FrontFault(f"the fingerprint of the host in {self._path} cannot be read: {why}") from problem


def _parse(line: str) -> tuple[str, str]:
    """Return the address and the fingerprint in a line of the file.

    Raises:
        ArgumentTypeError: it is damaged.
    """
    where, _, shown = line.partition(" ")
    found = read_host_address(f"{where}#{SHA256}{shown}")
    return str(found), found.pin
