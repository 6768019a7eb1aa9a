"""The commands ``whoami`` and ``keys``: who the host takes the visitor for, and the keys of an account."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from protocol.errors import ErrorCode
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, RevokeKey, UseCode
from protocol.language import N_, _, ngettext
from protocol.wording import told
from server.fronts.page import hung, moment, named, quoted, unknown, worded
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
    unaccepted: str = ""
    """Why the key of a guest is not accepted; empty if none was shown."""

    def text(self, place: PublicAddress) -> str:
        """Describe the identity in sentences."""
        match self.kind:
            case "guest" if self.unaccepted:
                who = _("You are a guest, and will not be recognised next time:")
                lines = [*hung("", who), *hung("", told(self.unaccepted))]
            case "guest":
                who = (
                    _("You are a guest, {name}: you have shown no key, so nobody can know you again.", name=self.name)
                    if self.name
                    else _("You are a guest: you have shown no key, so nobody can know you again.")
                )
                lines = [*hung("", who), *hung("", _(_KEYLESS))]
            case "new":
                new = _("You are new here: no account has your key")
                lines = [*hung("", new), str(self.key), *hung("", place.fill(_(_NEW)))]
            case _known:
                known = ngettext(
                    "You are {name}. Your account has {n} key; you came with",
                    "You are {name}. Your account has {n} keys; you came with",
                    self.keys,
                    name=self.name,
                )
                lines = [*hung("", known), str(self.key)]
        return "\n".join(lines) + "\n"


_KEYLESS: Final = N_("Make a key with `ssh-keygen -t ed25519`, and come again to have a name here.")
"""What a guest can do, marked for translation."""

_NEW: Final = N_(
    "Choose a name: `ssh chwech@HOST` asks for it. If you have an account already, see `help keys` for how this key "
    "comes to it."
)
"""What a new person can do, marked for translation."""


async def _who_am_i(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _USAGE, 0)
    key, unaccepted = caller.visitor.key or None, caller.visitor.unaccepted
    try:
        async with caller.host() as host:
            name = named(host.welcome.name)
            if host.welcome.guest or key is None:
                return WhoAmI(name, "guest", key, 0, unaccepted)
            if not name:
                return WhoAmI("", "new", key, 0)
            found = await host.ask(ListKeys, Keys)
            return WhoAmI(name, "account", key, len(found.keys))
    except Refusal as refusal:
        if refusal.code == ErrorCode.NAME_NEEDED.value:
            return WhoAmI("", "new" if key else "guest", key, 0, unaccepted)
        raise


WHOAMI: Final = Command((_USAGE,), N_("say who you are here, and by which key"), _who_am_i)


_LIST: Final = "keys [--json]"
_CODE: Final = "keys code [--json]"
_JOIN: Final = "keys join CODE [NAME]"
_NAME: Final = "keys name FINGERPRINT NAME"
_REVOKE: Final = "keys revoke FINGERPRINT [--last]"

_PREFIX: Final = "SHA256:"
_BEGINNING: Final = re.compile(r"[A-Za-z0-9+/]{4,43}")
_LONGEST_NAME: Final = 64
_LONGEST_CODE: Final = 40


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
            if self.account:
                return _("{name} has no key: nobody comes to this account.", name=self.account) + "\n"
            return _("You have no account here yet, and so no keys.") + "\n"
        lines = [_("The keys of {name}:", name=self.account)]
        for key in self.keys:
            mark = "*" if key.current else " "
            name = key.name or _("without a name")
            lines += ["", f"{mark} {key.key}", "  " + _("{name}, added {date}", name=name, date=key.added_at[:10])]
        return "\n".join(lines) + "\n"


class CodeFound(Document, frozen=True):
    """A one-time code that adds another key to the account."""

    code: str
    seconds: int
    command: str

    def text(self, place: PublicAddress) -> str:
        """Explain how to use the code."""
        ask = ngettext(
            "On the other device, type within {n} minute:",
            "On the other device, type within {n} minutes:",
            max(1, self.seconds // 60),
        )
        opens = _("Its key then opens your account too.")
        host = "" if place.known else " " + _("HOST is what you came here by.")
        return "\n".join([self.code, "", ask, "", f"  {self.command}", "", *hung("", f"{opens}{host}"), ""])


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
        case _other:
            said = _("there is no {word} behind `keys`", word=quoted(what))
            raise Misuse(unknown(what, ("code", "join", "name", "revoke"), said))


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
        text = _("{word} is no code: `keys code` on the other device gives one", word=quoted(code))
        raise Refusal(ErrorCode.INVALID_CODE.value, text)
    async with caller.host() as host:
        return _found(await host.ask(lambda number: UseCode(number, code, name), Keys))


async def _name(words: Sequence[str], caller: CommandCaller) -> Document:
    expect(words, _NAME, 2, len(words))
    beginning, name = _beginning(words[0]), named(" ".join(words[1:]))
    if not name:
        raise Misuse(_("the name has no letter or other visible character: write {usage}", usage=_NAME))
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
        raise Misuse(
            _(
                "{word} is no fingerprint: write its first 4 characters or more, as `keys` shows them",
                word=quoted(word),
            )
        )
    return _PREFIX + signs


async def _whole(host: Conversation, beginning: str) -> str:
    """Return the only key of the account that begins like this."""
    found = await host.ask(ListKeys, Keys)
    fitting = [entry.key for entry in found.keys if entry.key.startswith(beginning)]
    if not fitting:
        text = _("you have no key {key}: `keys` lists yours", key=quoted(beginning))
        raise Refusal(ErrorCode.UNKNOWN_KEY.value, text)
    if len(fitting) > 1:
        text = ngettext(
            "{n} key begins with {key}: write more of it",
            "{n} keys begin with {key}: write more of it",
            len(fitting),
            key=quoted(beginning),
        )
        raise Refusal(ErrorCode.UNKNOWN_KEY.value, text)
    return fitting[0]


def _found(keys: Keys) -> KeysFound:
    return KeysFound(named(keys.account), tuple(map(_line, keys.keys)))


def _line(entry: KeyEntry) -> KeyLine:
    return KeyLine(worded(entry.key), named(entry.name), moment(entry.added_at), entry.current)


KEYS: Final = Command(
    (_LIST, _CODE, _JOIN, _NAME, _REVOKE),
    N_("see, add, name and revoke the keys of your account"),
    _keys,
    N_(
        "`keys` lists them. To add another one, `keys code` here gives a code that holds once; on the other device, "
        "`keys join CODE` brings the key you have there to this account. A fingerprint may be cut short after four "
        "characters or more. Who revokes the last key needs --last: nobody can come back to the account then."
    ),
)
