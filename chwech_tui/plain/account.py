"""One's account by words: another nickname, and its SSH keys; pure."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import host_words
from chwech_tui.errand import key_command
from chwech_tui.plain.command import Typed
from chwech_tui.plain.lexicon import called, english
from chwech_tui.plain.reading import number_of
from chwech_tui.plain.state import Reply, State, tell
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, Rename, Renamed, RevokeKey
from protocol.language import N_, _, ngettext
from protocol.text import clean_text

_SHORT: Final = 19
"""The characters of a fingerprint that are told: enough to tell keys apart."""

_NAME: Final = 24
"""The widest nickname that is told, in cells."""

_WAYS: Final = N_("keys add adds one, keys name NUMBER TEXT names it, keys revoke NUMBER revokes it.")
"""Marked for translation."""


def rename(state: State, typed: Typed) -> Reply:
    """Take another nickname; without one, tell what that changes."""
    if state.remote is None:
        return tell(state, _("You play on this machine alone: nobody calls you by a name."))
    name = clean_text(typed.text, cells=_NAME)
    if name:
        return Reply(state, sent=(Rename(0, name),))
    changes = _(
        "The name that you have now is free for others then. Tables where you have a seat already keep it, "
        "and so do the games that you have played."
    )
    return tell(state, _("What shall the others call you? Write {word} and the name.", word=called("rename")), changes)


def heard(state: State, news: Renamed | Keys | KeyCode) -> Reply:
    """Tell the new nickname, the keys, or how one is added."""
    match news:
        case Renamed(name=name):
            return _renamed(state, name)
        case Keys():
            return _keys_heard(state, news)
        case _:
            return _code_heard(state, news)


def _renamed(state: State, name: str) -> Reply:
    """Use a new nickname from now on."""
    shown = clean_text(name, cells=_NAME)
    welcome = replace(state.welcome, name=name) if state.welcome is not None else None
    done = replace(state, welcome=welcome, board=replace(state.board, own=shown))
    return tell(done, _("You are {name} now.", name=shown))


def keys(state: State, typed: Typed) -> Reply:
    """List the keys, or change one of them."""
    if state.remote is None:
        return tell(state, _("You play on this machine alone: there is no account with keys."))
    match tuple(map(english, typed.words)):
        case ():
            return Reply(state, sent=(ListKeys(0),))
        case ("add",):
            return Reply(state, sent=(OfferKey(0),))
        case ("name", number, _word, *_words):
            return _name(state, number, typed.text)
        case ("revoke", number, *sure):
            return _revoke(state, number, sure=sure == ["yes"])
    return tell(state, _("That is nothing to do with keys: {ways}", ways=_(_WAYS)))


def _key(state: State, number: str) -> KeyEntry | None:
    place = number_of(number)
    return state.keys[place - 1] if place is not None and 0 < place <= len(state.keys) else None


def _no_key(state: State) -> Reply:
    return tell(state, _("There is no key with that number: keys lists them."))


def _name(state: State, number: str, text: str) -> Reply:
    key = _key(state, number)
    if key is None:
        return _no_key(state)
    name = clean_text(text.split(maxsplit=2)[-1], cells=40)
    return Reply(state, sent=(NameKey(0, key.key, name),))


def _revoke(state: State, number: str, *, sure: bool) -> Reply:
    """Revoke a key, once the person has said that they are sure: it cannot be taken back."""
    key = _key(state, number)
    if key is None:
        return _no_key(state)
    last = len(state.keys) == 1
    if sure:
        return Reply(state, sent=(RevokeKey(0, key.key, last),))
    lines = (
        _("Nobody comes in by it then."),
        _("You are here with it.") if key.current else "",
        _("It is your last: nobody can come back to this account then.") if last else "",
        _("keys revoke {number} yes does it.", number=number),
    )
    return tell(state, " ".join(filter(None, lines)))


def _keys_heard(state: State, news: Keys) -> Reply:
    """Tell the keys of the account."""
    known = replace(state, keys=news.keys)
    if not news.keys:
        return tell(known, _("You have no key: a guest is forgotten. keys add keeps your name."))
    return tell(known, *(_line(key, number) for number, key in enumerate(news.keys, 1)), _(_WAYS))


def _line(key: KeyEntry, number: int) -> str:
    own = _("you are here with it") if key.current else ""
    parts = (f"{clean_text(key.key, cells=_SHORT)}…", clean_text(key.name, cells=40), own)
    return f"{number}. {', '.join(filter(None, parts))}."


def _code_heard(state: State, news: KeyCode) -> Reply:
    """Tell the command that adds another key."""
    assert state.remote is not None, "nobody else has keys"
    command = key_command(state.remote, clean_text(news.code, cells=40))
    told = ngettext(
        "Within {n} minute, type on the other device: {command}",
        "Within {n} minutes, type on the other device: {command}",
        max(1, news.seconds // 60),
        command=command,
    )
    return tell(state, told, host_words(command))
