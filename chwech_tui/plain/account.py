"""The SSH keys of one's account by words: list, add, name and revoke them; pure."""

from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import count
from chwech_tui.errand import key_command
from chwech_tui.plain.command import Typed
from chwech_tui.plain.reading import number_of
from chwech_tui.plain.state import Reply, State, tell
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, RevokeKey
from protocol.text import clean_text

_SHORT: Final = 19
"""The characters of a fingerprint that are told: enough to tell keys apart."""

_WAYS: Final = "keys add adds one, keys name NUMBER TEXT names it, keys revoke NUMBER revokes it."


def keys(state: State, typed: Typed) -> Reply:
    """List the keys, or change one of them."""
    if state.remote is None:
        return tell(state, "You play on this machine alone: there is no account with keys.")
    match typed.words:
        case ():
            return Reply(state, sent=(ListKeys(0),))
        case ("add",):
            return Reply(state, sent=(OfferKey(0),))
        case ("name", number, _, *_):
            return _name(state, number, typed.text)
        case ("revoke", number, *sure):
            return _revoke(state, number, sure=sure == ["yes"])
    return tell(state, f"That is nothing to do with keys: {_WAYS}")


def _key(state: State, number: str) -> KeyEntry | None:
    place = number_of(number)
    return state.keys[place - 1] if place is not None and 0 < place <= len(state.keys) else None


def _name(state: State, number: str, text: str) -> Reply:
    key = _key(state, number)
    if key is None:
        return tell(state, "There is no key with that number: keys lists them.")
    name = clean_text(text.split(maxsplit=2)[-1], cells=40)
    return Reply(state, sent=(NameKey(0, key.key, name),))


def _revoke(state: State, number: str, *, sure: bool) -> Reply:
    """Revoke a key, once the person has said that they are sure: it cannot be taken back."""
    key = _key(state, number)
    if key is None:
        return tell(state, "There is no key with that number: keys lists them.")
    last = len(state.keys) == 1
    if not sure:
        lost = " It is your last: nobody can come back to this account then." if last else ""
        own = " You are here with it." if key.current else ""
        return tell(state, f"Nobody comes in by it then.{own}{lost} keys revoke {number} yes does it.")
    return Reply(state, sent=(RevokeKey(0, key.key, last),))


def keys_heard(state: State, news: Keys) -> Reply:
    """Tell the keys of the account."""
    lines = [_line(key, number) for number, key in enumerate(news.keys, 1)]
    none = "You have no key: a guest is forgotten. keys add keeps your name."
    return tell(replace(state, keys=news.keys), *(lines or [none]), _WAYS if lines else "")


def _line(key: KeyEntry, number: int) -> str:
    name, own = clean_text(key.name, cells=40), ", you are here with it" if key.current else ""
    return f"{number}. {clean_text(key.key, cells=_SHORT)}…{f', {name}' if name else ''}{own}."


def code_heard(state: State, news: KeyCode) -> Reply:
    """Tell the command that adds another key."""
    assert state.remote is not None, "nobody else has keys"
    minutes = count(max(1, news.seconds // 60), "minute")
    return tell(
        state,
        f"Within {minutes}, type on the other device: {key_command(state.remote, clean_text(news.code, cells=40))}",
    )
