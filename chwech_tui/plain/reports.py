"""Reports of people to those who run the server, and what those say, by words; pure."""

from chwech_tui.model.people import shown_name
from chwech_tui.model.server_words import notice_words, reported_words
from chwech_tui.plain.command import Typed
from chwech_tui.plain.contacts import ALONE, invited_heard
from chwech_tui.plain.state import Reply, State, tell
from protocol.administration import LONGEST_REPORT, Notice, ReportPerson
from protocol.contacts import Invited
from protocol.language import _
from protocol.text import clean_text

_LONGEST = 64


def report(state: State, typed: Typed) -> Reply:
    """Report the person who is named before a colon, with what stands behind it."""
    if state.remote is None:
        return tell(state, _(ALONE))
    name, _colon, text = typed.text.partition(":")
    name, text = clean_text(name, cells=_LONGEST)[:_LONGEST], clean_text(text, cells=LONGEST_REPORT)[:LONGEST_REPORT]
    if not name or not text:
        return tell(state, _("Write the name, a colon and what is wrong: report Megan: shouts at everybody"))
    return Reply(state, sent=(ReportPerson(0, name, text),))


def told(state: State, command: ReportPerson) -> Reply:
    """Tell that a report has arrived."""
    return tell(state, reported_words(shown_name(command.name)))


def called(state: State, news: Invited | Notice) -> Reply:
    """Tell what nobody here has asked for: an invitation, or what those who run the server say."""
    return tell(state, notice_words(news)) if isinstance(news, Notice) else invited_heard(state, news)
