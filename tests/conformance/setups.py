"""Every table of a game: all values of options that go together."""

from hypothesis import strategies as st

from games.kit.options import InvalidSetup
from games.registry import GAMES
from protocol.setup import OptionOffer, OptionValue, Setup


def values(option: OptionOffer) -> st.SearchStrategy[OptionValue]:
    """Give any value of an option."""
    if option.step:
        return st.sampled_from(range(option.least, option.most + 1, option.step))
    return st.sampled_from(option.values) if option.values else st.integers(option.least, option.most)


def fits(setup: Setup) -> bool:
    """Say whether the options of a setup go together."""
    try:
        GAMES[setup.game].start(setup.players, setup.options)
    except InvalidSetup:
        return False
    return True


def tables_of(game: str, players: int, **given: st.SearchStrategy[OptionValue]) -> st.SearchStrategy[Setup]:
    """Give the tables of a game for so many players, with values of some options as given."""
    offers = [one for one in GAMES[game].options if not one.players or players in one.players]
    optional = {one.name: values(one) for one in offers if one.name not in {"duplicate", *given}}
    options, first = st.fixed_dictionaries(given, optional=optional), st.integers(0, players - 1)
    setups = st.builds(Setup, game=st.just(game), players=st.just(players), options=options, first_dealer=first)
    return setups.filter(fits)


def tables(players: int) -> st.SearchStrategy[Setup]:
    """Give the tables of Chwech for so many players; two deals at the most, since the laws are about every deal."""
    return tables_of("chwech", players, deals=st.integers(1, 2))
