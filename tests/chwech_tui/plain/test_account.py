"""One's account by words: another nickname, and the keys."""

from chwech_tui.errand import Join
from protocol.administration import Notice, ReportPerson
from protocol.contacts import Contacts, Friend, Invite, Invited, ListContacts, SetBlocked, SetFriend
from protocol.errors import ErrorCode
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, Rename, Renamed, RevokeKey
from protocol.lobby import Where
from protocol.messages import Accepted, Refused
from protocol.setup import Setup
from tests.chwech_tui.plain.talk import NOW, REMOTE, Talk
from tests.chwech_tui.plain.test_home import lobby
from tests.chwech_tui.stage import Stage

KEYS = (KeyEntry("SHA256:abcdefghijklmnop", NOW, "laptop", current=True), KeyEntry("SHA256:qrstuvwxyz", NOW))


def test_keys_are_listed_named_added_and_revoked() -> None:
    """By their numbers; a revocation asks first."""
    talk = Talk(REMOTE)
    talk.write("keys")
    assert talk.latest() == ListKeys(0)
    told = talk.hear(Keys(talk.number(ListKeys), "Megan", KEYS)).splitlines()
    assert told[0] == "1. SHA256:abcdefghijkl…: laptop, you are here with it."
    talk.write("keys name 2 old box")
    assert talk.latest() == NameKey(0, KEYS[1].key, "old box")
    talk.write("keys add")
    assert talk.latest() == OfferKey(0)
    code = talk.hear(KeyCode(talk.number(OfferKey), "abc-def", 600))
    assert code.startswith("Within 10 minutes, type on the other device: ssh -t chwech@cards.example keys join abc-def")
    assert talk.write("keys revoke 1") == "Nobody comes in by it then. You are here with it. keys revoke 1 yes does it."
    talk.write("keys revoke 1 yes")
    assert talk.latest() == RevokeKey(0, KEYS[0].key, last=False)


def test_a_command_of_a_nameless_server_is_explained() -> None:
    """Where the server does not know its own name, it is said what stands for it: with a code, and with a table."""
    talk = Talk(Join("this server", invitation="ssh -t chwech@HOST {code}"))
    talk.write("keys add")
    code = talk.hear(KeyCode(talk.number(OfferKey), "abc-def", 600)).splitlines()
    assert code == [
        "Within 10 minutes, type on the other device: ssh -t chwech@HOST keys join abc-def",
        "HOST is what you came here by.",
    ]
    talk.sit(Stage(Setup()).table())
    assert talk.write("invite").endswith("\nHOST is what you came here by.")


def test_wrong_words_about_keys_are_answered() -> None:
    """With what would be right; the last key is worth a warning."""
    talk = Talk(REMOTE)
    assert talk.write("keys name 1 x") == "There is no key with that number: keys lists them."
    assert talk.write("keys revoke 1").startswith("There is no key")
    assert talk.write("keys eat").startswith("That is nothing to do with keys")
    assert talk.hear(Keys(0, "Megan", ())) == "You have no key: a guest is forgotten. keys add keeps your name."
    talk.hear(Keys(0, "Megan", KEYS[:1]))
    assert "It is your last" in talk.write("keys revoke 1")


def test_another_nickname_is_taken() -> None:
    """By rename or p, as on the screens; without a name it is said what to write, and what that changes."""
    talk = Talk(REMOTE)
    assert talk.write("p").startswith("What shall the others call you? Write rename and the name.")
    assert "is free for others then" in talk.write("rename")
    talk.write("rename Bronwen")
    assert talk.latest() == Rename(0, "Bronwen")
    assert talk.hear(Renamed(talk.number(Rename), "Bronwen")) == "You are Bronwen now."
    assert talk.now.board.own == "Bronwen"


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
        "Ev[2Jil: blocked.",
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
    refused: Refused = Refused(talk.number(SetFriend), ErrorCode.UNKNOWN_PERSON, "nobody here has this name")
    assert talk.hear(refused) == "Nobody here has this name."


def test_whoever_is_blocked_is_not_heard() -> None:
    """What they said is hidden at once; to unblock them hears them again."""
    talk = lobby()
    talk.write("block Owain")
    assert talk.latest() == SetBlocked(0, "Owain")
    told = talk.hear(Contacts(talk.number(SetBlocked), blocked=("Owain",)))
    assert told == "You block Owain: neither hears or sees the other online."
    assert talk.now.board.ignored == {"Owain"}
    assert talk.hear(Invited("Owain", "red-sky")) == ""
    talk.write("unblock Owain")
    assert talk.latest() == SetBlocked(0, "Owain", blocked=False)
    assert talk.hear(Contacts(talk.number(SetBlocked))) == "You block Owain no longer."
    assert talk.now.board.ignored == frozenset()


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
    lines = ("friends", "friend Owain", "block Owain", "report Owain: shouts", "rename Bronwen", "keys", "tournament")
    for line in lines:
        assert talk.write(line) == "You play on this machine alone."
    assert talk.hear(Invited("Owain", "red-sky-lamp")) == ""
    assert len(talk.sent) == number


def test_somebody_is_reported() -> None:
    """The name stands before a colon and what is wrong behind it; the player reads that it has arrived."""
    talk = lobby()
    talk.write("report Siân Llewellyn: shouts: at everybody")
    assert talk.latest() == ReportPerson(0, "Siân Llewellyn", "shouts: at everybody")
    said = talk.hear(Accepted(talk.number(ReportPerson), 0))
    assert said == "Siân Llewellyn is reported to those who run the server."


def test_what_is_no_report() -> None:
    """Without a name or a text it says how a report is written."""
    talk = lobby()
    for line in ("report", "report Owain", "report : shouts", "report Owain:"):
        assert talk.write(line).startswith("Write the name, a colon and what is wrong")


def test_a_notice_is_told() -> None:
    """What those who run the server say is cleaned, and told with who says it."""
    talk = lobby()
    assert talk.hear(Notice("back at\x1b[2J ten")) == "From those who run the server: back at[2J ten"
