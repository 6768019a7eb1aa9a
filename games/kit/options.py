"""The options of a game: their values, where each applies, and why others are refused.

What the values mean is said on the page of the game: see ``games.kit.pages``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from protocol.language import N_, Sentence, sentence
from protocol.setup import OptionOffer, OptionValue

_LONGEST_NUMBER: Final = 6
_LISTED: Final = 12


class InvalidSetup(ValueError):
    """A setup that is not supported; the text names the option, and says what is wrong and what would be right."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """What can be chosen for a table of a game."""

    title: str
    brief: str = ""
    """The title in at most eleven letters, if it is longer, marked for translation."""
    players: tuple[int, ...]
    """The numbers of players, the default first."""
    options: tuple[OptionOffer, ...]
    tidy: Callable[[int, dict[str, OptionValue]], dict[str, OptionValue]] = lambda _players, values: values
    """Returns options in the one form that is written, or raises InvalidSetup if they do not fit together."""

    def complete(self, players: int, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the value of every option, with defaults for those that are not chosen.

        Raises:
            InvalidSetup: the number of players, an option or a value is unknown, or an option differs from its
                default although it does not apply; the text names both sides.
        """
        self.read_players(str(players))
        for name, value in chosen.items():
            if not has(option := self._known(name), value):
                raise InvalidSetup(_no_value(option, str(value)))
        values = {option.name: chosen.get(option.name, option.values[0]) for option in self.options}
        for option in self.options:
            if values[option.name] != option.values[0]:
                _check_applies(option, players, values)
        return self.tidy(players, values)

    def differing(self, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the options that differ from their defaults."""
        return {one.name: values[one.name] for one in self.options if values[one.name] != one.values[0]}

    def read_players(self, text: str) -> int:
        """Read the number of players; raise ``InvalidSetup`` if the game is for other numbers."""
        for number in self.players:
            if text == str(number):
                return number
        why = N_("players: {game} is for {numbers}, not {players}")
        raise InvalidSetup(sentence(why, players=text[:20], game=self.title, numbers=_range(sorted(self.players))))

    def read_value(self, name: str, text: str) -> OptionValue:
        """Read the value of an option from a command line; raise ``InvalidSetup`` if there is none such."""
        option = self._known(name)
        for value in option.values:
            if text in (write_value(value), str(value).lower()):
                return value
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER else -1
        if not has(option, number):
            raise InvalidSetup(_no_value(option, text))
        return number

    def _known(self, name: str) -> OptionOffer:
        for option in self.options:
            if option.name == name:
                return option
        why = N_("{name} is no option of {game}, which has {known}")
        known = _listed(option.name for option in self.options)
        raise InvalidSetup(sentence(why, name=repr(name[:40]), game=self.title, known=known))


def has(option: OptionOffer, value: object) -> bool:
    """Return True if this is one of the values of an option."""
    # True is 1 to a comparison, and False 0.
    if any(value == one and type(value) is type(one) for one in option.values):
        return True
    return type(value) is int and option.step > 0 and value in range(option.least, option.most + 1, option.step)


def write_value(value: OptionValue) -> str:
    """Return the value of an option as command lines and records write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _no_value(option: OptionOffer, text: str) -> Sentence:
    """Return why a text is no value of an option, and what its values are."""
    values = _listed([*map(write_value, option.values[:_LISTED]), *["…"] * (len(option.values) > _LISTED)])
    if option.step:
        steps = f", {option.least + option.step}, …, " if option.step > 1 else "–"
        values = f"{option.least}{steps}{option.most}"
    why = N_("{name}: {value} is not one of its values, which are {values}")
    return sentence(why, name=option.name, value=repr(text[:40]), values=values)


def _check_applies(option: OptionOffer, players: int, values: Mapping[str, OptionValue]) -> None:
    setting = f"{option.name}={write_value(values[option.name])}"
    if option.players and players not in option.players:
        why = N_("{setting} applies to {numbers} players, and this table has players={players}")
        raise InvalidSetup(sentence(why, setting=setting, numbers=_range(option.players), players=players))
    for name, needed in option.needs.items():
        if values[name] != needed:
            there, here = f"{name}={write_value(needed)}", f"{name}={write_value(values[name])}"
            why = N_("{setting} applies where {there}, and this table has {here}")
            raise InvalidSetup(sentence(why, setting=setting, there=there, here=here))


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _range(numbers: Sequence[int]) -> str:
    """Return numbers of players, which may be a range: ``3, 5``, ``4–7``."""
    least, most = numbers[0], numbers[-1]
    return f"{least}–{most}" if 2 < len(numbers) == most - least + 1 else _listed(numbers)
