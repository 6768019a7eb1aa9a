"""The deal of the day: the page of a day as lines, and the way to its table; pure."""

from collections.abc import Sequence
from typing import Final

from chwech_tui.describe import as_sentence
from chwech_tui.model.daily import Offer, offered, shown_line
from chwech_tui.plain.command import Typed
from chwech_tui.plain.lexicon import called, english
from chwech_tui.plain.state import Reply, State, paged, tell
from protocol.daily import Daily, DailyStanding, PlayDaily, ReadDaily
from protocol.daily_line import day_words
from protocol.language import _
from protocol.text import clean_text

_BEST: Final = 5
"""The most people of a list that are told."""

_HEX: Final = 64


def today(state: State, typed: Typed) -> Reply:
    """Tell the day; or go to its table, or to one for practice."""
    word = english(typed.words[0]) if typed.words else ""
    if word in {"play", "practice"}:
        return Reply(state, sent=(PlayDaily(0, practice=word == "practice"),))
    if word:
        return tell(
            state,
            _(
                "{today} tells the day, {today} {play} goes to its table, {today} {practice} to another one.",
                today=called("today"),
                play=called("play"),
                practice=called("practice"),
            ),
        )
    return Reply(state, sent=(ReadDaily(0),))


def daily_heard(state: State, page: Daily) -> Reply:
    """Tell a day: one's own result, the lists, and what the deals were sealed with."""
    day = clean_text(day_words(page.day), cells=12)
    lists = (
        (_("This day"), page.of_day),
        (_("Seven days"), page.of_week),
        (_("All time"), page.of_all),
    )
    told = [_("Deal of the day, {day}.", day=day)]
    told += [as_sentence(_("your result: {line}", line=shown_line(page.result)))] if page.result is not None else []
    told.append(_way(page, state.now))
    told += [f"{title}: {_names(found)}" for title, found in lists if found]
    if not page.alone and page.commitment:
        told.append(_("The seal of the day: {seal}", seal=clean_text(page.commitment, cells=_HEX)))
    if not page.alone and page.seed:
        told.append(_("Its seed: {seed}", seed=clean_text(page.seed, cells=_HEX)))
    return paged(state, tuple(told))


def _way(page: Daily, now: float) -> str:
    """Return what can be typed now."""
    words = {"today": called("today"), "play": called("play"), "practice": called("practice")}
    match offered(page, now):
        case Offer.PLAY:
            return _("You have not played yet: {today} {play} begins the game that counts.", **words)
        case Offer.GO_ON:
            return _("Your game is not finished: {today} {play} goes on with it.", **words)
        case Offer.PRACTISE:
            return _("{today} {practice} plays the same deals for practice.", **words)
    return _("The day is over.")


def _names(found: Sequence[DailyStanding]) -> str:
    """Return the best of a list; people who took hints are marked."""
    lines = []
    for one in found[:_BEST]:
        words = _("with hints")
        hints = f" ({words})" if one.hinted else ""
        lines.append(f"{clean_text(one.name, cells=24)} {one.score}{hints}")
    return f"{', '.join(lines)}."
