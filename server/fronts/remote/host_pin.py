"""The fingerprint by which a front knows its host.

It comes with the address; else the first one that is seen is kept, and any other is refused.
"""

from pathlib import Path
from typing import Final

from server.fronts.fault import FrontFault
from server.fronts.own_files import replace_file
from server.fronts.remote.host_address import HostAddress

PIN_NAME: Final = "host_fingerprint"
"""The file in the data directory of a front."""


class HostPin:
    """The fingerprint that a front expects."""

    def __init__(self, data: Path, address: HostAddress) -> None:
        """Begin with the fingerprint of the address, else with the one that is kept for it.

        Raises:
            FrontFault: the file cannot be read.
        """
        self._path = data / PIN_NAME
        self._address = address
        self.expected = address.pin or self._kept()

    def check(self, shown: str) -> bool:
        """Return True if this is the first fingerprint that is seen, which is kept.

        Raises:
            FrontFault: another one is expected.
            OSError: it cannot be kept.
        """
        if self.expected and shown != self.expected:
            named = self._address._replace(pin=shown)
            raise FrontFault(
                f"{self._address} shows another key than expected, so it may be somebody else: compare its "
                f"fingerprint, {shown}, with what chwech fronts shows on the machine of the host; only if they are "
                f"the same, start once with --server {named.option}"
            )
        first = not self.expected
        self.expected = shown
        if self._kept() != shown:
            replace_file(self._path, f"{self._address} {shown}\n".encode("ascii"), synced=True)
        return first

    def _kept(self) -> str:
        try:
            words = self._path.read_text(encoding="ascii").split()
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as problem:
            raise FrontFault(f"the fingerprint of the host in {self._path} cannot be read: {problem}") from problem
        return words[1] if len(words) == 2 and words[0] == str(self._address) else ""
