"""From messages of a client to commands of a table."""

from protocol.game import Answer
from protocol.lobby import SayInLobby
from protocol.messages import Act, LeaveTable
from server.tables.log import cause_of, verb_of
from tests.protocol.examples import FROM_CLIENT

WORDS = {
    *("OpenTable", "JoinTable", "QuickTable", "Rematch", "LeaveTable", "Begin", "Continue", "Act", "SetAway"),
    *("Resign", "SetPause", "SetReady", "FillSeats", "RemoveSeat", "GiveHost", "Say", "SayPhrase", "SayInLobby"),
}
"""How logs name what people have asked for, ever since there are logs."""


def test_the_words_of_logs_never_change() -> None:
    """Every command that is kept has the word that logs have always had for it."""
    assert {verb_of(message) for message in FROM_CLIENT.values()} >= WORDS


def test_a_command_may_be_renamed() -> None:
    """What is stored follows from the name on the wire, whatever the program calls it."""

    class Shout(SayInLobby, frozen=True, tag="say_in_lobby"):
        """Another name for the same."""

    assert cause_of("ann", Shout(7, "hey")) == cause_of("ann", SayInLobby(7, "hey"))


def test_what_is_asked_belongs_to_the_cause() -> None:
    """Two commands that differ in any value but their id and table have different causes, for every game."""
    plays = [Act(7, 4, Answer(card)) for card in ("9H", "KH")]
    assert cause_of("ann", plays[0]) != cause_of("ann", plays[1])
    going = [LeaveTable(8, table) for table in ("", "quiet-nine")]
    assert cause_of("ann", going[0]) == cause_of("ann", going[1])
