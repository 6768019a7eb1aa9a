"""The settings, one line for each, changed in place and at once; and the player's own keys at a table."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.cards import Placed
from chwech_tui.drawing.line import fit, left
from chwech_tui.drawing.panes import draw_fan, draw_pane
from chwech_tui.drawing.plan import Box
from chwech_tui.games.registry import GAMES
from chwech_tui.model.cards import HUGE, LARGE, CardLook, Strokes
from chwech_tui.model.commands import letters
from chwech_tui.model.form import Field, setting_fields
from chwech_tui.model.ink import Hue, Line, Picture, Span, worded
from chwech_tui.model.own_keys import KEY_SETTING, OwnKeys, keys_words, refusal, shown_key
from chwech_tui.model.prompt import BACK, CHANGE, CHOOSE, PromptAnswer
from chwech_tui.model.settings import Order, Settings, of_device
from chwech_tui.screens.menu import MENU_WIDTH, FormScreen, Item, MenuScreen, titled
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.cards import Card, Rank, Suit
from protocol.language import N_, _

_KEYS: Final = "keys"
"""The name of the last line, which opens the list of keys."""

_DECK: Final = (Card(Rank.KING, Suit.HEARTS), Card(Rank.NINE, Suit.SPADES))
"""The cards that show a deck."""

_HAND: Final = tuple(
    Card(rank, suit)
    for suit, ranks in (
        (Suit.SPADES, (Rank.ACE, Rank.NINE)),
        (Suit.HEARTS, (Rank.KING, Rank.SEVEN)),
        (Suit.CLUBS, (Rank.QUEEN, Rank.FOUR)),
        (Suit.DIAMONDS, (Rank.JACK,)),
    )
    for rank in ranks
)
"""A hand by suit."""

_SPREAD: Final = 58
_TALL: Final = 24
"""The width of the pane of the look for large cards, and the lines that it needs for a hand."""

_MEANINGS: Final = (
    ("▌", N_("whose turn it is"), Hue.ACCENT),
    ("▲", N_("who takes the trick"), Hue.INFO),
    ("×", N_("exactly right"), Hue.GOOD),
    ("▖", N_("the last card"), Hue.ALERT),
)
"""What the colours of words mean, each with its mark at a table."""


def _rank(card: Card) -> int:
    return -tuple(Rank).index(card.rank)


class SettingsScreen(FormScreen):
    """Lists the settings with their values."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, CHANGE, BACK)
    ENDING_KEYS = frozenset({"escape", "q", "o"})

    def __init__(self, palette: Palette, settings: Settings, change: Callable[[str, str], None]) -> None:
        """Create the screen; ``change`` is called with the name and the value of a setting that the player changes."""
        super().__init__(palette)
        self._settings = settings
        self._change = change
        self._own_keys: OwnKeysScreen | None = None

    def show(self, settings: Settings, fault: str = "") -> None:
        """Show other settings, and why the last change could not be stored."""
        self._settings = settings
        told = fault and _("{fault} It holds until you leave.", fault=fault)
        self.say(told)
        if self._own_keys is not None:
            self._own_keys.show(settings.keys, told)

    def title_lines(self) -> Picture:
        name = self.rows()[self.chosen].name
        device = name == _KEYS or of_device(name)
        return self.about(_("Settings"), _("kept for this device") if device else _("kept for you, wherever you play"))

    def rows(self) -> Sequence[Field]:
        about, own = _("which key does what at a table"), keys_words(self._settings.keys)
        keys = Field(_KEYS, _("Keys"), about, own, mark="▸ {}", group=_("At a table"))
        return (*setting_fields(self._settings), keys)

    def aside(self, box: Box) -> Parts:
        """Draw what the look is like: both decks, a hand in its order, and what colours mean."""
        strokes, inner = self._palette.strokes, box.width - 6
        size = HUGE if inner >= _SPREAD else LARGE
        deck_field = next(one for one in self.rows() if one.name == "cards")
        decks = {Strokes(value): deck_field.words(value) for value in deck_field.values}
        if strokes is Strokes.DRAWN:
            decks = {strokes: _("your cards")}
        wide, high = 2 * size.width + 2, size.height + 2
        across = 2 if inner >= 2 * wide + 2 else 1
        lines, cards = list[Line]([()] * (box.height - 4)), list[Placed]()
        for place, (deck, words) in enumerate(decks.items()):
            y, x = place // across * high, place % across * (wide + 2)
            lines[y] = (*fit(lines[y], x), Span(words, Hue.STRONG if deck is strokes else Hue.FAINT))
            row = draw_fan(_DECK, (box.x + 3 + x, box.y + y + 4), CardLook(size, deck), size.width + 1)
            cards += [(f"{name} {place}", spot, card) for name, spot, card in row]
        used = high * -(-len(decks) // across)
        if box.height - used > _TALL:
            lines[used + 1] = (Span(_("your hand"), Hue.STRONG),)
            hand = sorted(_HAND, key=_HAND.index if self._settings.order is not Order.RANK else _rank)
            row = draw_fan(hand, (box.x + 3, box.y + used + 5), CardLook(LARGE, strokes), min(6, (inner - 9) // 6))
            cards += [(f"{name} of hand", spot, card) for name, spot, card in row]
            used += LARGE.height + 6
        lines[used:] = [(Span(f"{mark} ", hue), Span(_(words), hue)) for mark, words, hue in _MEANINGS]
        pane = Part(box, draw_pane(tuple(lines), (box.width, box.height), strokes, _("How it looks")))
        return {"look": pane, **{name: Part(place, card) for name, place, card in cards}}

    def change(self, field: Field, by: int | None) -> None:
        if field.name == _KEYS:
            self._own_keys = OwnKeysScreen(self._palette, self._settings.keys, self._change)
            self.app.push_screen(self._own_keys, self._close_keys)
        else:
            self._change(field.name, field.after(by))

    def _close_keys(self, _result: str | None) -> None:
        self._own_keys = None


_KEY: Final = 4
"""The width of a key, in cells."""

_EFFECT: Final = MENU_WIDTH - _KEY - 14
"""The width of what a key does, in cells."""

_ALL: Final = "r"


class OwnKeysScreen(MenuScreen[str]):
    """Lists the letters of the table; one that is chosen waits for the key to press in its place."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("another key"), "enter"),
        PromptAnswer("Backspace", N_("the usual key"), "backspace"),
        PromptAnswer(_ALL, N_("all as usual"), _ALL),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q"})

    _STAY: ClassVar[tuple[PromptAnswer, ...]] = (PromptAnswer("Esc", N_("leave it as it is"), "escape"),)

    def __init__(self, palette: Palette, keys: OwnKeys, change: Callable[[str, str], None]) -> None:
        """Create the screen; ``change`` is called with the name and the value of the setting of a key."""
        super().__init__(palette)
        self._keys = keys
        self._change = change
        self._waits = False
        self._effects = letters(GAMES.values())
        self._letters = tuple(self._effects)

    def show(self, keys: OwnKeys, fault: str) -> None:
        """Show other keys, and why the last change could not be stored."""
        self._keys = keys
        self.say(fault)

    def named_keys(self) -> tuple[PromptAnswer, ...]:
        """Return the keys of the list or, while a key is waited for, the one that leaves it."""
        return self._STAY if self._waits else self.KEYS

    def title_lines(self) -> Picture:
        effect = self._effects[self._letters[self.chosen]]
        asked = worded(_("Press the new key for: {effect}"), Hue.ACCENT, effect=Span(effect, Hue.STRONG))
        about = asked if self._waits else (Span(as_sentence(effect), Hue.DIM),)
        return (*titled(_("Keys at a table"), aside=_("kept for this device")), fit(about, MENU_WIDTH))

    def items(self) -> Sequence[Item[str]]:
        return tuple(Item(key, self._words(key)) for key in self._letters)

    def _words(self, key: str) -> str:
        own = shown_key(self._keys, key)
        usual = "  " + _("usually {key}", key=key) if own != key else ""
        effect = self._effects[key]
        return f"{left(own, _KEY)} {left(effect[:1].upper() + effect[1:], _EFFECT)}{usual}"

    def act(self, key: str) -> None:
        chosen = self._letters[self.chosen]
        if self._waits:
            self._take(chosen, key)
        elif key == "backspace":
            self._set(chosen, chosen)
        elif key == _ALL:
            for usual, _own in self._keys:
                self._change(f"{KEY_SETTING}{usual}", "")
        else:
            super().act(key)

    def choose(self, choice: str) -> None:
        """Wait for the key to press in place of a letter."""
        self._waits = True
        self.say("")

    def _take(self, chosen: str, key: str) -> None:
        if key == "escape":
            self._waits = False
            self.say("")
        else:
            self._set(chosen, key.lower())

    def _set(self, chosen: str, key: str) -> None:
        fault = "" if (chosen, key) in self._keys else refusal(self._keys, chosen, key, self._effects)
        self._waits = self._waits and bool(fault)
        self.say(fault)
        if not fault:
            self._change(f"{KEY_SETTING}{chosen}", key)
