"""The rankings in lines: who plays a game best by one ruleset; pure."""

from collections.abc import Sequence

from chwech_tui.games.ladders import ladder_words
from chwech_tui.model.rating import Ladder, ladders, provisional_words, ranked_name, rating_words
from chwech_tui.plain.command import Typed
from chwech_tui.plain.making import game_begun, no_game
from chwech_tui.plain.reading import listed_or
from chwech_tui.plain.state import Reply, State, paged, tell
from protocol.language import _, ngettext
from protocol.rankings import RankedPlayer, Rankings, ReadRankings


def rankings(state: State, typed: Typed) -> Reply:
    """Ask for the rankings of a game, by a ruleset or all of them."""
    offers = state.offers
    if not offers:
        return tell(state, _("The server has not answered yet."))
    found = game_begun(state, typed.words)
    title, words = found or (next(iter(offers)), typed.words)
    every = ladders((offers[title],))
    known = _meant(every, words[0]) if words else every
    if not known:
        other = found is not None and len(every) > 1
        return tell(state, _no_rankings(every, words) if other else no_game(state, typed.words))
    return Reply(state, sent=tuple(ReadRankings(0, ladder.game, ladder.ruleset) for ladder in known))


def _no_rankings(known: Sequence[Ladder], words: Sequence[str]) -> str:
    """Return the sentence that says which rankings a game has."""
    name, rulesets = repr(" ".join(words)[:20]), listed_or([ladder.ruleset for ladder in known])
    return _("There are no rankings of {name}: choose {rulesets}.", name=name, rulesets=rulesets)


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
    games = ngettext("{n} game", "{n} games", player.rating.games)
    place = f"{player.place}. " if player.place else ""
    return f"{place}{ranked_name(player)}: {rating_words(player.rating)}, {games}."
