"""The news of the link: the connection, the greeting, the first step, refusals; all else is said where it belongs."""

from typing import Final

from msgspec.structs import replace

from chwech_tui import errand as errands
from chwech_tui.describe import as_sentence
from chwech_tui.link import Down, Late, News
from chwech_tui.model.board import costliest_words, fresh, greeted, parted, refused, troubled
from chwech_tui.model.lobby import notice_words, title_words
from chwech_tui.model.people import shown_name
from chwech_tui.model.picking import forced_pass
from chwech_tui.model.question import LATE
from chwech_tui.model.settings import Coach
from chwech_tui.plain import lists, positions, table
from chwech_tui.plain.dialogue import ALONE, NEWS, Dialogue, hears
from protocol import messages
from protocol.archive import ListGames
from protocol.daily import PlayDaily
from protocol.errors import ErrorCode
from protocol.language import N_, _
from protocol.people import Notice
from protocol.table import CostliestChoice, Hint, QuickTable, Resign
from protocol.text import clean_text

_HEADING: Final = N_("Chwech: six players, nine cards, and a score that multiplies by nine.")  # Marked for translation.


def hear(dialogue: Dialogue, news: News, now: float) -> None:
    """Say what is new in a piece of news, at a time in seconds since 1970."""
    dialogue.now = now
    dialogue.visit.answered |= not isinstance(news, Down)
    if isinstance(news, Down):
        _down(dialogue, news.text)
    elif isinstance(news, Late):
        dialogue.say(_(LATE))
    elif isinstance(news, messages.Goodbye):
        _sent_away(dialogue, news)
    elif dialogue.preferences.hear(news):
        dialogue.say(dialogue.preferences.fault)
    else:
        number = getattr(news, "id", None) or 0
        asked, conversation = dialogue.waiting.pop(number, None), dialogue.conversations.pop(number, None)
        # An answer of another kind ends the conversation, as a refusal does, and is news.
        if conversation is not None and (type(news) not in NEWS or isinstance(news, messages.Accepted)):
            dialogue.converse(conversation, news)
        elif type(news) in NEWS:
            NEWS[type(news)](dialogue, news, asked)


def _down(dialogue: Dialogue, text: str) -> None:
    """Tell once that the connection is lost; a server that never answers is nothing to wait for."""
    words = clean_text(text, cells=errands.LONGEST_WORDS).rstrip(".")
    if not dialogue.visit.answered and dialogue.visit.over_tcp:
        dialogue.end(1, f"chwech: {words}.")
    elif not dialogue.trouble:
        dialogue.trouble, dialogue.board = True, troubled(dialogue.board, words)
        again = _("Trying again.")
        dialogue.say(f"{words}. {again}")


def _sent_away(dialogue: Dialogue, news: messages.Goodbye) -> None:
    """Ask for a nickname if that may help; otherwise tell why the server has ended the conversation, and end."""
    text = as_sentence(clean_text(news.text, cells=errands.LONGEST_WORDS))
    if news.code in errands.NAMELESS and dialogue.visit.remote is not None:
        dialogue.nameless = True
        why = text if news.code == ErrorCode.INVALID_NAME.value else ""
        dialogue.say(why, _("What shall we call you? Write a nickname."))
    else:
        dialogue.board = parted(dialogue.board, text)
        dialogue.end(1, text)


@hears(messages.Welcome)
def welcomed(dialogue: Dialogue, news: messages.Welcome, _asked: messages.FromClient | None) -> None:
    """Take the greeting, tell who one is, and take the first step; after a lost connection tell that it is back."""
    visit, first, back = dialogue.visit, dialogue.visit.welcome is None, dialogue.trouble
    visit.welcomed(news)
    dialogue.preferences.welcomed(news.settings)
    dialogue.board = greeted(troubled(dialogue.board, ""), news.name, visit.without_hints)
    dialogue.trouble = dialogue.nameless = False
    dialogue.say(_("Connected again.") if back else "")
    if not first:
        return
    errand = visit.errand
    dialogue.say(_(_HEADING) if isinstance(errand, errands.Greet) else "")
    if visit.remote is not None:
        title = title_words(news)
        name = (_("Chwech at {place}", place=title),) if title else ()
        dialogue.say(*map(as_sentence, (*name, *errands.greeting_lines(news))))
        guest = _("You are a guest: keys explains how to keep your name.") if news.guest else ""
        own = _("You are {name}.", name=shown_name(news.name))
        dialogue.say(f"{own} {guest}".rstrip())
    if isinstance(errand, errands.Greet | errands.Join) and errand.learn and not errand.daily:
        positions.learn(dialogue)
        return
    _first_step(dialogue)
    if isinstance(errand, errands.Greet | errands.Join) and errand.daily:
        dialogue.converse(lists.today(dialogue, ALONE))


