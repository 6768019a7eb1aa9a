"""A game as the client shows it: all that its screens need to know of one, from what the game declares once.

A game is shown by pure functions of its view: cards and moves for the keys, sentences for events; its pictures are in
``drawing``. The rest of the client draws seats, hands, sheets and replays alike for every game.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property, wraps
from typing import Any, Final, TypeVar, cast

from chwech_tui.model.cards import CardsGone
from chwech_tui.model.ink import HUES, Hue, Line, Picture, Span
from chwech_tui.model.lesson import Lesson, lessons_of, taught
from chwech_tui.model.moves import Move, begins_with_card, capitalized, label_of, moves_of, usable_of
from chwech_tui.model.people import NOBODY, People, SharedAct, rating_words, victory
from games.kit import pages
from games.kit.game import CardTable, Match
from games.kit.options import InvalidSetup, has
from games.kit.say import Meter, Say, Saying, card_words, parts, prose
from games.kit.view import choices_of, match_of, table_of
from games.kit.words import FOLLOWING, Key, Seen, Several, Words, cards_in, undealt
from games.registry import GAMES as KIT
from games.registry import WORDS
from protocol.archive import Statistics
from protocol.cards import Card
from protocol.errors import ErrorCode, RemoteProtocolError
from protocol.game import Answer, Answered, View, said
from protocol.language import _, ngettext, spoken
from protocol.message import Seat
from protocol.rating import RULESET, Ladder
from protocol.setup import OptionValue, Setup
from protocol.table import Event, TableView
from protocol.text import clean_text

MOST_LINES: Final = 10_000
LONGEST_RECORD: Final = 4_000_000
"""The most lines and characters of a record that are accepted: far more than a server keeps of any game."""

FAULTS: Final = (
    *(LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError),
    RemoteProtocolError,
)
"""What is raised where a game reads a table that its rules cannot have made."""

F = TypeVar("F", bound=Callable[..., Any])


def demand(holds: object, text: str) -> None:
    """Raise ``RemoteProtocolError`` with this text unless the condition holds."""
    if not holds:
        raise RemoteProtocolError(ErrorCode.INVALID_MESSAGE, text)


def check_record(lines: Sequence[str]) -> None:
    """Check that the lines of a record received so far are no more than a record has."""
    long = len(lines) > MOST_LINES or sum(map(len, lines)) > LONGEST_RECORD
    demand(not long, "the record of a game has no end")


def guarded(instead: Callable[[], object]) -> Callable[[F], F]:
    """Return what has a function of a game return something else where it fails, unless that is to be strict."""

    def around(function: F) -> F:
        @wraps(function)
        def guard(of: Any, *given: Any, **named: Any) -> Any:  # noqa: ANN401
            try:
                return function(of, *given, **named)
            except FAULTS:
                if of.strict:
                    raise
                return instead()

        return cast(F, guard)

    return around


def cannot_draw() -> str:
    """Return the sentence that stands in place of a table that cannot be drawn."""
    return _("The server sent a table that cannot be drawn.")


def painted(told: Saying | Meter, people: People = NOBODY, step: int = 1) -> Line:
    """Return what is said as a line, each part in the hue of its role; each step of a meter has ``step`` cells."""
    if isinstance(told, Meter):
        return tuple([Span(sign * step * number, HUES[role]) for sign, number, role in told.runs])
    return tuple([Span(words, HUES[role]) for words, role in parts(told, people) if words])


class Unit(Enum):
    """What an event begins or completes."""

    DEALT = "dealt"
    """The cards are dealt."""
    TRICK = "trick"
    """A trick is taken, after which the table rests."""
    PILE = "pile"
    """The cards leave the middle, and the game goes on at once."""
    DEAL = "deal"
    """The deal is scored."""


def _unknown(name: str, value: OptionValue) -> str:
    """Return an option that only another version of a game knows, by its name; or how many deals there are."""
    if name == "deals" and isinstance(value, int):
        return ngettext("{n} deal", "{n} deals", value)
    said = name.replace("_", " ")
    if isinstance(value, bool):
        return said if value else _("no {option}", option=said)
    return f"{said} {str(value).replace('_', ' ')}"


class ShownGame:
    """A game, as the client shows it; every function is pure.

    Where one fails, at a table that the rules of the game cannot have made, something else is said instead.
    """

    def __init__(self, words: Words[Any], *, strict: bool = False) -> None:
        """Show the game that these are the words of; if strictly, a fault in what it declares is raised."""
        self.words, self.game, self.strict = words, words.game, strict
        self.keys: Sequence[Key] = [key for key in words.listed or dict.fromkeys(words.keys.values()) if key.about]
        """The keys that act in it besides the choice of a card, in the order of the foot."""
        self._undealt = undealt(words)

    @property
    def title(self) -> str:
        """The name of the game, in the language of its reader."""
        return _(self.game.title)

    def shows(self, view: View) -> bool:
        """Return True if a view is one of this game."""
        return view.game == self.game.name

    def seen(self, view: View) -> Seen[Any]:
        """Return the table that a view shows, with what its viewer may do."""
        # It is kept with the view: a front shows hundreds of views in turn, and reads each of them for every key.
        kept: tuple[ShownGame, Seen[Any]] | None = vars(view).get("seen")
        if kept is None or kept[0] is not self:
            kept = vars(view)["seen"] = self, self._read(view)
        return kept[1]

    def _read(self, view: View) -> Seen[Any]:
        table = table_of(self.game, view)
        if table is None:
            match = match_of(self.game, view)
            return Seen(
                self._undealt, CardTable(match, match.dealer, hands=[[] for _seat in range(match.players)]), view.viewer
            )
        return Seen(self.words, table, view.viewer, view.asked, view.prompt, choices_of(self.game, view))

    # Words

    def all_options(self, setup: Setup) -> Mapping[str, OptionValue]:
        """Return all options of a table; the usual ones of a setup that the rules do not have."""
        try:
            return self.game.complete(setup.players, setup.options)
        except InvalidSetup:
            return {option.name: option.values[0] for option in self.game.options}

    def rules_words(self, setup: Setup) -> str:
        """Return the rules of a table in words, all that differ and some always: ``revised rules, 3 deals``."""
        options, known = self.all_options(setup), {one.name: one for one in self.game.options}
        told = [prose(self.words.together(self.match(setup)), NOBODY)]
        for name, value in {**options, **setup.options}.items():
            is_known = name in known and has(known[name], value)
            told.append(prose(pages.rule_of(self.game, name, value), NOBODY) if is_known else _unknown(name, value))
        return ", ".join(filter(None, told))

    def match(self, setup: Setup) -> Match:
        """Return a match with the options of a table; with usual ones where the rules do not have them."""
        players = setup.players if setup.players in self.game.players else self.game.players[0]
        return Match(self.game, players, self.all_options(setup))

    def crib(self, setup: Setup) -> tuple[str, ...]:
        """Return the rules of a table in a few sentences, to look at while one plays."""
        return pages.crib(self.match(setup))

    def piles_closed(self, setup: Setup) -> str:
        """Return why the cards won cannot be looked at; empty if they can."""
        piles = self.words.piles
        return _(piles) if isinstance(piles, str) else prose(piles(self.all_options(setup)), NOBODY)

    @guarded(str)
    def progress(self, view: View) -> str:
        """Return how far the game is, for the header: ``deal 2 of 6``."""
        seen = self.seen(view)
        return prose(seen.words.progress(seen.table), NOBODY)

    @guarded(str)
    def variant(self, view: View) -> str:
        """Return what is played, for the header: ``revised rules``."""
        seen = self.seen(view)
        variant, table = seen.words.variant, seen.table
        return prose(variant(table) if variant else seen.words.together(table.match), NOBODY)

    def told(self, event: Event) -> tuple[Event, ...]:
        """Return what an answer has led to, one thing after another; the end of a deal is one of them."""
        if not isinstance(event, Answered) or len(event.told) < 2:
            return (event,)
        ends = next((at for at, (what, _about) in enumerate(event.told) if what in self.words.endings), None)
        first = event.told if ends is None else event.told[:ends]
        groups = [*((one,) for one in first), *(() if ends is None else (event.told[ends:],))]
        return tuple([Answered(group[0][1].get("seat"), event.said, group) for group in groups])

    def _say(self, event: Event, viewer: int | None) -> list[Say]:
        found, says = list[Say](), {**self.words.says, **self.words.endings}
        for what, about in event.told if isinstance(event, Answered) else ():
            declared: Any = says.get(what)
            declared = declared["own" in about] if isinstance(declared, tuple) else declared
            told = declared(about, viewer) if callable(declared) else declared
            role = "strong" if what in self.words.endings else ""
            found += [say.of(about, role) for say in ([told] if isinstance(told, Say) else told or ())]
        return found

    @guarded(tuple)
    def sentence(self, event: Event, people: People) -> Line:
        """Return the sentence for an event of the game; an empty line for any other event."""
        lines = [painted(say, people) for say in self._say(event, people.viewer)]
        return tuple([span for at, line in enumerate(lines) for span in (*((Span(" "),) if at else ()), *line)])

    def shared_act(self, event: Event) -> tuple[Seat, SharedAct] | None:
        """Return who does what in an event that several seats may do in a row, such as a pass; otherwise None."""
        says = self._say(event, None)
        if len(says) != 1 or not says[0].many:
            return None
        return Seat(says[0].values["seat"]), SharedAct(str(says[0].own), str(says[0].one), says[0].many)

    @guarded(tuple)
    def ended(self, view: View, people: People) -> Line:
        """Return who has won the game, and with how many points."""
        if not view.winners:
            return ()
        if callable(self.words.victory):
            return (Span(prose(self.words.victory(self.seen(view).table.match), people), Hue.STRONG),)
        won, total = victory(people, view.winners), view.sheets[-1].totals[view.winners[0]]
        shown = self.words.figures(total)
        points = ngettext("{n} point", "{n} points", total)
        figures = {"chips": shown, "level": shown, "total": shown, "points": points}
        return (Span(_(self.words.victory, victory=won, **figures), Hue.STRONG),)

    @guarded(str)
    def turn_words(self, view: View) -> str:
        """Return what is asked of the viewer, whose turn it is: ``Follow hearts or pass``."""
        seen, asked = self.seen(view), self.words.prompts.get(view.prompt, "")
        return prose(asked(seen) if callable(asked) else self._asking(seen, asked, None), NOBODY)

    def _asking(self, seen: Seen[Any], text: str | Callable[[Seen[Any], Any], Say], card: Card | None) -> Say:
        if callable(text):
            return text(seen, card)
        led = cards_in(seen.table.trick)[:1]
        return Say(text, **{"card": card, "suit": led[0].suit if led else None, **self.words.facts(seen)})

    def unit(self, event: Event) -> Unit | None:
        """Return what an event begins or completes: of several things the last one."""
        found: Unit | None = None
        for what, _about in event.told if isinstance(event, Answered) else ():
            if what in self.words.endings:
                found = Unit.DEAL
            elif what in self.game.ends:
                found = Unit.TRICK if self.words.rests else Unit.PILE
            elif what == "dealt":
                found = Unit.DEALT
        return found

    @guarded(str)
    def reason(self, view: View) -> str:
        """Return why the previous trick went as it did, in half a sentence; empty if there is none."""
        seen = self.seen(view)
        return prose(seen.words.reason(seen), NOBODY)

    @guarded(str)
    def consequence(self, view: View, action: Answer) -> str:
        """Return what an action of the viewer would do, as far as anybody can know; empty for nothing to say."""
        seen = self.seen(view)
        choice = next((one for one in seen.legal if Answer(said(one)) == action), None)
        return prose(self.words.consequence(seen, choice), NOBODY) if choice is not None else ""

    @guarded(tuple)
    def news(self, before: View, view: View, people: People) -> Picture:
        """Return what changed between two views and should not be missed: someone about to go out."""
        told = self.seen(before).words.news(self.seen(before).table, self.seen(view).table)
        return tuple([painted(say, people) for say in told])

    # Keys

    @guarded(tuple)
    def usable(self, view: View) -> tuple[Card, ...]:
        """Return the cards of the hand with which the viewer can act now."""
        seen = self.seen(view)
        found, several = usable_of(seen.legal, seen.hand), self.words.several(seen, ())
        # Of several cards that are due, the others come after those that have to come first.
        return tuple(seen.hand) if several is not None and 0 < len(found) < several.least else found

    @guarded(tuple)
    def moves(self, view: View, card: Card | None) -> tuple[Move, ...]:
        """Return what the keys do on the viewer's turn, with a chosen card or without one."""
        # They are kept with the view as well, the latest ones: a key asks for them three times.
        kept, key = vars(view).get("moves"), (self, card, spoken())
        if kept is None or kept[0] != key:
            kept = vars(view)["moves"] = key, moves_of(self.seen(view), card)
        return cast(tuple[Move, ...], kept[1])

    @guarded(lambda: None)
    def several(self, view: View) -> Several | None:
        """Return the choice of several cards that the viewer has now; None if cards are played one by one."""
        return self.words.several(self.seen(view), ()) if view.choices else None

    @guarded(str)
    def several_action(self, view: View, cards: tuple[Card, ...]) -> Answer | str:
        """Return what is sent first for these cards, or why they cannot be chosen.

        It is asked again with those that are left after each action, until the view has no such choice any more;
        without a card, for what ends the choice.
        """
        found = self.words.several(self.seen(view), cards)
        if found is not None and not cards and Answer(found.done) in view.legal:
            return Answer(found.done)
        if found is None or not cards or not found.fits:
            return prose(found.none, NOBODY) if found is not None else ""
        if found.answer is not None:
            return prose(found.answer, NOBODY) if isinstance(found.answer, Say) else Answer(said(found.answer))
        choices = [Answer(said((found.word, card) if found.word else card)) for card in cards]
        return next((one for one in choices if one in view.legal), self.refusal(view, "enter", cards[0]))

    @guarded(str)
    def refusal(self, view: View, key: str, card: Card | None) -> str:
        """Return why one of ``keys``, or Enter on the chosen card, does nothing on the viewer's turn."""
        seen, card = self.seen(view), card if key == "enter" else None
        if view.viewer is None:
            return ""
        plays = begins_with_card(seen.legal)
        late = next((known.late for known in self.words.keys.values() if known.key == key and known.late), "")
        general = self.words.why.get("lead", "") if card is None and plays else ""
        said = general or self.words.why.get(view.prompt, "")
        if key != "enter" and late and plays:
            said = late
        if card is None and isinstance(said, str) and "{card}" in said:
            said = self.words.why.get("lead", "")
        return capitalized(prose(said(seen, card) if callable(said) else self._asking(seen, said, card), NOBODY))

    def premove_refusal(self, view: View, card: Card | None) -> str:
        """Return why Enter on a card, or an early key, cannot be a premove, or is none by then; empty if it can."""
        why = prose(self.words.early(self.seen(view), card), NOBODY)
        if why or not view.choices or card is None:
            return capitalized(why)
        if view.prompt not in FOLLOWING:
            return _("The turn is another one: {card} was not meant for that.", card=card_words(card))
        return "" if card in self.usable(view) else self.refusal(view, "enter", card)

    @guarded(tuple)
    def certain_rest(self, view: View) -> tuple[Card, ...]:
        """Return the hand in the order to lead it, if the viewer certainly takes each trick; otherwise none."""
        return tuple(self.words.certain(self.seen(view)))

    @guarded(tuple)
    def hidden_trumps(self, view: View) -> tuple[Card, ...]:
        """Return the cards of the hand that are trumps though their suit does not show it."""
        table = self.seen(view).table
        return tuple([card for card in view.hand if self.words.trumps(table, card)])

    @guarded(int)
    def height(self, view: View, card: Card) -> int:
        """Return how high a card ranks, for a hand sorted by rank."""
        return self.words.height(self.seen(view), card)

    def action_words(self, action: Answer) -> str:
        """Return an action in a few words, as part of a sentence: ``A♥ low``, ``pass``."""
        return label_of(self.words, action)

    # Tricks, cards, sides

    @guarded(tuple)
    def last_trick(self, view: View) -> object:
        """Return what the view knows of the previous trick; what is empty for nothing."""
        seen = self.seen(view)
        return seen.words.last(seen.table)

    @guarded(lambda: CardsGone((), (), (), (), ""))
    def cards_gone(self, view: View) -> CardsGone:
        """Return the cards gone so far in the deal that is played, as far as the rules of the table show them."""
        seen = self.seen(view)
        table, words, gone = seen.table, seen.words, (*seen.table.gone, *seen.words.known(seen.table))
        held = [(say.of({"cards": list(cards), "card": cards[0]}), cards) for say, cards in words.held(seen) if cards]
        told = _(words.gone) if isinstance(words.gone, str) else prose(words.gone(table), NOBODY)
        note = " ".join(filter(None, [told, *(prose(say, NOBODY) for say, _cards in held)]))
        pack, lying = tuple(self.game.pack(table.match)), tuple(words.lying(table))
        return CardsGone(
            pack, tuple(seen.hand), lying, gone, note, tuple(card for _say, cards in held for card in cards)
        )

    def sides(self, view: View) -> tuple[int, ...]:
        """Return the side of each seat; empty where each plays alone."""
        sides = tuple(self.seen(view).table.match.sides)
        return sides if len({*sides}) < len(sides) else ()

    # For newcomers

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """The positions of the course, in order; none if the game has no course."""
        return lessons_of(self.game)

    @cached_property
    def is_taught(self) -> bool:
        """True if the game has a course."""
        return pages.course_file(self.game).is_file()

    @property
    def farewell(self) -> str:
        """What the coach says at the end of the course; empty if there is none."""
        course = taught(self.game)
        return course.farewell if course is not None else ""

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules explained in place, in small letters and the singular, with a sentence each."""
        return pages.glossary(self.game)

    @guarded(str)
    def advice(self, view: View, people: People) -> str:
        """Return what a good player would bear in mind on the viewer's turn; empty where there is no choice."""
        return prose(self.words.advice(self.seen(view)), people) if len(view.choices) > 1 else ""

    # Trust

    def check_view(self, view: View, players: int) -> None:
        """Raise ``RemoteProtocolError`` if a view is no table of this game; what cannot be drawn is said later."""
        try:
            self.seen(view)
            demand(view.players == len(view.seats) == players, "the view is of another table")
        except RemoteProtocolError:
            raise
        except FAULTS as fault:
            demand(holds=False, text=f"the view is no table of {self.title}: {fault!r:.80}")


