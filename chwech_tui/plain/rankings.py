"""The rankings in lines: who plays a game best by one ruleset; pure."""

from collections.abc import Sequence

from chwech_tui.games.ladders import ladder_words
from chwech_tui.model.people import level_words, shown_name
from chwech_tui.model.rating import Ladder, ladders, provisional_words, rating_words
from chwech_tui.plain.command import Typed
from chwech_tui.plain.making import game_title, no_game
from chwech_tui.plain.state import Reply, State, paged, tell
from protocol.language import _, ngettext
from protocol.rankings import RankedPlayer, Rankings, ReadRankings


def rankings(state: State, typed: Typed) -> Reply:
    """Ask for the rankings of a game, by a ruleset or all of them."""
    offers = state.offers
    if not offers:
        return tell(state, _("The server has not answered yet."))
    title = next(iter(offers))
    words = list(typed.words)
    if words and (found := game_title(state, words[0])):
        title = found
        del words[0]
    known = ladders((offers[title],))
    if words:
        known = _meant(known, words[0])
    if not known:
        return tell(state, no_game(state, words[0]))
    return Reply(state, sent=tuple(ReadRankings(0, ladder.game, ladder.ruleset) for ladder in known))


def _meant(known: Sequence[Ladder], word: str) -> tuple[Ladder, ...]:
    """Return the ladder of a ruleset, in English or as the reader calls it."""
    return tuple(ladder for ladder in known if word in {ladder.ruleset, *ladder_words(ladder).lower().split()})


def rankings_heard(state: State, news: Rankings) -> Reply:
    """Tell the rankings."""
    title = ladder_words(Ladder(news.game, news.ruleset))
    if not news.players:
        return tell(state, f"{title}: " + _("Nobody has played a rated game yet."))
    return paged(state, (f"{title}.", *map(_line, news.players), provisional_words()))


def _line(player: RankedPlayer) -> str:
    name = _("{level} bot", level=level_words(player.bot)) if player.bot else shown_name(player.name)
    name = _("{name} (you)", name=name) if player.own else name
    games = ngettext("{n} game", "{n} games", player.rating.games)
    place = f"{player.place}. " if player.place else ""
    return f"{place}{name}: {rating_words(player.rating)}, {games}."
