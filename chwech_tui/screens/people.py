"""The people of a server: friends, whoever is online, and whom one does not hear; and what one does about each."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from chwech_tui.drawing.line import left, marked
from chwech_tui.link import Link
from chwech_tui.model.ink import Picture
from chwech_tui.model.lobby import Acquaintance, Lobby, acquaintances, place_words, reported_words, shown
from chwech_tui.model.people import shown_name
from chwech_tui.model.prompt import BACK, CHOOSE, PromptAnswer
from chwech_tui.screens.history import RankingsWanted
from chwech_tui.screens.menu import AskingScreen, Item, titled
from chwech_tui.screens.question import QuestionScreen, report_on
from chwech_tui.theme import Palette
from protocol.administration import ReportPerson
from protocol.contacts import Contacts, Invite, ListContacts, SetBlocked, SetFriend
from protocol.language import N_, _, ngettext
from protocol.lobby import EnterLobby, LeaveLobby, LobbyShown, Where
from protocol.messages import FromServer

_NAME: Final = 36
"""The width of a name with its mark, in cells."""

_NO_TABLE: Final = N_("You have no seat at a table to invite to: n in the lobby makes one.")


class Company(Struct, frozen=True):
    """What the list of people is made from, besides the contacts that the server keeps."""

    lobby: Lobby
    """The lobby; at a table, where its news are not told, only the people of the table."""

    own: str
    """The player's own name."""

    ignored: frozenset[str] = frozenset()
    """The names of the people whose chat is hidden."""

    table: str = ""
    """The code of the player's table; empty if there is none to invite to."""

    at_table: bool = False
    """True at a table, also for a spectator: who else is online is asked for once, when the list opens."""


