"""Friends, blocks and invitations by words; pure."""

from collections.abc import Callable

from msgspec.structs import replace

from chwech_tui.describe import host_words
from chwech_tui.errand import Join, Watch
from chwech_tui.errand import command as invitation
from chwech_tui.model.lobby import acquaintances, where_words
from chwech_tui.model.people import shown_name
from chwech_tui.plain.command import Typed
from chwech_tui.plain.home import named
from chwech_tui.plain.state import Reply, State, paged, tell
from protocol.contacts import Contacts, Friend, Invite, Invited, ListContacts, SetBlocked, SetFriend
from protocol.language import N_, _
from protocol.lobby import Person, Where
from protocol.messages import FromClient
from protocol.text import clean_text

ALONE = N_("You play on this machine alone.")
"""Marked for translation."""

_LONGEST = 64


def friends(state: State, _typed: Typed) -> Reply:
    """Ask for the list of friends and of the people who are blocked."""
    return tell(state, _(ALONE)) if state.remote is None else Reply(state, sent=(ListContacts(0),))


def about(make: Callable[[str], FromClient]) -> Callable[[State, Typed], Reply]:
    """Return a command about a person, who may be named by the beginning of the name if they are here."""

    def act(state: State, typed: Typed) -> Reply:
        if state.remote is None:
            return tell(state, _(ALONE))
        name = _person(state, typed.text)
        if not name:
            return tell(state, _("Whom? Write the name after it: people and friends tell names."))
        return Reply(state, sent=(make(name),))

    return act


def _person(state: State, text: str) -> str:
    """Return the name that is meant: of somebody who is here, or as it was typed."""
    own = state.welcome.name if state.welcome is not None else ""
    here = [*state.board.company, *(one.name for one in acquaintances(state.lobby, state.board.ignored, own))]
    return named(text, here) or clean_text(text, cells=_LONGEST)[:_LONGEST]


def invite(state: State, typed: Typed) -> Reply:
    """Invite a person to this table or, without a name, tell the command by which others come."""
    table, remote = state.board.table, state.remote
    if table is None or remote is None:
        return tell(state, _("You play on this machine alone: nobody can come."))
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
    online = sorted(news.friends, key=lambda friend: friend.where is None)
    blocked = [_("Blocked: {name}.", name=shown_name(name)) for name in news.blocked]
    lines = [f"{shown_name(friend.name)}: {_place(friend)}." for friend in online]
    return paged(state, (*(lines or [_("No friends yet: friend NAME follows somebody.")]), *blocked))


def _place(friend: Friend) -> str:
    """Return where a friend is."""
    if friend.where is None:
        return _("not online")
    if friend.where is Where.LOBBY:
        return _("in the lobby")
    return where_words(Person(friend.name, friend.where, friend.table)) or _("online")


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
