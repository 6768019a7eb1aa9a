"""The commands ``whoami`` and ``keys``: who the host takes the visitor for, and the keys of an account."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from protocol.errors import ErrorCode
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, RevokeKey, UseCode
from server.fronts.page import moment, named, quoted, unknown, worded
from server.fronts.ssh.commands.command import Command, CommandCaller, Document, expect
from server.fronts.ssh.commands.conversation import Conversation, Misuse, Refusal
from server.fronts.ssh.public_address import PublicAddress

_USAGE: Final = "whoami [--json]"


class WhoAmI(Document, frozen=True):
    """The identity of the visitor."""

    name: str
    """The nickname; empty for a new person, and for a guest, who gets one for each visit."""

    kind: str
    """``account``; ``new`` for a key without an account; ``guest`` if no key was shown."""

    key: str | None
    keys: int

    def text(self, place: PublicAddress) -> str:
        """Describe the identity in sentences."""
        match self.kind:
            case "guest":
                return _GUEST.format(name=f", {self.name}" if self.name else "")
            case "new":
                return place.fill(_NEW).format(key=self.key)
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


async def _who_am_i(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _USAGE, 0)
    key = caller.visitor.key or None
    try:
        async with caller.host() as host:
            name = named(host.welcome.name)
            if host.welcome.guest or key is None:
                return WhoAmI(name, "guest", key, 0)
            if not name:
                return WhoAmI("", "new", key, 0)
            found = await host.ask(ListKeys, Keys)
            return WhoAmI(name, "account", key, len(found.keys))
    except Refusal as refusal:
        if refusal.code == ErrorCode.NAME_NEEDED.value:
            return WhoAmI("", "new" if key else "guest", key, 0)
        raise


WHOAMI: Final = Command((_USAGE,), "say who you are here, and by which key", _who_am_i)


_LIST: Final = "keys [--json]"
_CODE: Final = "keys code [--json]"
_JOIN: Final = "keys join CODE [NAME]"
_NAME: Final = "keys name FINGERPRINT NAME"
_REVOKE: Final = "keys revoke FINGERPRINT [--last]"

_PREFIX: Final = "SHA256:"
_BEGINNING: Final = re.compile(r"[A-Za-z0-9+/]{4,43}")
_LONGEST_NAME: Final = 64
_LONGEST_CODE: Final = 40


_NO_ACCOUNT: Final = "You have no account here yet, and so no keys.\n"


class KeyLine(Struct, frozen=True):
    """One key of an account."""

    key: str
    name: str
    added_at: str
    current: bool


class KeysFound(Document, frozen=True):
    """The keys of an account."""

    account: str
    keys: tuple[KeyLine, ...]

    def text(self, place: PublicAddress) -> str:
        """Write two lines for each key; a star marks the key of this connection."""
        if not self.keys:
            return f"{self.account} has no key: nobody comes to this account.\n" if self.account else _NO_ACCOUNT
        lines = [f"The keys of {self.account}:"]
        for key in self.keys:
            mark = "*" if key.current else " "
            lines += ["", f"{mark} {key.key}", f"  {key.name or 'without a name'}, added {key.added_at[:10]}"]
        return "\n".join(lines) + "\n"


_HOST_IS: Final = " HOST is what you came here by."


class CodeFound(Document, frozen=True):
    """A one-time code that adds another key to the account."""

    code: str
    seconds: int
    command: str

    def text(self, place: PublicAddress) -> str:
        """Explain how to use the code."""
        minutes = max(1, self.seconds // 60)
        return (
            f"{self.code}\n\nOn the other device, type within {minutes} minute{'' if minutes == 1 else 's'}:\n\n"
            f"  {self.command}\n\nIts key then opens your account too.{'' if place.known else _HOST_IS}\n"
        )


async def _keys(words: Sequence[str], caller: CommandCaller) -> Document:
    if not words or words[0].startswith("-"):
        expect(words, _LIST, 0)
        async with caller.host() as host:
            return _found(await host.ask(ListKeys, Keys))
    what, rest = words[0], words[1:]
    match what:
        case "code":
            return await _offer(rest, caller)
        case "join":
            return await _join(rest, caller)
        case "name":
            return await _name(rest, caller)
        case "revoke":
            return await _revoke(rest, caller)
        case _:
            raise Misuse(unknown(what, ("code", "join", "name", "revoke"), "behind `keys`"))


async def _offer(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _CODE, 0)
    async with caller.host() as host:
        made = await host.ask(OfferKey, KeyCode)
    code = worded(made.code)
    return CodeFound(code, made.seconds, caller.visitor.place.ssh(f"keys join {code}"))


async def _join(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _JOIN, 1, len(words))
    code, name = words[0], " ".join(words[1:])[:_LONGEST_NAME]
    if not 0 < len(code) <= _LONGEST_CODE:
        raise Refusal(
            ErrorCode.INVALID_CODE.value, f"{quoted(code)} is no code: `keys code` on the other device gives one"
        )
    async with caller.host() as host:
        return _found(await host.ask(lambda number: UseCode(number, code, name), Keys))


async def _name(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _NAME, 2, len(words))
    beginning, name = _beginning(words[0]), named(" ".join(words[1:]))
    if not name:
        raise Misuse(f"the name has no letter or other visible character: write {_NAME}")
    async with caller.host() as host:
        key = await _whole(host, beginning)
        return _found(await host.ask(lambda number: NameKey(number, key, name), Keys))


async def _revoke(words: Sequence[str], caller: CommandCaller) -> Document:
    last = "--last" in words
    words = [word for word in words if word != "--last"]
    expect(words, _REVOKE, 1)
    beginning = _beginning(words[0])
    async with caller.host() as host:
        key = await _whole(host, beginning)
        return _found(await host.ask(lambda number: RevokeKey(number, key, last), Keys))


def _beginning(word: str) -> str:
    signs = word.removeprefix(_PREFIX)
    if not _BEGINNING.fullmatch(signs):
        raise Misuse(f"{quoted(word)} is no fingerprint: write its first 4 characters or more, as `keys` shows them")
    return _PREFIX + signs


async def _whole(host: Conversation, beginning: str) -> str:
    """Return the only key of the account that begins like this."""
    found = await host.ask(ListKeys, Keys)
    fitting = [entry.key for entry in found.keys if entry.key.startswith(beginning)]
    if not fitting:
        raise Refusal(ErrorCode.UNKNOWN_KEY.value, f"you have no key {quoted(beginning)}: `keys` lists yours")
    if len(fitting) > 1:
        raise Refusal(
            ErrorCode.UNKNOWN_KEY.value, f"{len(fitting)} keys begin with {quoted(beginning)}: write more of it"
        )
    return fitting[0]


def _found(keys: Keys) -> KeysFound:
    return KeysFound(named(keys.account), tuple(map(_line, keys.keys)))


def _line(entry: KeyEntry) -> KeyLine:
    return KeyLine(worded(entry.key), named(entry.name), moment(entry.added_at), entry.current)


KEYS: Final = Command(
    (_LIST, _CODE, _JOIN, _NAME, _REVOKE),
    "see, add, name and revoke the keys of your account",
    _keys,
    "`keys` lists them. To add another one, `keys code` here gives a code that holds once; on the other device, "
    "`keys join CODE` brings the key you have there to this account. A fingerprint may be cut short after four "
    "characters or more. Who revokes the last key needs --last: nobody can come back to the account then.",
)
