"""The options of a game: their values, where each applies, and why others are refused.

What the values mean is said on the page of the game: see ``games.kit.pages``.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from protocol.language import N_, Sentence, sentence
from protocol.setup import OptionOffer, OptionValue

_LONGEST_NUMBER: Final = 6
_LISTED: Final = 12
_MANY: Final = 5


class InvalidSetup(ValueError):
    """A setup that is not supported; the text names the option, and says what is wrong and what would be right."""


class _Patterns(NamedTuple):
    """A sentence about one number, ``{most}``, about a range from ``{least}``, or about a list after ``{others}``."""

    one: str
    between: str
    several: str


_PLAYERS: Final = _Patterns(
    N_("players: {players} do not fit, {game} is for {most}"),
    N_("players: {players} do not fit, {game} is for {least} to {most}"),
    N_("players: {players} do not fit, {game} is for {others} or {most}"),
)
_APPLIES: Final = _Patterns(
    N_("{setting} applies to {most} players, and this table has players={players}"),
    N_("{setting} applies to {least} to {most} players, and this table has players={players}"),
    N_("{setting} applies to {others} or {most} players, and this table has players={players}"),
)


@dataclass(frozen=True, kw_only=True)
class Options:
    """What can be chosen for a table of a game."""

    title: str
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
        """Read the number of players.

        Raises:
            InvalidSetup: the game is for other numbers.
        """
        for number in self.players:
            if text == str(number):
                return number
        fitting = sorted(self.players)
        raise InvalidSetup(_with_numbers(_PLAYERS, fitting, range_from=_MANY, players=text[:20], game=self.title))

    def read_value(self, name: str, text: str) -> OptionValue:
        """Read the value of an option from its form on a command line.

        Raises:
            InvalidSetup: there is no such option, or it has no such value.
        """
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
        known = ", ".join(option.name for option in self.options)
        why = N_("{name} is no option of {game}, which has {known}")
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
    why = N_("{name}: {value} is not one of its values, which are {values}")
    if option.step > 1:
        why = N_("{name}: {value} is not one of its values, which are the numbers {least} to {most} in steps of {step}")
    elif option.step:
        why = N_("{name}: {value} is not one of its values, which are the whole numbers {least} to {most}")
    elif len(option.values) > _LISTED:
        why = N_("{name}: {value} is not one of its {number} values, such as {values}")
    return sentence(
        why,
        name=option.name,
        value=repr(text[:40]),
        values=", ".join(write_value(one) for one in option.values[:_LISTED]),
        number=len(option.values),
        least=option.least,
        most=option.most,
        step=option.step,
    )


def _check_applies(option: OptionOffer, players: int, values: Mapping[str, OptionValue]) -> None:
    setting = f"{option.name}={write_value(values[option.name])}"
    if option.players and players not in option.players:
        raise InvalidSetup(_with_numbers(_APPLIES, option.players, range_from=2, setting=setting, players=players))
    for name, needed in option.needs.items():
        if values[name] != needed:
            there, here = f"{name}={write_value(needed)}", f"{name}={write_value(values[name])}"
            why = N_("{setting} applies where {there}, and this table has {here}")
            raise InvalidSetup(sentence(why, setting=setting, there=there, here=here))


def _with_numbers(patterns: _Patterns, numbers: Sequence[int], *, range_from: int, **values: object) -> Sentence:
    """Return the sentence for these numbers; so many in a row, or more, are called a range."""
    *others, most = numbers
    if not others:
        return sentence(patterns.one, most=most, **values)
    if len(numbers) >= range_from and _is_range(numbers):
        return sentence(patterns.between, least=others[0], most=most, **values)
    return sentence(patterns.several, others=", ".join(map(str, others)), most=most, **values)


def _is_range(numbers: Sequence[int]) -> bool:
    return numbers[-1] == numbers[0] + len(numbers) - 1