GAMES: Final[Mapping[str, ShownGame]] = {name: ShownGame(WORDS[name]) for name in KIT}
"""The games that this client can show; the first is the one played where none is named."""

FIRST: Final = next(iter(GAMES))  # The name of the first game.
GIST: Final = WORDS[FIRST].gist  # The rules of the first game in three lines, for newcomers, marked for translation.


def title_of(game: str) -> str:
    """Return the title of a game; for an unknown game, the name that the server uses."""
    return GAMES[game].title if game in GAMES else clean_text(game, cells=24)


def brief_title(game: str) -> str:
    """Return the title of a game where there is little room."""
    brief = GAMES[game].game.brief if game in GAMES else ""
    return _(brief) if brief else title_of(game)


def coached_words(game: str, learn: str, off: str) -> tuple[str, ...]:
    """Return what opens the lessons of a game, if there are any, and that the coach is on, with what turns it off."""
    helps = _("The coach helps in your first three games ({off}).", off=off)
    if game not in GAMES or not GAMES[game].is_taught:
        return (helps,)
    return _("New to {game}? {learn} teaches it.", game=brief_title(game), learn=learn), helps


def rules_words(setup: Setup) -> str:
    """Return the rules of a table in words: ``revised rules, 3 deals``."""
    if setup.game in GAMES:
        return clean_text(GAMES[setup.game].rules_words(setup), cells=240)
    return _("a game unknown to this client ({game})", game=title_of(setup.game))


