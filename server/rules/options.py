"""The options of a game: their values, and where each applies."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from protocol.setup import OptionOffer, OptionValue
from server.rules.game import InvalidSetup

_LONGEST_NUMBER: Final = 3
_MANY: Final = 4


class Options(Struct, frozen=True):
    """The options of one game."""

    title: str
    players: tuple[int, ...]
    """The supported numbers of players, the default first."""

    offers: tuple[OptionOffer, ...]

    @property
    def players_words(self) -> str:
        """The numbers of players in words: ``4, 5, 6 or 7``, or ``3 to 10`` if there are many."""
        numbers = sorted(self.players)
        return _range(numbers) if len(numbers) > _MANY else _listed(numbers)

    def complete(self, players: int, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the value of every option, with defaults for those that are not chosen.

        Raises:
            InvalidSetup: the number of players, an option or a value is unknown, or an option differs from its
                    default although it does not apply; the text names both sides.
        """
        if players not in self.players:
            raise InvalidSetup(f"players: {players} do not fit, {self.title} is for {self.players_words}")
        for name, value in chosen.items():
            _check_value(self._known(name), value)
        values = {offer.name: chosen.get(offer.name, default(offer)) for offer in self.offers}
        for offer in self.offers:
            if values[offer.name] != default(offer):
                _check_applies(offer, players, values)
        return values

    def differing(self, players: int, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return only the options that differ from their default, in the order of the rules."""
        values = self.complete(players, chosen)
        return {offer.name: values[offer.name] for offer in self.offers if values[offer.name] != default(offer)}

    def read_value(self, name: str, text: str) -> OptionValue:
        """Read the value of an option from its form on a command line.

        Raises:
            InvalidSetup: there is no such option, or it has no such value.
        """
        offer = self._known(name)
        for value in offer.values:
            if text == write_value(value):
                return value
        if not offer.values and text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER:
            _check_value(offer, int(text))
            return int(text)
        raise InvalidSetup(f"{name}: {text[:40]!r} is not one of its values, which are {_values(offer)}")

    def _known(self, name: str) -> OptionOffer:
        for offer in self.offers:
            if offer.name == name:
                return offer
        known = ", ".join(offer.name for offer in self.offers)
        raise InvalidSetup(f"{name[:40]!r} is no option of {self.title}, which has {known}")


def default(offer: OptionOffer) -> OptionValue:
    """Return the default of an option; for a number it is 0, which stands for the usual number."""
    return offer.values[0] if offer.values else 0


def write_value(value: OptionValue) -> str:
    """Return the value of an option as command lines and records write it."""
    return str(value).lower()


def _check_value(offer: OptionOffer, value: OptionValue) -> None:
    if offer.values:
        fits = any(value == other and type(value) is type(other) for other in offer.values)
    else:
        fits = type(value) is int and offer.least <= value <= offer.most
    if not fits:
        raise InvalidSetup(f"{offer.name}: {str(value)[:40]!r} is not one of its values, which are {_values(offer)}")


def _values(offer: OptionOffer) -> str:
    if not offer.values:
        return f"the whole numbers {offer.least} to {offer.most}"
    return ", ".join(write_value(value) for value in offer.values)


def _check_applies(offer: OptionOffer, players: int, values: Mapping[str, OptionValue]) -> None:
    setting = f"{offer.name}={write_value(values[offer.name])}"
    if offer.players and players not in offer.players:
        fitting = _range(offer.players)
        raise InvalidSetup(f"{setting} applies to {fitting} players, and this table has players={players}")
    for name, needed in offer.needs.items():
        if values[name] != needed:
            here = f"{name}={write_value(values[name])}"
            raise InvalidSetup(f"{setting} applies where {name}={write_value(needed)}, and this table has {here}")


def _range(numbers: Sequence[int]) -> str:
    """Return numbers in their shortest form: ``6``, ``4 or 6``, ``5 to 7``."""
    least, most = numbers[0], numbers[-1]
    return f"{least} to {most}" if least < most == least + len(numbers) - 1 else _listed(numbers)


def _listed(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last