class PeopleScreen(AskingScreen[str]):
    """Lists people; its result is the code of a table to watch, or an empty text."""

    KEYS: ClassVar[tuple[PromptAnswer, ...]] = (
        CHOOSE,
        PromptAnswer("Enter", N_("invite"), "enter"),
        PromptAnswer("f", N_("friend"), "f"),
        PromptAnswer("w", N_("watch"), "w"),
        PromptAnswer("x", N_("ignore"), "x"),
        PromptAnswer("b", N_("block"), "b"),
        PromptAnswer("r", N_("report"), "r"),
        PromptAnswer("a", N_("rankings"), "a"),
        BACK,
    )
    ENDING_KEYS = frozenset({"escape", "q", "i"})

    def __init__(self, palette: Palette, link: Link, company: Company, hush: Callable[[frozenset[str]], None]) -> None:
        """Create the list; ``hush`` is called with the names of the people whose chat is hidden from now on."""
        super().__init__(palette, link)
        self._company = company
        self._hush = hush
        self._contacts: Contacts | None = None
        self._looked = 0
        self._online = Lobby()
        self._known = self._acquaintances()

    def on_mount(self) -> None:
        self.ask_for(ListContacts)
        if self._company.at_table:
            self._looked = self.ask_for(EnterLobby)
            self._link.ask(LeaveLobby)

    def show(self, company: Company) -> None:
        """Show a new state; the chosen person stays chosen."""
        before = self._chosen_one()
        self._company = company
        self._known = self._acquaintances()
        names = [known.name for known in self._known]
        self.chosen = names.index(before.name) if before is not None and before.name in names else self.chosen
        self.redraw()

    def _lobby(self) -> Lobby:
        """Return the lobby; at a table, the people there and whoever was online when the list was opened."""
        here, online = self._company.lobby, self._online
        if not self._company.at_table:
            return here
        known = {person.name: person for person in (*here.people, *online.people)}
        known.update({person.name: person for person in here.people})
        return replace(online, people=tuple(known.values()))

    def _acquaintances(self) -> tuple[Acquaintance, ...]:
        return acquaintances(self._lobby(), self._company.ignored, self._company.own, self._contacts)

    def _chosen_one(self) -> Acquaintance | None:
        return self._known[self.chosen] if self.chosen < len(self._known) else None

    def told(self, news: FromServer) -> bool:
        if isinstance(news, LobbyShown) and news.id == self._looked:
            self._online = shown(news)
            self.show(self._company)
            return True
        if not isinstance(news, Contacts):
            return False
        before, self._contacts = self._contacts, news
        blocked = frozenset(map(shown_name, news.blocked))
        freed = frozenset(map(shown_name, before.blocked)) - blocked if before is not None else frozenset()
        hidden = (self._company.ignored | blocked) - freed
        # Whoever is blocked is ignored, too: that hides what they have said already.
        if hidden == self._company.ignored:
            self.show(self._company)
        else:
            self._hush(hidden)
        return True

    # Drawing

    def title_lines(self) -> Picture:
        number = self._lobby().online
        return titled(
            _("People"),
            _("x ignores (again: no longer): you don't hear them until you leave."),
            _("b blocks (again: no longer): neither hears, invites or sees the other."),
            _("f follows a friend, unasked: you see where they are, as everybody can."),
            _("r reports a person to those who run the server."),
            aside=ngettext("{n} online", "{n} online", number) if number else "",
        )

    def items(self) -> Sequence[Item[str]]:
        return tuple(Item(known.name, self._words(known)) for known in self._known) or (
            Item("", _("Nobody else yet.")),
        )

    def _words(self, known: Acquaintance) -> str:
        mark = _mark(known, ignored=known.name in self._company.ignored)
        name = marked(known.name, mark, _NAME - 2) if mark else known.name
        return f"{left(name, _NAME)}{place_words(known, away=self._company.at_table)}"

    # Keys

    def act(self, key: str) -> None:
        chosen = self._chosen_one()
        if key == "a":
            self.report(RankingsWanted())
        elif key in {"f", "v", "w", "x", "b", "r"}:
            self.say("")
            if chosen is not None:
                self._do(key, chosen)
        else:
            super().act(key)

    def choose(self, choice: str) -> None:
        """Invite a person: the friendliest of what can be done about them."""
        self.act("v")

    def _do(self, key: str, chosen: Acquaintance) -> None:
        """Do what a key does about a person."""
        name, ignored = chosen.name, self._company.ignored
        match key:
            case "f":
                self.ask_for(SetFriend, name, not chosen.friend)
            case "v":
                self._invite(chosen)
            case "w":
                self._watch(chosen)
            case "r":
                self._report(name)
            case "x" if name in ignored:
                self._hush(ignored - {name})
            case "x":
                asked = _("Ignore {name}? y does it, any other key does not.", name=name)
                self.ask(asked, lambda: self._hush(self._company.ignored | {name}))
            case _ if chosen.blocked:
                self.ask_for(SetBlocked, name, blocked=False)
            case _:
                asked = _("Block {name}? y does it, any other key does not.", name=name)
                self.ask(asked, partial(self.ask_for, SetBlocked, name))

    def _invite(self, chosen: Acquaintance) -> None:
        if not self._company.table:
            self.say(_(_NO_TABLE))
            return
        if chosen.person is not None and chosen.person.table == self._company.table:
            self.say(_("{name} is at your table already.", name=chosen.name))
            return
        # Whether they hear of it is not known.
        told = _("{name} is told of your table, if they are online.", name=chosen.name)
        if chosen.person is not None:
            told = _("{name} is invited to your table.", name=chosen.name)
        self.thanks[self.ask_for(Invite, chosen.name, self._company.table)] = told

    def _report(self, name: str) -> None:
        """Ask what is wrong with a person, and send it to those who run the server."""

        def send(text: str | None) -> None:
            if text:
                self.thanks[self.ask_for(ReportPerson, name, text)] = reported_words(name)

        self.app.push_screen(QuestionScreen(self._palette, report_on(name)), send)

    def _watch(self, chosen: Acquaintance) -> None:
        """Leave the list to watch a person's table; from a table of one's own, one leaves that first."""
        person = chosen.person
        if person is None or not person.table or person.where not in {Where.TABLE, Where.WATCHING}:
            self.say(_("{name} is at no table that is listed.", name=chosen.name))
        elif self._company.table and self._company.at_table:
            self.say(_("Leave this table first, with q; then watch from the lobby."))
        else:
            self.dismiss(person.table)


def _mark(known: Acquaintance, *, ignored: bool) -> str:
    """Return what a person is to the player, in brackets; empty for nothing."""
    # Translators: what a person is to the reader, in brackets after the name.
    known_as = ((_("blocked"), known.blocked), (_("friend"), known.friend), (_("ignored"), ignored))
    marks = [word for word, holds in known_as if holds]
    return f" ({', '.join(marks[:1] if known.blocked else marks)})" if marks else ""
