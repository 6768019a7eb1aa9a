"""What is drawn where people gather: how the table is run, when the game begins, how others come."""

from chwech_tui.drawing.panel import draw_gathering
from chwech_tui.model.board import Board, seated
from protocol.tableview import TablePhase
from tests.chwech_tui.values import KIND, table


def drawn(width: int, invitation: str, height: int = 20) -> list[str]:
    """Give the lines."""
    picture = draw_gathering(seated(Board(), table(None, TablePhase.GATHERING), KIND), (width, height), invitation)
    return ["".join(span.text for span in line).rstrip() for line in picture]


def test_the_invitation_stands_beside_its_label() -> None:
    """Where there is room for both."""
    assert drawn(78, "ssh -t chwech@cards.example quiet-nine")[-2:] == [
        "",
        "Others come with: ssh -t chwech@cards.example quiet-nine",
    ]


def test_a_long_invitation_has_a_line_of_its_own() -> None:
    """It is not cut where it need not be."""
    long = "ssh -p 2222 -t chwech@cards.of.a.very.long.name.example amber-river-stone"
    assert drawn(78, long)[-2:] == ["Others come with:", long]


def test_an_invitation_that_is_too_long_goes_on_below() -> None:
    """No word of it is lost."""
    long = f"ssh -p 2222 -t chwech@{'x' * 40}.example amber-river-stone"
    assert " ".join(" ".join(drawn(70, long)[-2:]).split()) == long


def test_a_server_without_a_name_is_what_one_came_by() -> None:
    """The word that stands for its name is explained."""
    assert drawn(78, "ssh -p 2222 -t chwech@HOST quiet-nine")[-1] == "HOST is what you came here by."


def test_a_blank_line_goes_before_a_word_is_lost() -> None:
    """On a small screen the explanation of the last line is kept, and the gap above the invitation is not."""
    lines = drawn(78, "ssh -p 2222 -t chwech@HOST quiet-nine")
    small = drawn(78, "ssh -p 2222 -t chwech@HOST quiet-nine", len(lines) - 1)
    assert small == [line for line in lines if line]


def test_nothing_invites_to_a_table_of_one_s_own() -> None:
    """Offline nobody can come."""
    assert not [line for line in drawn(78, "") if "Others" in line]
