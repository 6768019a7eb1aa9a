"""The commands ``whoami`` and ``keys``: who the host takes the visitor for, and the keys of an account."""

import re
from typing import Final

from chwech_tui import lists
from chwech_tui.questions import Conversation, Refusal
from protocol.command_line import Misuse, Option
from protocol.errors import ErrorCode
from protocol.language import N_, _, ngettext, told
from protocol.people import KeyCode, Keys, ListKeys, NameKey, OfferKey, RevokeKey, UseCode
from server.fronts.page import blocks, hung, named, quoted, worded
from server.fronts.ssh.commands.command import CommandAnswer, CommandCaller, text_command

_KEYLESS: Final = N_("Make a key with `ssh-keygen -t ed25519`, and come again to have a name here.")
"""What a guest can do, marked for translation."""

_NEW: Final = N_(
    "Choose a name: `ssh chwech@HOST` asks for it. If you have an account already, see `help keys` for how this key "
    "comes to it."
)
"""What a new person can do, marked for translation."""


async def _who_am_i(caller: CommandCaller) -> CommandAnswer:
    key = caller.visitor.key or None
    try:
        async with caller.host() as host:
            name = named(host.welcome.name)
            if host.welcome.guest or key is None:
                return _who(caller, name, "guest")
            if not name:
                return _who(caller, "", "new")
            return _who(caller, name, "account", len((await host.ask(Keys, ListKeys)).keys))
    except Refusal as refusal:
        if refusal.code == ErrorCode.NAME_NEEDED.value:
            return _who(caller, "", "new" if key else "guest")
        raise


def _who(caller: CommandCaller, name: str, kind: str, keys: int = 0) -> CommandAnswer:
    """Describe the visitor: with an account, with a key that has none yet, or as a guest."""
    key, why = caller.visitor.key or None, caller.visitor.unaccepted if kind == "guest" else ""
    match kind:
        case "guest" if why:
            lines = [*hung("", _("You are a guest, and will not be recognised next time:")), *hung("", told(why))]
        case "guest":
            who = (
                _("You are a guest, {name}: without a key you will not be recognised next time.", name=name)
                if name
                else _("You are a guest: without a key you will not be recognised next time.")
            )
            lines = [*hung("", who), *hung("", _(_KEYLESS))]
        case "new":
            new = _("You are new here: no account has your key")
            lines = [*hung("", new), str(key), *hung("", caller.visitor.place.fill(_(_NEW)))]
        case _known:
            known = ngettext(
                "You are {name}. Your account has {n} key; you came with",
                "You are {name}. Your account has {n} keys; you came with",
                keys,
                name=name,
            )
            lines = [*hung("", known), str(key)]
    return CommandAnswer(lines, {"name": name, "kind": kind, "key": key, "keys": keys, "unaccepted": why})


_PREFIX: Final = "SHA256:"
_BEGINNING: Final = re.compile(r"[A-Za-z0-9+/]{4,43}")
_LONGEST_NAME: Final = 64
_LONGEST_CODE: Final = 40


async def _keys(caller: CommandCaller) -> CommandAnswer:
    return _found(await caller.ask(Keys, ListKeys))


async def _offer(caller: CommandCaller) -> CommandAnswer:
    made = await caller.ask(KeyCode, OfferKey)
    code, place = worded(made.code), caller.visitor.place
    command = place.ssh(f"keys join {code}")
    ask = ngettext(
        "On the other device, type within {n} minute:",
        "On the other device, type within {n} minutes:",
        max(1, made.seconds // 60),
    )
    opens = _("Its key then opens your account too.")
    which = "" if place.known else " " + _("Replace HOST with the address you connected to.")
    lines = [code, "", ask, "", f"  {command}", "", *hung("", f"{opens}{which}")]
    return CommandAnswer(lines, {"code": code, "seconds": made.seconds, "command": command})


async def _join(caller: CommandCaller, code: str, name: tuple[str, ...]) -> CommandAnswer:
    if not 0 < len(code) <= _LONGEST_CODE:
        text = _("{word} is no code: `keys code` on the other device gives one", word=quoted(code))
        raise Refusal(ErrorCode.INVALID_CODE.value, text)
    return _found(await caller.ask(Keys, UseCode, code, " ".join(name)[:_LONGEST_NAME]))


async def _name(caller: CommandCaller, fingerprint: str, name: tuple[str, ...]) -> CommandAnswer:
    wanted = named(" ".join(name))
    if not wanted:
        raise Misuse(_("the name has no letter or other visible character"))
    async with caller.host() as host:
        key = await _whole(host, fingerprint)
        return _found(await host.ask(Keys, NameKey, key, wanted))


async def _revoke(caller: CommandCaller, fingerprint: str, *, last: bool) -> CommandAnswer:
    async with caller.host() as host:
        key = await _whole(host, fingerprint)
        return _found(await host.ask(Keys, RevokeKey, key, last))


def _beginning(word: str) -> str:
    signs = word.removeprefix(_PREFIX)
    if not _BEGINNING.fullmatch(signs):
        raise ValueError(
            _("{word} is no fingerprint: write its first 4 characters or more, as `keys` shows them", word=quoted(word))
        )
    return _PREFIX + signs


async def _whole(host: Conversation, beginning: str) -> str:
    """Return the only key of the account that begins like this."""
    found = await host.ask(Keys, ListKeys)
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


def _found(keys: Keys) -> CommandAnswer:
    """Write the keys; a star marks the key of this connection."""
    return CommandAnswer(blocks([lists.keys(keys.keys, named(keys.account)).printed()]), keys)


_FINGERPRINT: Final = Option("FINGERPRINT", N_("4 characters of it or more, as `keys` shows them"), read=_beginning)

COMMANDS: Final = (
    text_command("whoami", N_("show who you are here, and your key"), _who_am_i),
    text_command(
        "keys",
        N_("see, add, name and revoke the keys of your account"),
        _keys,
        more=N_(
            "`keys` lists them. To add another one, `keys code` here gives a code that holds once; on the other "
            "device, `keys join CODE` brings the key you have there to this account."
        ),
    ),
    text_command("keys code", N_("make a code that adds another device's key to your account"), _offer),
    text_command(
        "keys join",
        N_("bring the key that you came with to the account that made the code"),
        _join,
        Option("CODE", N_("what `keys code` gives on the other device")),
        Option("NAME", N_("what the key is to be called"), many="*"),
    ),
    text_command(
        "keys name",
        N_("give a key a name"),
        _name,
        _FINGERPRINT,
        Option("NAME", N_("what the key is to be called"), many="+"),
    ),
    text_command(
        "keys revoke",
        N_("take a key from your account"),
        _revoke,
        _FINGERPRINT,
        Option("--last", N_("also the last one, without which nobody can come back to the account")),
    ),
)
"""The commands about people and their keys."""
