"""The SSH keys of the player's account: list them, name them, add one by a code, revoke one."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from chwech_tui.describe import host_words
from chwech_tui.drawing.line import left, wrap
from chwech_tui.games.lists import day
from chwech_tui.link import Link
from chwech_tui.model.ink import Hue, Picture, Press, Span
from chwech_tui.model.prompt import BACK, CHOOSE, PromptAnswer
from chwech_tui.screens.drawn import COPIED
from chwech_tui.screens.menu import MENU_WIDTH, AskingScreen, Item, titled
from chwech_tui.screens.question import Question, QuestionScreen
from chwech_tui.theme import Palette
from protocol.identity import KeyCode, KeyEntry, Keys, ListKeys, NameKey, OfferKey, RevokeKey
from protocol.language import N_, _, ngettext
from protocol.messages import FromServer
from protocol.text import clean_text

_SHORT: Final = 19
"""The characters of a fingerprint that are shown: its algorithm, and enough to tell keys apart."""


_SURE_KEYS: Final = frozenset({"y", "enter", "x"})
"""The keys that confirm an irreversible action, as at the table; any other key cancels it."""


LOOK_SECONDS: Final = 3.0
"""Seconds between two looks whether the key has come for which a code is shown."""


class SshKeysScreen(AskingScreen[str]):
    """Lists the keys of the player's account."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("a", N_("add a key"), "a"),
        PromptAnswer("n", N_("name"), "n"),
        PromptAnswer("x", N_("revoke"), "x"),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q"})

    def __init__(self, palette: Palette, link: Link, command: Callable[[str], str], *, guest: bool) -> None:
        super().__init__(palette, link)
        self._command = command
        self._guest = guest
        self._keys: tuple[KeyEntry, ...] = ()
        self._code: KeyCode | None = None

    def on_mount(self) -> None:
        self.ask_for(ListKeys)
        self.set_interval(LOOK_SECONDS, self._look_again)

    def told(self, news: FromServer) -> bool:
        match news:
            case Keys(keys=keys):
                self._show_keys(keys)
            case KeyCode():
                self._code = news
                self.say("")
            case _:
                return False
        return True

    def _show_keys(self, keys: tuple[KeyEntry, ...]) -> None:
        """Show the keys; once the key is there for which a code was shown, the code is done with."""
        come = self._code is not None and len(keys) > len(self._keys)
        changed, self._keys = keys != self._keys, keys
        if come:
            self._code = None
            self.say(_("The key is added."))
        elif changed:
            self.say("")

    def _look_again(self) -> None:
        """Ask whether the key has come for which a code is shown: it comes from another device."""
        if self._code is not None and self._question is None:
            self.ask_for(ListKeys)

    def title_lines(self) -> Picture:
        about = _("Whoever proves one of these keys is you. The fingerprint of a key is what ssh-keygen -lf prints.")
        if self._guest and not self._keys:
            about = _("A guest has no key, and is forgotten. Add one to keep your name (ssh-keygen makes one).")
        head = titled(_("Your SSH keys"), about)
        if self._code is None:
            return head
        minutes = max(1, self._code.seconds // 60)
        told = ngettext(
            "On the device that has the other key, type this within {n} minute; it works once (c copies it):",
            "On the device that has the other key, type this within {n} minutes; it works once (c copies it):",
            minutes,
        )
        command = self._command(self._code.code)
        shown: Picture = (
            (Span(f"  {command}", Hue.ACCENT, aim=Press("c")),),
            (Span(f"  {host_words(command)}", Hue.DIM),),
        )
        return (*head, (), *wrap((Span(told),), MENU_WIDTH, hang=0), *shown[: 2 if host_words(command) else 1])

    def items(self) -> Sequence[Item[str]]:
        return tuple(Item(key.key, _words(key)) for key in self._keys)

    def act(self, key: str) -> None:
        match key:
            case "c" if self._code is not None:
                self.app.copy_to_clipboard(self._command(self._code.code))
                self.say(_(COPIED))
            case "a":
                self.ask_for(OfferKey)
            case "n" if self._keys:
                self._ask_name(self._keys[self.chosen].key)
            case "x" if self._keys:
                self._revoke(self._keys[self.chosen])
            case _:
                super().act(key)

    def _revoke(self, entry: KeyEntry) -> None:
        """Ask for confirmation, because a revocation is irreversible."""
        asked = [_("Revoke {key}…? y does, Esc keeps it.", key=_short(entry.key))]
        if entry.current:
            asked.append(_("You are here with it."))
        if len(self._keys) == 1:
            asked.append(_("It is your last: nobody can come back to this account then."))
        self.ask(" ".join(asked), lambda: self._revoke_now(entry.key), _SURE_KEYS)

    def _revoke_now(self, revoked: str) -> None:
        self.ask_for(RevokeKey, revoked, last=[entry.key for entry in self._keys] == [revoked])

    def choose(self, key: str) -> None:
        """Do nothing: a click only moves to an SSH key, and letters act on it."""

    def _ask_name(self, key: str) -> None:
        """Ask for the name of a key, and send it."""

        def words() -> Picture:
            return ((Span(_("What do you call this key?"), Hue.STRONG), Span(f"  {_short(key)}", Hue.DIM)),)

        def send(name: str | None) -> None:
            if name:
                self.ask_for(NameKey, key, name)

        self.app.push_screen(QuestionScreen(self._palette, Question(words)), send)


def _short(key: str) -> str:
    return clean_text(key, cells=_SHORT)


def _words(key: KeyEntry) -> str:
    name, own = left(clean_text(key.name, cells=20), 20), _("this one") if key.current else ""
    added = _("added {day}", day=day(key.added_at))
    return f"{left(_short(key.key), _SHORT)}…  {name}  {added}  {own}"
