"""One's account by words: another nickname, and the keys."""

from chwech_tui.errand import Join
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, Rename, Renamed, RevokeKey
from protocol.setup import Setup
from tests.chwech_tui.plain.talk import NOW, REMOTE, Talk
from tests.chwech_tui.stage import Stage

KEYS = (KeyEntry("SHA256:abcdefghijklmnop", NOW, "laptop", current=True), KeyEntry("SHA256:qrstuvwxyz", NOW))


def test_keys_are_listed_named_added_and_revoked() -> None:
    """By their numbers; a revocation asks first."""
    talk = Talk(REMOTE)
    talk.write("keys")
    assert talk.latest() == ListKeys(0)
    told = talk.hear(Keys(talk.number(ListKeys), "Megan", KEYS)).splitlines()
    assert told[0] == "1. SHA256:abcdefghijkl…, laptop, you are here with it."
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
    assert talk.state.board.own == "Bronwen"


def test_nobody_is_called_anything_when_alone() -> None:
    """On one's own machine there is no name to take."""
    assert "on this machine alone" in Talk().write("rename Bronwen")
