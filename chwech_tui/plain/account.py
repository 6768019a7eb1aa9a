"""One's account and the people of a server by words: nickname, keys, friends, blocks, invitations, reports; pure."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from chwech_tui.describe import host_words
from chwech_tui.errand import Join, Watch, key_command
from chwech_tui.errand import command as invitation
from chwech_tui.model.lobby import Lobby, acquaintances, notice_words, place_words, reported_words
from chwech_tui.model.people import RENAMING, shown_name
from chwech_tui.plain.home import named, others
from chwech_tui.plain.reading import called, english, number_of
from chwech_tui.plain.state import Reply, State, Typed, paged, tell
from protocol.administration import LONGEST_REPORT, Notice, ReportPerson
from protocol.contacts import Contacts, Invite, Invited, ListContacts, SetBlocked, SetFriend
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, Rename, Renamed, RevokeKey
from protocol.language import N_, _, ngettext
from protocol.messages import FromClient
from protocol.text import clean_text

_LONGEST = 64


def friends(state: State, _typed: Typed) -> Reply:
    """Ask for the list of friends and of the people who are blocked."""
    return Reply(state, sent=(ListContacts(0),))


def about(make: Callable[[str], FromClient]) -> Callable[[State, Typed], Reply]:
    """Return a command about a person, who may be named by the beginning of the name if they are here."""

    def act(state: State, typed: Typed) -> Reply:
        name = _person(state, typed.text)
        if not name:
            return tell(state, _("Whom? Write the name after it: people and friends tell names."))
        return Reply(state, sent=(make(name),))

    return act


def _person(state: State, text: str) -> str:
    """Return the name that is meant: of somebody who is here, or as it was typed."""
    return (
        named(text, [*state.board.company, *(one.name for one in others(state))])
        or clean_text(text, cells=_LONGEST)[:_LONGEST]
    )


def invite(state: State, typed: Typed) -> Reply:
    """Invite a person to this table or, without a name, tell the command by which others come."""
    table, remote = state.board.table, state.remote
    assert table is not None, "used at a table only"
    assert remote is not None, "used on servers only"
    if not typed.text:
        return tell(state, *come_by(remote, table.table))
    return Reply(state, sent=(Invite(0, _person(state, typed.text), table.table),))


def come_by(remote: Join | Watch, code: str) -> tuple[str, ...]:
    """Return the command by which others come to a table and, if need be, what stands in it for the server."""
    command = invitation(remote, code)
    return tuple(filter(None, (_("Others come by: {command}", command=command), host_words(command))))


def contacts_heard(state: State, news: Contacts, asked: FromClient | None) -> Reply:
    """Tell what a command has changed, or the lists that were asked for."""
    match asked:
        case SetFriend(name=name, friend=True):
            return tell(_heard_again(state, name), _("{name} is your friend now.", name=shown_name(name)))
        case SetFriend(name=name):
            return tell(state, _("{name} is not your friend any more.", name=shown_name(name)))
        case SetBlocked(name=name, blocked=True):
            board = replace(state.board, ignored=state.board.ignored | {shown_name(name)})
            done = _("You block {name}: neither hears or sees the other online.", name=shown_name(name))
            return tell(replace(state, board=board), done)
        case SetBlocked(name=name):
            return tell(_heard_again(state, name), _("You block {name} no longer.", name=shown_name(name)))
    return _list(state, news)


def _heard_again(state: State, name: str) -> State:
    return replace(state, board=replace(state.board, ignored=state.board.ignored - {shown_name(name)}))


def _list(state: State, news: Contacts) -> Reply:
    """Tell the friends, those first who are online, then who is blocked."""
    known = acquaintances(Lobby(), (), "", news)
    blocked = _("blocked")
    lines = [f"{one.name}: {place_words(one, away=True) or blocked}." for one in known]
    none = () if news.friends else (_("No friends yet: friend NAME follows somebody."),)
    return paged(state, (*none, *lines))


def invited_heard(state: State, news: Invited) -> Reply:
    """Tell who invites the person to which table, unless that person is ignored."""
    name, code = shown_name(news.name), clean_text(news.table, cells=40)
    if name in state.board.ignored or state.remote is None:
        return Reply(state)
    if state.at_table:
        return tell(state, _("{name} invites you: leave, then go {code}.", name=name, code=code))
    return tell(state, _("{name} invites you: go {code}.", name=name, code=code))


def told(state: State, command: Invite) -> Reply:
    """Tell that an invitation is on its way."""
    return tell(state, _("{name} is told, if they are online.", name=shown_name(command.name)))


def report(state: State, typed: Typed) -> Reply:
    """Report the person who is named before a colon, with what stands behind it."""
    name, _colon, text = typed.text.partition(":")
    name, text = clean_text(name, cells=_LONGEST)[:_LONGEST], clean_text(text, cells=LONGEST_REPORT)[:LONGEST_REPORT]
    if not name or not text:
        return tell(state, _("Write the name, a colon and what is wrong: report Megan: shouts at everybody"))
    return Reply(state, sent=(ReportPerson(0, name, text),))


def report_told(state: State, command: ReportPerson) -> Reply:
    """Tell that a report has arrived."""
    return tell(state, reported_words(shown_name(command.name)))


def notice_heard(state: State, news: Notice) -> Reply:
    """Tell what those who run the server say."""
    return tell(state, notice_words(news))


_SHORT: Final = 19
"""The characters of a fingerprint that are told: enough to tell keys apart."""

_NAME: Final = 24
"""The widest nickname that is told, in cells."""

_WAYS: Final = N_("keys add adds one, keys name NUMBER TEXT names it, keys revoke NUMBER revokes it.")
"""Marked for translation."""


def rename(state: State, typed: Typed) -> Reply:
    """Take another nickname; without one, tell what that changes."""
    name = clean_text(typed.text, cells=_NAME)
    if name:
        return Reply(state, sent=(Rename(0, name),))
    asked = _("What shall the others call you? Write {word} and the name.", word=called("rename"))
    return tell(state, asked, _(RENAMING))


def renamed(state: State, news: Renamed) -> Reply:
    """Use a new nickname from now on."""
    shown = clean_text(news.name, cells=_NAME)
    welcome = replace(state.welcome, name=news.name) if state.welcome is not None else None
    done = replace(state, welcome=welcome, board=replace(state.board, own=shown))
    return tell(done, _("You are {name} now.", name=shown))


def keys(state: State, typed: Typed) -> Reply:
    """List the keys, or change one of them."""
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


def keys_heard(state: State, news: Keys) -> Reply:
    """Tell the keys of the account."""
    known = replace(state, keys=news.keys)
    if not news.keys:
        return tell(known, _("You have no key: a guest is forgotten. keys add keeps your name."))
    return tell(known, *(_line(key, number) for number, key in enumerate(news.keys, 1)), _(_WAYS))


def _line(key: KeyEntry, number: int) -> str:
    own = _("you are here with it") if key.current else ""
    parts = (f"{clean_text(key.key, cells=_SHORT)}…", clean_text(key.name, cells=40), own)
    return f"{number}. {', '.join(filter(None, parts))}."


def code_heard(state: State, news: KeyCode) -> Reply:
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