def table_words(setup: Setup) -> str:
    """Return what a table plays: ``Chwech for 6, revised rules``."""
    game, rules = title_of(setup.game), rules_words(setup)
    return _("{game} for {players}, {rules}", game=game, players=setup.players, rules=rules)


def length_words(setup: Setup) -> str:
    """Return how long a game is: ``6 deals``, ``to 505``; empty where that is not known."""
    if setup.game not in GAMES:
        return ""
    match = GAMES[setup.game].match(setup)
    deals, target = match.game.deals(match), match.game.target(match)
    return ngettext("{n} deal", "{n} deals", deals) if deals else _("to {target}", target=target) if target else ""


def kind_of(table: TableView) -> ShownGame | None:
    """Return the game of a table, as this client shows it; None for a game or a view that it does not know."""
    return GAMES.get(table.setup.game) if table.game is None or table.game.game == table.setup.game else None


def ladder_words(ladder: Ladder) -> str:
    """Return a game and its ruleset: ``Chwech, revised rules``."""
    title = title_of(ladder.game)
    return f"{title}, {_ruleset(ladder)}" if ladder.ruleset else title


def own_ratings_words(played: Statistics) -> str:
    """Return the ratings of a person in one game: ``rating 1712 ± 96``; by ruleset if there are several, or none."""
    known = [
        (_ruleset(Ladder(played.game, one.ruleset)) if one.ruleset else "", rating_words(one.rating))
        for one in played.ratings
    ]
    if len(known) == 1:
        return _("rating {rating}", rating=known[0][1])
    return _("rating {rating}", rating=", ".join(f"{rating} ({rules})" for rules, rating in known)) if known else ""


def _ruleset(ladder: Ladder) -> str:
    return rules_words(Setup(ladder.game, options={RULESET: ladder.ruleset})).partition(",")[0]
