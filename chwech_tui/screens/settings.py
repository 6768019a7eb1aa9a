"""The settings, one line for each, changed in place and at once; and the player's own keys at a table."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from chwech_tui.describe import as_sentence
from chwech_tui.drawing.cards import Placed
from chwech_tui.drawing.line import cells, clip, fit
from chwech_tui.drawing.panes import draw_fan, draw_pane
from chwech_tui.drawing.plan import Box
from chwech_tui.model.cards import HUGE, LARGE, CardLook, Strokes
from chwech_tui.model.commands import letters
from chwech_tui.model.form import Field, setting_fields
from chwech_tui.model.game import GAMES
from chwech_tui.model.ink import Hue, Line, Picture, Span, worded
from chwech_tui.model.prompt import BACK, CHANGE, CHOOSE, PromptAnswer
from chwech_tui.model.settings import KEY_SETTING, HandOrder, Settings, of_device, shown_key, with_key
from chwech_tui.screens.menu import MENU_WIDTH, FormScreen, titled
from chwech_tui.screens.question import QuestionScreen, ScreenQuestion, asked
from chwech_tui.screens.surface import Part, Parts
from chwech_tui.theme import Palette
from protocol.cards import Card, Rank, Suit
from protocol.language import N_, _
from protocol.people import LONGEST_SETTING, WEBHOOK

_OF_KEY: Final = (
    CHOOSE,
    PromptAnswer("Enter", N_("change"), "enter"),
    PromptAnswer("Backspace", N_("reset"), "backspace"),
    PromptAnswer("r", N_("reset all"), "r"),
    BACK,
)
"""The keys of the list while a key at a table is chosen in it."""

_STAY: Final = (PromptAnswer("Esc", N_("keep it"), "escape"),)
"""The key that leaves a key as it is, which is waited for."""

_KEY_LINES: Final = ((158, 80), (100, 62), (0, 71))
"""From a width of the screen on, the greatest width of the line of a key: a look beside the list takes some cells."""
_DECK: Final = (Card(Rank.KING, Suit.HEARTS), Card(Rank.NINE, Suit.SPADES))  # The cards that show a deck.

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
_TALL: Final = 24  # The width of the pane of the look for large cards, and the lines that it needs for a hand.

_MEANINGS: Final = (
    ("▌", N_("whose turn it is"), Hue.ACCENT),
    ("▲", N_("who takes the trick"), Hue.INFO),
    ("×", N_("exactly right"), Hue.GOOD),
    ("▖", N_("the last card"), Hue.ALERT),
)
"""What the colours of words mean, each with its mark at a table."""


_ADDRESS: Final = ScreenQuestion(
    lambda: asked(
        _("Where should notices of your turn go while you are away?"),
        _("The https address of an ntfy topic, such as https://ntfy.sh/your-topic, or off."),
        _("Correspondence games only, a few notices a day. They name the game and this server, nothing else."),
    ),
    longest=LONGEST_SETTING,
)
"""Asks for the webhook of the player."""


def _phrases(text: str, room: int) -> str:
    """Return the first phrases of what a key does, each whole, that there is room for."""
    whole = clip(text, room).rpartition("; ")[0]
    return text if cells(text) <= room or not whole else f"{whole}; …"


def _rank(card: Card) -> int:
    return -tuple(Rank).index(card.rank)


class SettingsScreen(FormScreen):
    """Lists the settings with their values, and the keys at a table; one that is chosen waits for another key."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (CHOOSE, CHANGE, BACK)
    ENDING_KEYS = frozenset({"escape", "q", "o"})

    def __init__(self, palette: Palette, settings: Settings, change: Callable[[str, str], None]) -> None:
        """Create the screen; ``change`` is called with the name and the value of a setting that the player changes."""
        super().__init__(palette)
        self._settings = settings
        self._change = change
        self._waits = False  # True while the key is awaited to press in place of the chosen one.
        self._effects = letters(GAMES.values())

    def show(self, settings: Settings, fault: str = "") -> None:
        """Show other settings, and why the last change could not be stored."""
        self._settings = settings
        self.say(fault)

    @property
    def _key(self) -> str:
        """The usual key that is chosen; empty on any other line."""
        name = self.rows()[self.chosen].name
        return name.removeprefix(KEY_SETTING) if name.startswith(KEY_SETTING) else ""

    def named_keys(self) -> tuple[PromptAnswer, ...]:
        """Return the keys of the chosen line or, while a key is waited for, the one that leaves it."""
        return _STAY if self._waits else _OF_KEY if self._key else self.KEYS

    def title_lines(self) -> Picture:
        device = of_device(self.rows()[self.chosen].name)
        kept = _("saved for this device") if device else _("saved with your account")
        if not self._waits:
            return self.about(_("Settings"), kept)
        effect = Span(self._effects[self._key], Hue.STRONG)
        asked = worded(_("Press the new key for: {effect}"), Hue.ACCENT, effect=effect)
        return (*titled(_("Settings"), aside=kept), fit(asked, MENU_WIDTH))

    def rows(self) -> Sequence[Field]:
        own = {key: shown_key(self._settings.keys, key) for key in self._effects}
        labels = {key: _("{own} (default {key})", own=now, key=key) if now != key else key for key, now in own.items()}
        room = next(room for width, room in _KEY_LINES if self.size.width >= width) - max(map(cells, labels.values()))
        keys = (self._row_of_key(key, label, room - 3) for key, label in labels.items())
        return (*setting_fields(self._settings), *keys)

    def _row_of_key(self, key: str, label: str, room: int) -> Field:
        effect = self._effects[key]
        shown = _phrases(effect[:1].upper() + effect[1:], room)
        return Field(f"{KEY_SETTING}{key}", label, effect, shown, str, mark="▸ {}", group=_("Keys at a table"))

    def beside(self, box: Box) -> Parts:
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
            hand = sorted(_HAND, key=_HAND.index if self._settings.order is not HandOrder.RANK else _rank)
            row = draw_fan(hand, (box.x + 3, box.y + used + 5), CardLook(LARGE, strokes), min(6, (inner - 9) // 6))
            cards += [(f"{name} of hand", spot, card) for name, spot, card in row]
            used += LARGE.height + 6
        lines[used:] = [(Span(f"{mark} ", hue), Span(_(words), hue)) for mark, words, hue in _MEANINGS]
        pane = Part(box, draw_pane(tuple(lines), (box.width, box.height), strokes, _("How it looks")))
        return {"look": pane, **{name: Part(place, card) for name, place, card in cards}}

    def act(self, key: str) -> None:
        chosen = self._key
        if self._waits and key == "escape":
            self._wait(on=False)
        elif self._waits:
            self._set(chosen, key.lower())
        elif chosen and key == "backspace":
            self._set(chosen, chosen)
        elif chosen and key == "r":
            for usual, _own in self._settings.keys:
                self._change(f"{KEY_SETTING}{usual}", "")
        else:
            super().act(key)

    def change(self, field: Field, by: int | None) -> None:
        if field.name.startswith(KEY_SETTING):
            self._wait(on=by is None)
        elif field.name == WEBHOOK:
            self.app.push_screen(QuestionScreen(self._palette, _ADDRESS, draft=field.now), self._tell)
        else:
            self._change(field.name, field.after(by))

    def _tell(self, address: str | None) -> None:
        """Set what hears of the player's turn while they are away, or say why it cannot be that."""
        try:
            if address:
                self._change(WEBHOOK, address)
        except ValueError as fault:
            self.say(as_sentence(str(fault)))

    def _wait(self, *, on: bool) -> None:
        self._waits = on
        self.say("")

    def _set(self, usual: str, key: str) -> None:
        """Set the key to press in place of a usual one, or say why it cannot be."""
        try:
            with_key(self._settings.keys, usual, key, self._effects)
        except ValueError as fault:
            self.say(str(fault))
        else:
            self._wait(on=False)
            self._change(f"{KEY_SETTING}{usual}", key)
