"""The options of a table of Chwech: their values, their defaults, and where each applies (rules, section 4)."""

from typing import Final

from protocol.setup import OptionOffer, OptionValue
from server.rules.game import InvalidSetup

PLAYERS: Final = (6, 4, 5, 7)
"""The numbers of players, the default first."""

DEALS: Final = {4: 8, 5: 5, 6: 6, 7: 7}
"""How many deals make a game, by players, where the table does not say otherwise."""

OPTIONS: Final = (
    OptionOffer("ruleset", "how Aces and Jokers count", ("revised", "original")),
    OptionOffer("deals", "how many deals make a game, if not the usual number", (), least=1, most=24),
    OptionOffer(
        "five_pack",
        "which two ranks are left out: low, the Twos and Threes, or middle, the Sevens and Eights",
        ("low", "middle"),
        players=(5,),
    ),
    OptionOffer(
        "seven_pack",
        "the pack of Five Hundred, or one pack with a second set of Twos and Threes",
        ("five_hundred", "two_packs"),
        players=(7,),
    ),
    OptionOffer(
        "thirteens_as_jokers",
        "whether both red Thirteens are Jokers",
        (False, True),
        players=(7,),
        needs={"seven_pack": "five_hundred"},
    ),
    OptionOffer(
        "jokers_per_trick",
        "how many Jokers may be played to one trick",
        ("any", "one"),
        players=(5, 6, 7),
        needs={"ruleset": "revised"},
    ),
    OptionOffer(
        "joker_beats_last_ace",
        "whether a Joker that was not last beats an Ace that was",
        (False, True),
        players=(5, 6, 7),
        needs={"ruleset": "revised"},
    ),
    OptionOffer("equal_cards", "which of two equal cards ranks higher", ("first", "last"), players=(6, 7)),
    OptionOffer("review_won", "whether anyone may look through the cards already won", (False, True)),
)
"""Every option but the number of players, in the order of the rules."""

_BY_NAME: Final = {option.name: option for option in OPTIONS}


def default(option: OptionOffer) -> OptionValue:
    """Give the value that an option has unless the table says otherwise; 0 where a number is as usual."""
    return option.values[0] if option.values else 0


def complete(players: int, chosen: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """Give the value of every option.

    Raises:
        InvalidSetup: there is no such number of players, option or value, or an option is set to other than its default
            where it does not apply; the text names both sides.
    """
    if players not in PLAYERS:
        raise InvalidSetup(f"players: {players} do not fit, Chwech is for 4, 5, 6 or 7")
    for name, value in chosen.items():
        _check_value(name, value)
    values = {option.name: chosen.get(option.name, default(option)) for option in OPTIONS}
    for option in OPTIONS:
        if values[option.name] != default(option):
            _check_applies(option, players, values)
    return values


def differing(players: int, chosen: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """Give the options that differ from their default, in the order of the rules.

    Raises:
        InvalidSetup: as for ``complete``.
    """
    values = complete(players, chosen)
    usual = {option.name: default(option) for option in OPTIONS}
    if values["deals"] == DEALS[players]:
        values["deals"] = usual["deals"]
    return {name: value for name, value in values.items() if value != usual[name]}


def read_value(name: str, text: str) -> OptionValue:
    """Read the value of an option as a command line writes it.

    Raises:
        InvalidSetup: there is no such option, or it has no such value.
    """
    option = _known(name)
    for value in option.values:
        if text == write_value(value):
            return value
    if not option.values and text.isascii() and text.isdigit() and len(text) < len("1000"):
        _check_value(name, int(text))
        return int(text)
    raise InvalidSetup(f"{name}: {text[:40]!r} is not one of its values, which are {_values(option)}")


def write_value(value: OptionValue) -> str:
    """Write the value of an option as a command line and a record name it."""
    return str(value).lower()


def _known(name: str) -> OptionOffer:
    option = _BY_NAME.get(name)
    if option is None:
        raise InvalidSetup(f"{name[:40]!r} is no option of Chwech, which has {', '.join(_BY_NAME)}")
    return option


def _check_value(name: str, value: OptionValue) -> None:
    option = _known(name)
    if option.values:
        fits = any(value == other and type(value) is type(other) for other in option.values)
    else:
        fits = type(value) is int and option.least <= value <= option.most
    if not fits:
        raise InvalidSetup(f"{name}: {str(value)[:40]!r} is not one of its values, which are {_values(option)}")


def _values(option: OptionOffer) -> str:
    if not option.values:
        return f"the whole numbers {option.least} to {option.most}"
    return ", ".join(write_value(value) for value in option.values)


def _check_applies(option: OptionOffer, players: int, values: dict[str, OptionValue]) -> None:
    setting = f"{option.name}={write_value(values[option.name])}"
    if option.players and players not in option.players:
        least, most = option.players[0], option.players[-1]
        fitting = f"{least}" if least == most else f"{least} to {most}"
        raise InvalidSetup(f"{setting} applies to {fitting} players, and this table has players={players}")
    for name, needed in option.needs.items():
        if values[name] != needed:
            here = f"{name}={write_value(values[name])}"
            raise InvalidSetup(f"{setting} applies where {name}={write_value(needed)}, and this table has {here}")
