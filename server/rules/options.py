"""The options of a game: their values, and where each applies."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from protocol.language import N_, Sentence, _, sentence
from protocol.setup import OptionOffer, OptionValue
from server.rules.values import InvalidSetup

_LONGEST_NUMBER: Final = 6
_LISTED: Final = 12
_MANY: Final = 4


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


class Options(Struct, frozen=True):
    """The options of one game."""

    title: str
    players: tuple[int, ...]
    """The supported numbers of players, the default first."""

    offers: tuple[OptionOffer, ...]

    @property
    def players_words(self) -> str:
        """The numbers of players in words: ``4, 5, 6 or 7``, or ``3 to 10`` if there are many."""
        *others, most = sorted(self.players)
        if not others:
            return str(most)
        if len(others) >= _MANY and _is_range((*others, most)):
            return _("{least} to {most}", least=others[0], most=most)
        return _("{others} or {most}", others=", ".join(map(str, others)), most=most)

    def complete(self, players: int, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Return the value of every option, with defaults for those that are not chosen.

        Raises:
            InvalidSetup: the number of players, an option or a value is unknown, or an option differs from its
                    default although it does not apply; the text names both sides.
        """
        if players not in self.players:
            fitting = sorted(self.players)
            known = _with_numbers(_PLAYERS, fitting, range_from=_MANY + 1, players=players, game=self.title)
            raise InvalidSetup(known)
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
            if text in (write_value(value), str(value).lower()):
                return value
        if _has_numbers(offer) and text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER:
            _check_value(offer, int(text))
            return int(text)
        raise InvalidSetup(_no_value(offer, text))

    def _known(self, name: str) -> OptionOffer:
        for offer in self.offers:
            if offer.name == name:
                return offer
        known = ", ".join(offer.name for offer in self.offers)
        why = N_("{name} is no option of {game}, which has {known}")
        raise InvalidSetup(sentence(why, name=repr(name[:40]), game=self.title, known=known))


def default(offer: OptionOffer) -> OptionValue:
    """Return the default of an option; for a number it is 0, which stands for the usual number."""
    return offer.values[0] if offer.values else 0


def write_value(value: OptionValue) -> str:
    """Return the value of an option as command lines and records write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_value(offer: OptionOffer, value: OptionValue) -> None:
    listed = any(value == other and type(value) is type(other) for other in offer.values)
    in_range = _has_numbers(offer) and type(value) is int and offer.least <= value <= offer.most
    if not listed and not (in_range and (int(value) - offer.least) % (offer.step or 1) == 0):
        raise InvalidSetup(_no_value(offer, str(value)))


def _has_numbers(offer: OptionOffer) -> bool:
    return not offer.values or offer.step > 0


def _no_value(offer: OptionOffer, text: str) -> Sentence:
    """Return why a text is no value of an option, and what its values are."""
    why = N_("{name}: {value} is not one of its values, which are {values}")
    if offer.step > 1:
        why = N_("{name}: {value} is not one of its values, which are the numbers {least} to {most} in steps of {step}")
    elif _has_numbers(offer):
        why = N_("{name}: {value} is not one of its values, which are the whole numbers {least} to {most}")
    elif len(offer.values) > _LISTED:
        why = N_("{name}: {value} is not one of its {number} values, such as {values}")
    return sentence(
        why,
        name=offer.name,
        value=repr(text[:40]),
        values=", ".join(write_value(one) for one in offer.values[:_LISTED]),
        number=len(offer.values),
        least=offer.least,
        most=offer.most,
        step=offer.step,
    )


def _check_applies(offer: OptionOffer, players: int, values: Mapping[str, OptionValue]) -> None:
    setting = f"{offer.name}={write_value(values[offer.name])}"
    if offer.players and players not in offer.players:
        raise InvalidSetup(_with_numbers(_APPLIES, offer.players, range_from=2, setting=setting, players=players))
    for name, needed in offer.needs.items():
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
