"""Friends, blocks and invitations by words."""

from protocol.contacts import Contacts, Friend, Invite, Invited, ListContacts, SetBlocked, SetFriend
from protocol.errors import ErrorCode
from protocol.lobby import Where
from protocol.messages import Accepted, Refused
from protocol.setup import Setup
from protocol.vocabulary import View
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.plain.test_home import lobby
from tests.chwech_tui.stage import Stage


def test_friends_are_told_with_where_they_are() -> None:
    """Whoever is online comes first; the blocked are named, too; an empty list says how to begin one."""
    talk = lobby()
    talk.write("friends")
    assert talk.latest() == ListContacts(0)
    friends = (
        Friend("Megan"),
        Friend("Nia", Where.LOBBY),
        Friend("Rhys", Where.TABLE, "red-sky"),
        Friend("Huw", Where.ELSEWHERE),
    )
    assert talk.hear(Contacts(talk.number(ListContacts), friends, ("Ev\x1b[2Jil",))).splitlines() == [
        "Nia: in the lobby.",
        "Rhys: red-sky.",
        "Huw: online.",
        "Megan: not online.",
        "Blocked: Ev[2Jil.",
    ]
    talk.write("friends")
    assert talk.hear(Contacts(talk.number(ListContacts))) == "No friends yet: friend NAME follows somebody."


def test_a_person_is_followed_by_name() -> None:
    """The beginning of a name does for somebody who is here; anybody else is named whole."""
    talk = lobby()
    talk.write("friend ow")
    assert talk.latest() == SetFriend(0, "Owain")
    assert talk.hear(Contacts(talk.number(SetFriend))) == "Owain is your friend now."
    talk.write("unfriend Siân Llewellyn")
    assert talk.latest() == SetFriend(0, "Siân Llewellyn", friend=False)
    assert talk.hear(Contacts(talk.number(SetFriend))) == "Siân Llewellyn is not your friend any more."
    assert talk.write("friend").startswith("Whom?")
    talk.write("friend Nobody")
    refused: Refused[View] = Refused(talk.number(SetFriend), ErrorCode.UNKNOWN_PERSON, "nobody here has this name")
    assert talk.hear(refused) == "Nobody here has this name."


def test_whoever_is_blocked_is_not_heard() -> None:
    """What they said is hidden at once; to unblock them hears them again."""
    talk = lobby()
    talk.write("block Owain")
    assert talk.latest() == SetBlocked(0, "Owain")
    told = talk.hear(Contacts(talk.number(SetBlocked), blocked=("Owain",)))
    assert told == "You block Owain: neither hears or sees the other online."
    assert talk.state.board.ignored == {"Owain"}
    assert talk.hear(Invited("Owain", "red-sky")) == ""
    talk.write("unblock Owain")
    assert talk.latest() == SetBlocked(0, "Owain", blocked=False)
    assert talk.hear(Contacts(talk.number(SetBlocked))) == "You block Owain no longer."
    assert talk.state.board.ignored == frozenset()


def test_invitations_name_the_way() -> None:
    """In the lobby one can go at once, from a table after leaving it."""
    talk = lobby()
    assert talk.hear(Invited("Owain", "red-sky-lamp")) == "Owain invites you: go red-sky-lamp."
    talk.sit(Stage(Setup()).table())
    assert talk.hear(Invited("Owain", "red-sky-lamp")) == "Owain invites you: leave, then go red-sky-lamp."


def test_a_person_is_invited_by_name() -> None:
    """Without a name the command is told by which others come, as before."""
    talk = lobby()
    table = Stage(Setup()).table()
    talk.sit(table)
    assert talk.write("invite") == f"Others come by: chwech join cards.example {table.table}"
    talk.write("invite Huw")
    assert talk.latest() == Invite(0, "Huw", table.table)
    assert talk.hear(Accepted(talk.number(Invite), 0)) == "Huw is told, if they are online."


def test_alone_there_is_nobody_to_follow() -> None:
    """On one's own machine the words say so, and send nothing."""
    talk = Talk()
    number = len(talk.sent)
    for line in ("friends", "friend Owain", "block Owain"):
        assert talk.write(line) == "You play on this machine alone."
    assert talk.hear(Invited("Owain", "red-sky-lamp")) == ""
    assert len(talk.sent) == number
