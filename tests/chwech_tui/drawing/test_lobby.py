"""The lobby in lines, as far as it tells the time."""

from msgspec.structs import replace

from chwech_tui.drawing.lobby import draw_entry, draw_table, online_words
from chwech_tui.model.cards import Strokes
from chwech_tui.model.ink import plain
from chwech_tui.model.lobby import Lobby
from protocol.setup import Arrangement, Clock, Setup
from protocol.table import TableEntry, TablePhase

NOW = 1_790_000_000.0
DAY = 86_400.0
MINE = TableEntry(
    "slow-owl",
    Setup("chwech", 4),
    TablePhase.PLAYING,
    ("Megan", "Owain", "Bot", "Bot"),
    "deal 1 of 8",
    yours=True,
    arrangement=Arrangement(Clock(3 * DAY)),
    turn="Megan",
    your_turn=True,
    deadline=NOW + 2.5 * DAY,
)


def about(entry: TableEntry) -> str:
    """Give what is said of a table."""
    lines = draw_table(entry, "revised rules", (200, 20), NOW, Strokes.PAINTED)
    return " ".join(" ".join(plain(line).split()) for line in lines)


def test_whose_turn_it_is_by_correspondence() -> None:
    """It is said after the seats, with the time that is left."""
    assert " It is your turn, 2 days left. Deal 1 of 8." in about(MINE)
    theirs = replace(MINE, turn="Owain", your_turn=False, deadline=NOW + 7200)
    assert " It is Owain's turn, 2 h left. " in about(theirs)
    long = replace(theirs, turn="Annalise Wilhelmina")
    assert " It is Annalise Wilhelmina's turn, 2 h left. " in about(long)
    assert " It is your turn. " in about(replace(MINE, deadline=None))
    assert "turn" not in about(replace(MINE, turn="", your_turn=False))


def test_the_line_of_a_table_calls_whose_turn_it_is() -> None:
    """What is left stands in place of the clock; of others' turns the list says nothing."""

    def told(entry: TableEntry) -> str:
        return plain(draw_entry(entry, 78, NOW, Strokes.PAINTED))

    assert told(MINE).split()[0] == "Play"
    assert "2 days" in told(MINE)
    theirs = told(replace(MINE, your_turn=False))
    assert theirs.startswith("Go on")
    assert "3 days" in theirs
    assert "45 min" in told(replace(MINE, deadline=NOW + 2700))
    assert "0 min" in told(replace(MINE, deadline=NOW - 5))


def test_before_the_server_has_answered_nobody_is_counted() -> None:
    """Whoever reads it is online, so a number that nobody knows is not told as none."""
    assert online_words(Lobby()) == "Online: –"
