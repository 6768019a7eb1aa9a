"""Reports to those who run the server, and what those say, by words."""

from protocol.administration import Notice, ReportPerson
from protocol.messages import Accepted
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.plain.test_home import lobby


def test_somebody_is_reported() -> None:
    """The name stands before a colon and what is wrong behind it; the player reads that it has arrived."""
    talk = lobby()
    talk.write("report Siân Llewellyn: shouts: at everybody")
    assert talk.latest() == ReportPerson(0, "Siân Llewellyn", "shouts: at everybody")
    said = talk.hear(Accepted(talk.number(ReportPerson), 0))
    assert said == "Siân Llewellyn is reported to those who run the server."


def test_what_is_no_report() -> None:
    """Without a name or a text it says how a report is written; alone there is nobody to tell."""
    talk = lobby()
    for line in ("report", "report Owain", "report : shouts", "report Owain:"):
        assert talk.write(line).startswith("Write the name, a colon and what is wrong")
    alone = Talk()
    assert alone.write("report Owain: shouts") == "You play on this machine alone."


def test_a_notice_is_told() -> None:
    """What those who run the server say is cleaned, and told with who says it."""
    talk = lobby()
    assert talk.hear(Notice("back at\x1b[2J ten")) == "From those who run the server: back at[2J ten"
