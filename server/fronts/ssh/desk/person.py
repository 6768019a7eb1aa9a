"""The command ``whoami``: who the host takes one for, and by which key."""

from collections.abc import Sequence
from typing import Final

from protocol.errors import ErrorCode
from protocol.identity import Keys, ListKeys
from server.fronts.ssh.desk.command import Caller, Command, Document, expect
from server.fronts.ssh.desk.page import named
from server.fronts.ssh.desk.reply import Refusal

_USAGE: Final = "whoami [--json]"


class Person(Document, frozen=True):
    """Who somebody is."""

    name: str
    """The nickname; empty for somebody new, and for a guest, who gets one for each visit."""

    kind: str
    """``account``; ``new`` for a key that no account has; ``guest`` where no key was shown."""

    key: str | None
    """The fingerprint of the key that was shown."""

    keys: int
    """How many keys the account has."""

    def text(self) -> str:
        """Say it in sentences."""
        match self.kind:
            case "guest":
                return _GUEST.format(name=f", {self.name}" if self.name else "")
            case "new":
                return _NEW.format(key=self.key)
            case _:
                keys = "1 key" if self.keys == 1 else f"{self.keys} keys"
                return f"You are {self.name}. Your account has {keys}; you came with\n{self.key}\n"


_GUEST: Final = """\
You are a guest{name}: you have shown no key, so nobody can know you again.
Make a key with `ssh-keygen -t ed25519`, and come again to have a name here.
"""

_NEW: Final = """\
You are new here: no account has your key
{key}
Choose a name: `ssh chwech@HOST` asks for it. If you have an account already,
see `help keys` for how this key comes to it.
"""


async def _run(words: Sequence[str], caller: Caller) -> Document:
    expect(words, _USAGE, 0)
    key = caller.visitor.key or None
    try:
        async with caller.host() as host:
            name = named(host.welcome.name)
            if host.welcome.guest or key is None:
                return Person(name, "guest", key, 0)
            if not name:
                return Person("", "new", key, 0)
            found = await host.ask(ListKeys, Keys)
            return Person(name, "account", key, len(found.keys))
    except Refusal as refusal:
        if refusal.code == ErrorCode.NAME_NEEDED.value:
            return Person("", "new" if key else "guest", key, 0)
        raise


WHOAMI: Final = Command((_USAGE,), "say who you are here, and by which key", _run)
"""The command."""
