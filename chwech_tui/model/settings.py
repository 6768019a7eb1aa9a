"""What a person can set: each setting with its choices in words, and the settings as values; pure."""

import re
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from string import ascii_lowercase
from types import MappingProxyType
from typing import Final, Self
from unicodedata import bidirectional, east_asian_width

from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

from protocol.language import LANGUAGES, N_, _, ngettext
from protocol.people import LISTED, MOST_CHARACTERS, WEBHOOK
from protocol.text import clean_text

OwnKeys = tuple[tuple[str, str], ...]
"""Pairs of a usual key and the key that is pressed for it, in the order of the usual keys; each named once."""

USUAL_KEYS: Final[OwnKeys] = ()  # Every key as it is called in the documentation.
KEY_SETTING: Final = "key."  # What the name of the setting of a key begins with; the usual key follows.

_SHOWN: Final = {
    "comma": ",",
    "full_stop": ".",
    "semicolon": ";",
    "apostrophe": "'",
    "minus": "-",
    "plus": "+",
    "equals_sign": "=",
    "slash": "/",
    "asterisk": "*",
    "number_sign": "#",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
"""The keys besides letters that can be taken, by their names, with the one character that is shown for them."""

_NAMES: Final = {shown: name for name, shown in _SHOWN.items()}
_ANSWERING: Final = frozenset("gy")  # The letters that answer questions.


def meant(keys: OwnKeys, pressed: str) -> str:
    """Return the usual key that a pressed one stands for."""
    if not keys:
        return pressed
    return _meanings(keys).get(pressed.lower(), pressed)


def shown_key(keys: OwnKeys, key: str, usual: str = "") -> str:
    """Return the key to press for a usual one, as it is shown; ``usual`` is what is shown for one that is its own."""
    pressed = _pressed(keys).get(key) if keys else None
    return label(pressed) if pressed is not None else usual or key


def label(key: str) -> str:
    """Return a key as it is shown."""
    return _SHOWN.get(key, key)


def key_named(text: str) -> str:
    """Return the name of the key that a text shows or names, of a letter the small one."""
    small = text.lower()
    return _NAMES.get(small, small)


def keys_words(keys: OwnKeys) -> str:
    """Return in words how far keys are not the usual ones."""
    return ngettext("{n} of your own", "{n} of your own", len(keys)) if keys else _("default")


def with_key(keys: OwnKeys, key: str, pressed: str, effects: Mapping[str, str] = MappingProxyType({})) -> OwnKeys:
    """Return keys with another one for a usual key; with an empty text or the usual key itself, as it was at first.

    Raises:
        ValueError: there is no such usual key, the other one cannot be used, or it does something else already.
    """
    if not _is_usual(key):
        raise ValueError(_("there is no key {key} at a table", key=repr(key)))
    others, other = tuple(pair for pair in keys if pair[0] != key), meant(keys, pressed)
    if pressed not in {"", key} and pressed in _ANSWERING:
        raise ValueError(_("{key} answers questions: choose another key.", key=pressed))
    if pressed not in {"", key} and not _can_be_taken(pressed):
        raise ValueError(_("Choose a letter or one of {signs}: other keys are fixed.", signs=" ".join(_NAMES)))
    if other in effects and other != key:
        raise ValueError(_("{key} is taken: {effect}.", key=label(pressed), effect=effects[other]))
    if any(pressed == taken for _usual, taken in others):
        raise ValueError(_("{key} is taken already", key=label(pressed)))
    return others if pressed in {"", key} else tuple(sorted((*others, (key, pressed))))


def read_keys(stored: Mapping[str, str]) -> OwnKeys:
    """Return own keys from stored settings; what cannot hold keeps its usual key."""
    keys = USUAL_KEYS
    taken: set[str] = set()
    for name, pressed in sorted(stored.items()):
        key = name.removeprefix(KEY_SETTING)
        if name == key or not _is_usual(key) or not _can_be_taken(pressed) or pressed in {key, *taken}:
            continue
        taken.add(pressed)
        keys = (*keys, (key, pressed))
    return keys


def stored_keys(keys: OwnKeys) -> dict[str, str]:
    """Return own keys as the settings to store."""
    return {f"{KEY_SETTING}{key}": pressed for key, pressed in keys}


def _is_usual(key: str) -> bool:
    return len(key) == 1 and key in ascii_lowercase


def _can_be_taken(key: str) -> bool:
    """Return True for a small letter of one cell that is written from the left, and for the other keys that are known.

    The rest is left alone: digits choose cards, and the keys that lead out or explain must be found by everyone.
    """
    if len(key) != 1 or key in _ANSWERING:
        return key in _SHOWN
    return key.isalpha() and key == key.lower() and bidirectional(key) == "L" and east_asian_width(key) not in "WF"


@lru_cache(512)
def _meanings(keys: OwnKeys) -> dict[str, str]:
    """Return the usual key of each pressed one that is not its own."""
    pressed = dict(keys)
    meanings = {own: usual for usual, own in keys}
    for freed in pressed.keys() - meanings.keys():
        displaced = freed
        while displaced in pressed:
            displaced = pressed[displaced]
        meanings[freed] = displaced
    return meanings


@lru_cache(512)
def _pressed(keys: OwnKeys) -> dict[str, str]:
    """Return the key to press for each usual one that is not its own."""
    return {usual: own for own, usual in _meanings(keys).items()}


class SettingValues(Enum):
    """The values of a setting, each with the words for it, marked for translation."""

    # Looks are cached by some of them, and Enum's own hash is slow.
    __hash__ = object.__hash__

    words: str

    def __new__(cls, value: str, words: str) -> Self:
        """Let the stored text be the value."""
        one = object.__new__(cls)
        one._value_, one.words = value, words
        return one


class Theme(SettingValues):
    """The colours of the screens."""

    AUTO = "auto", N_("as the terminal")
    DARK = "dark", N_("dark")
    LIGHT = "light", N_("light")
    CONTRAST = "contrast", N_("high contrast")
    COLOUR_BLIND = "colour-blind", N_("for colour-blind eyes")


class Cards(SettingValues):
    """The deck, where a terminal has colours for one."""

    PAINTED = "painted", N_("painted")
    LEGIBLE = "legible", N_("large figures")


class Rest(SettingValues):
    """How long a trick that was taken stays on the table."""

    SHORT = "short", N_("1.5 seconds")
    LONG = "long", N_("4 seconds")
    KEY = "key", N_("until a key")
    NONE = "none", N_("not at all")


class HandOrder(SettingValues):
    """The order of the cards in one's hand."""

    SUIT = "suit", N_("by suit")
    RANK = "rank", N_("by rank")
    OWN = "own", N_("your own")


class Switch(SettingValues):
    """On or off."""

    ON = "on", N_("on")
    OFF = "off", N_("off")

    def __bool__(self) -> bool:
        return self is Switch.ON


class Coach(SettingValues):
    """When the coach speaks."""

    FIRST = "first", N_("your first three games")
    ON = "on", N_("on")
    OFF = "off", N_("off")

    def __bool__(self) -> bool:
        return self is Coach.ON


class ForcedPasses(SettingValues):
    """Where a pass is made for a player who can do nothing else."""

    BOTS = "bots", N_("against bots")
    ON = "on", N_("on")
    OFF = "off", N_("off")


class Language(SettingValues):
    """The language of all texts; by itself that of the reader's system."""

    AUTO = "auto", N_("as your system")
    ENGLISH = "en", LANGUAGES["en"]
    CYMRAEG = "cy", LANGUAGES["cy"]

    @property
    def code(self) -> str:
        """Its code; empty for that of the reader's system."""
        return "" if self is Language.AUTO else str(self.value)


class Desktop(SettingValues):
    """The sequence that asks a terminal for a notification of the desktop: each terminal knows one of them, or none."""

    AUTO = "auto", N_("as your terminal knows")
    OSC9 = "osc9", N_("as iTerm2, WezTerm (OSC 9)")
    OSC99 = "osc99", N_("as kitty (OSC 99)")
    OSC777 = "osc777", N_("as foot, Ghostty, urxvt (OSC 777)")
    OFF = "off", N_("off")


class Settings(Struct, frozen=True, gc=False):
    """The settings of one person on one device; all but keys are enums, so that a stored text says what is meant."""

    theme: Theme = Theme.AUTO
    cards: Cards = Cards.PAINTED
    motion: Switch = Switch.ON
    language: Language = Language.AUTO
    bell: Switch = Switch.ON
    title: Switch = Switch.ON
    desktop: Desktop = Desktop.AUTO
    webhook: str = ""
    """The address that hears of the player's turn while they are away; empty for none."""
    order: HandOrder = HandOrder.SUIT
    rest: Rest = Rest.SHORT
    auto_pass: ForcedPasses = ForcedPasses.BOTS
    one_key: Switch = Switch.OFF
    confirm: Switch = Switch.ON
    coach: Coach = Coach.FIRST
    listed: Switch = Switch.ON
    keys: OwnKeys = USUAL_KEYS
    """The player's own keys at a table."""
    course: str = ""
    """Where the course for newcomers was left, as ``kept_place`` writes it; empty at its beginning."""
    coached: str = ""
    """The codes of the last tables that were opened with the coach, as ``with_coach`` writes them."""
    begun: str = ""
    """In how many games of each kind the coach was there as in a first one: ``roque:2 chwech:3``."""
    games: str = ""
    """The names of the games that are ticked in the lobby, with spaces between them; empty for all."""
    solved: str = ""
    """The marks of the puzzles that were solved last, and the numbers of the games that have no others."""
    given: str = ""
    """The points a deal given away in the games that were reviewed last, each after the number of its game."""
    made: str = ""
    """The choices for the last table that was opened by the form, as ``remembered`` writes them."""


class Setting(Struct, frozen=True, gc=False):
    """One setting, in words."""

    name: str
    """The field of ``Settings``."""
    title: str
    about: str
    """What it changes, in one line."""
    device: bool = False
    """True if it depends on the device: it is then kept per key and not for all of an account."""
    group: str = N_("At a table")
    """The heading below which it is listed, marked for translation."""

    @property
    def choices(self) -> dict[str, str]:
        """Each value as it is stored, with the words for it; of a text only the empty one."""
        kind = type(getattr(Settings(), self.name))
        return {str(one.value): one.words for one in kind} if issubclass(kind, SettingValues) else {"": N_("off")}

    def said(self, value: str) -> str:
        """Return a value in words."""
        return _(self.choices[value]) if value in self.choices else clean_text(value, cells=_TEXT)


COACH_ABOUT: Final = N_("says what choices are worth; games with hints are unrated")
_LOOK: Final = N_("Look")
_TURN: Final = N_("When it is your turn")

SETTINGS: Final = (
    Setting(
        "theme", N_("Colours"), N_("follows your terminal's background if it can be detected"), device=True, group=_LOOK
    ),
    Setting("cards", N_("Cards"), N_("with pips and courts, or large figures"), device=True, group=_LOOK),
    Setting("motion", N_("Motion"), N_("cards move when they are played and taken"), device=True, group=_LOOK),
    Setting(
        "language", N_("Language"), N_("language of all text; messages already on screen don't change"), group=_LOOK
    ),
    Setting(
        "bell", N_("Bell"), N_("rings when it is your turn and the window is not in focus"), device=True, group=_TURN
    ),
    Setting("title", N_("Window title"), N_("shows when it is your turn"), device=True, group=_TURN),
    Setting(
        "desktop",
        N_("Notification"),
        N_("desktop notification on your turn, if your terminal supports it"),
        device=True,
        group=_TURN,
    ),
    Setting(
        WEBHOOK,
        N_("Away from here"),
        N_("notifies an ntfy topic of your turn in correspondence games, if the server allows it"),
        group=_TURN,
    ),
    Setting("order", N_("Hand"), N_("the order of your cards")),
    Setting("rest", N_("Trick rests"), N_("how long a completed trick stays on the table")),
    Setting("auto_pass", N_("Auto-pass"), N_("pass for you when nothing else is possible")),
    Setting("one_key", N_("One-key play"), N_("the number of a card plays it at once, without Enter")),
    Setting("confirm", N_("Confirm"), N_("ask before you leave a game or let a bot play for you")),
    Setting("coach", N_("Coach"), COACH_ABOUT),
    Setting(
        LISTED,
        N_("In lists"),
        N_("your name in lists and news; off: only for your friends"),
        group=N_("Other people"),
    ),
)
"""Every setting but the keys, in the order of the settings screen; its words are marked for translation."""


_TEXT: Final = 40  # The greatest width of a text that a setting shows, in cells.
_ADDRESS: Final = re.compile(r"https://[!-~]{1,180}")

NOTED: Final = ("course", "coached", "begun", "games", "solved", "given", "made")
"""What the program notes by itself, and keeps like a setting: texts, which no screen lists."""

_OF_DEVICE: Final = frozenset(setting.name for setting in SETTINGS if setting.device)


def of_device(name: str) -> bool:
    """Return True if the setting of this name depends on the device, as the keys do."""
    return name in _OF_DEVICE or name.startswith(KEY_SETTING)


def read_settings(stored: Mapping[str, str]) -> Settings:
    """Return settings from their stored texts; what this version does not know keeps its default."""
    known = {one.name: stored[one.name] for one in SETTINGS if stored.get(one.name) in one.choices}
    settings = convert(known, Settings)
    return replace(settings, keys=read_keys(stored), **{name: stored.get(name, "") for name in (WEBHOOK, *NOTED)})


def stored_settings(settings: Settings) -> dict[str, str]:
    """Return settings as the texts to store: those that differ from their default."""
    usual, values = to_builtins(Settings()), to_builtins(settings)
    named = (setting.name for setting in SETTINGS)
    kept = {name: values[name] for name in (*named, *NOTED) if values[name] != usual[name]}
    return kept | stored_keys(settings.keys)


def with_setting(settings: Settings, name: str, value: str) -> Settings:
    """Return settings with one of them changed; raise ``ValueError``, which says what would be right, if not."""
    setting = next((setting for setting in SETTINGS if setting.name == name), None)
    if setting is None:
        known = ", ".join(setting.name for setting in SETTINGS)
        raise ValueError(_("there is no setting {name}: choose one of {known}", name=repr(name), known=known))
    if name == WEBHOOK:
        value = "" if value in {"off", _("off")} else value.strip()
        if value and not _ADDRESS.fullmatch(value):
            raise ValueError(_("write an address such as https://ntfy.sh/your-topic, or off"))
    try:
        return convert({**to_builtins(settings), name: value}, Settings)
    except (ValidationError, UnicodeEncodeError):
        values = ", ".join(setting.choices)
        problem = _("{name} cannot be {value}: choose one of {values}", name=name, value=repr(value), values=values)
        raise ValueError(problem) from None


def changed(settings: Settings, name: str, value: str) -> Settings:
    """Return settings with one, a key or a note of the program changed; raise ``ValueError`` if it cannot be."""
    if name in NOTED:
        return replace(settings, **{name: value})
    if name.startswith(KEY_SETTING):
        return replace(settings, keys=with_key(settings.keys, name.removeprefix(KEY_SETTING), value))
    return with_setting(settings, name, value)


FIRST_GAMES: Final = 3  # In so many games of each kind the coach is there, unless a setting says otherwise.

_SILENT: Final = "*"
"""Stands after the code of a table where the coach asks the server for no hints, which others would see."""


def has_coach(coached: str, table: str) -> bool:
    """Return True if a table was opened with the coach, or is one of the first games of its player."""
    return table in coached.replace(_SILENT, "").split()


def takes_hints(coached: str, table: str) -> bool:
    """Return True unless the coach of a table asks the server for no hints."""
    return table + _SILENT not in coached.split()


def with_coach(coached: str, table: str, room: int = MOST_CHARACTERS) -> str:
    """Return the codes, or other marks, with one more, the newest first; those without room are forgotten."""
    codes = [table, *without_coach(coached, table).split()]
    while codes and len(" ".join(codes)) > room:
        codes.pop()
    return " ".join(codes)


def without_coach(coached: str, table: str) -> str:
    """Return the codes without one."""
    return " ".join(code for code in coached.split() if code.rstrip(_SILENT) != table.rstrip(_SILENT))


def coach_notes(settings: Settings, setup: tuple[str, str], wanted: Coach, *, alone: bool) -> dict[str, str]:
    """Return the settings to change where a player sits down at a new table, so that the coach is there; or none.

    Args:
        settings: those of the player.
        setup: the code of the table, and the name of its game.
        wanted: whether the coach is wanted there; by default in the first games of each kind.
        alone: whether nobody else can see hints: in a first game there, the coach takes them.
    """
    table, game = setup
    if wanted is Coach.OFF or has_coach(settings.coached, table):
        return {}
    if wanted is Coach.ON:
        return {"coached": with_coach(settings.coached, table)}
    begun = settings.begun.split()
    times = next((number for number in range(FIRST_GAMES, 0, -1) if f"{game}:{number}" in begun), 0)
    if settings.coach is not Coach.FIRST or times == FIRST_GAMES:
        return {}
    others = [one for one in begun if one.partition(":")[0] != game]
    coached = with_coach(settings.coached, table if alone else table + _SILENT)
    return {"coached": coached, "begun": " ".join([*others, f"{game}:{times + 1}"])}