def _first_step(dialogue: Dialogue) -> None:
    """Send the first request, by what the program was started for."""
    match dialogue.visit.errand:
        case errands.PlayNow(fresh=True):
            dialogue.send(dialogue.visit.order)
        case errands.Join(table=code) if code:
            dialogue.ask(messages.JoinTable, code)
        case errands.Watch(table=code):
            dialogue.ask(messages.WatchTable, code)
        case _:
            if dialogue.visit.remote is not None:
                dialogue.converse(lists.news(dialogue, ALONE))
            dialogue.look()


@hears(messages.Tables)
def tables_heard(dialogue: Dialogue, news: messages.Tables, _asked: messages.FromClient | None) -> None:
    """Tell the games to go on with; or go on with the one that was asked for at the start, or open it."""
    visit = dialogue.visit
    if not dialogue.plays_now:
        lists.menu(dialogue, news)
        return
    entry = errands.unfinished(news.tables, visit.order)
    if entry is None:
        dialogue.send(visit.order)
        return
    again = f"{visit.new_game} --plain"
    visit.remark = _("This game was not finished. {command} begins another.", command=again)
    dialogue.ask(messages.JoinTable, entry.table)


_TO_TABLES: Final = messages.JoinTable | messages.WatchTable | messages.OpenTable | QuickTable | PlayDaily


@hears(messages.Refused)
def refusal_heard(dialogue: Dialogue, news: messages.Refused, asked: messages.FromClient | None) -> None:
    """Tell why something was refused; where no table was opened, go to the menu or end."""
    words = clean_text(news.text, cells=errands.LONGEST_WORDS)
    text = as_sentence(words)
    if isinstance(asked, ListGames) and dialogue.met == news.id:
        dialogue.met = 0
        return
    if isinstance(asked, Hint) and news.view is None:
        table.hint_refused(dialogue, text)
        return
    if (
        isinstance(asked, messages.Act)
        and news.code is ErrorCode.TOO_MANY
        and asked.action == forced_pass(dialogue.board)
    ):
        dialogue.passes_again = True
        return
    if isinstance(asked, messages.OpenTable):
        dialogue.coach_due = Coach.FIRST
    if news.view is not None and dialogue.board.table is not None:
        dialogue.board = replace(refused(dialogue.board, None, "", news.view), chosen=None)
    if not isinstance(asked, _TO_TABLES) or dialogue.at_table:
        dialogue.say(text)
    elif dialogue.plays_now:
        dialogue.end(2, f"chwech: {words}")
    else:
        full = news.code is ErrorCode.TABLE_FULL and isinstance(asked, messages.JoinTable)
        watching = (
            _("watch {code} watches.", code=asked.table) if full and isinstance(asked, messages.JoinTable) else ""
        )
        dialogue.say(f"{text} {watching}".rstrip())
        if not dialogue.listed:
            dialogue.look()


@hears(messages.Accepted)
def accepted(dialogue: Dialogue, news: messages.Accepted, asked: messages.FromClient | None) -> None:
    """Note that a command was carried out; who has resigned goes to the menu."""
    if isinstance(asked, messages.Act | messages.Begin | messages.Continue) and dialogue.at_table:
        dialogue.seq_due = news.seq
    elif isinstance(asked, Resign):
        dialogue.say(_("You have left for good."))
        dialogue.link.forget_table()
        if dialogue.plays_now:
            dialogue.board = fresh(dialogue.board)
            dialogue.end(0)
        else:
            dialogue.to_menu()


NEWS.update(
    {
        CostliestChoice: lambda dialogue, news, _asked: dialogue.say(
            costliest_words(dialogue.board, news) if dialogue.coach else ""
        ),
        Notice: lambda dialogue, news, _asked: dialogue.say(notice_words(news)),
    }
)
