"""Every table of Chwech: all numbers of players, rulesets and options that go together."""

from hypothesis import strategies as st

from protocol.setup import OptionOffer, OptionValue, Setup
from server.rules.chwech.variant import OPTIONS, read_variant
from server.rules.game import InvalidSetup


def values(option: OptionOffer) -> st.SearchStrategy[OptionValue]:
    """Give any value of an option."""
    if option.step:
        return st.sampled_from(range(option.least, option.most + 1, option.step))
    return st.sampled_from(option.values) if option.values else st.integers(option.least, option.most)


def fits(setup: Setup) -> bool:
    """Say whether the options of a setup go together."""
    try:
        read_variant(setup)
    except InvalidSetup:
        return False
    return True


def tables(players: int) -> st.SearchStrategy[Setup]:
    """Give the tables for so many players; two deals at the most, since the laws are about every deal."""
    choices = {
        option.name: values(option)
        for option in OPTIONS
        if option.name not in {"deals", "duplicate"} and (not option.players or players in option.players)
    }
    options = st.fixed_dictionaries({"deals": st.integers(1, 2)}, optional=choices)
    return st.builds(Setup, players=st.just(players), options=options, first_dealer=st.integers(0, players - 1)).filter(
        fits
    )
