"""Any game of the kit behind the client's interface of games, from what the game declares once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from chwech_tui.describe import option_words, points_words, victory
from chwech_tui.games import kit_drawing as drawing
from chwech_tui.games.kit_deal import (
    FAULTS,
    KitDeal,
    begins_with_card,
    cannot_draw,
    capitalized,
    guard,
    label_of,
    moves_of,
    usable_of,
)
from chwech_tui.games.kit_lessons import lessons_of, taught
from chwech_tui.games.score_table import column, read_scores, score_table
from chwech_tui.model.cards import CardsGone, PublicDeal, ShownTrick
from chwech_tui.model.checks import check_common, check_seats, demand
from chwech_tui.model.game import DealScore, GameKey, GameResult, Middle, Move, Several, Unit
from chwech_tui.model.ink import Hue, Line, Picture, Span, plain
from chwech_tui.model.lesson import Lesson
from chwech_tui.model.option import OptionWords, ValueWords
from chwech_tui.model.people import NOBODY, Act, People
from chwech_tui.model.usual_game import UsualGame
from games.kit import pages
from games.kit.asking import Choice
from games.kit.game import InvalidOptions, Match, Option, Table, complete
from games.kit.say import Say, card_words, prose
from games.kit.seen import Seen, cards_in
from games.kit.view import choices_of, match_of, table_of
from games.kit.words import Column, Words, columns_of, undealt
from protocol.cards import Card
from protocol.game import Answer, Answered, Named, Stage, View, said
from protocol.language import _, ngettext
from protocol.message import Seat
from protocol.seating import Event
from protocol.setup import OptionValue, Setup

_UNITS: Final = {unit.value: unit for unit in Unit}
_KEPT: Final = 64
"""The number of views whose tables are kept."""


_FAILING: Final[Mapping[str, Callable[[], Any]]] = {
    **dict.fromkeys(("progress", "variant", "turn_words", "reason", "consequence", "refusal", "advice"), str),
    **dict.fromkeys(("sentence", "ended", "news", "usable", "moves", "certain_rest"), tuple),
    "draw_panel": lambda: ((), (), ()),
    **dict.fromkeys(("draw_columns", "draw_pile", "draw_sum"), tuple),
    "has_last_trick": bool,
    **dict.fromkeys(("several", "read_result"), lambda: None),
    "several_action": str,
    "height": int,
    "shown_trick": lambda: ShownTrick(((Span(cannot_draw(), Hue.ALERT),), ())),
    "cards_gone": lambda: CardsGone((), (), (), (), ""),
    "deal_score": lambda: DealScore((), "", ()),
}
"""What is said and drawn instead where the functions of a game fail, at tables that their rules cannot have made."""


class KitGame(UsualGame[View]):
    """A game of the kit, as the client shows it."""

    def __init__(self, words: Words[Any], *, strict: bool = False) -> None:
        """Show the game that these are the words of; if strictly, a fault in what it declares is raised."""
        self._strict = strict
        guard(self, {} if strict else _FAILING)
        self.words, self.game = words, words.game
        self.parts, self.round = words.parts, words.round
        self.title_lines, self.counts_deals, self.reviewed = words.lines, words.counts_deals, words.reviewed
        self.keys: Sequence[GameKey] = tuple(
            GameKey(key.key, key.label, key.about, early=key.early, rare=not key.early, words=key.words)
            for key in words.listed or dict.fromkeys(words.keys.values())
            if key.about
        )
        self._lessons: tuple[Lesson, ...] | None = None
        course = taught(self.game)
        self.farewell = course.farewell if course is not None else ""
        self.options: Mapping[str, OptionWords] = {one.name: self._option(one) for one in words.game.options}
        self._undealt = undealt(words)
        self._seen: dict[int, tuple[View, Seen[Any]]] = {}

    @property
    def title(self) -> str:
        """The name of the game, in the language of its reader."""
        return _(self.game.title)

    def shows(self, view: View) -> bool:
        """Return True if a view is one of this game."""
        return isinstance(view, View) and view.game == self.game.name

    def seen(self, view: View) -> Seen[Any]:
        """Return the table that a view shows, with what its viewer may do; the last ones are kept."""
        kept = self._seen.get(id(view))
        if kept is None or kept[0] is not view:
            seen = self._read(view)
            while len(self._seen) >= _KEPT:
                del self._seen[next(iter(self._seen))]
            # The view is kept too, so that no other one can have its identity.
            kept = self._seen[id(view)] = view, seen
        return kept[1]

    def _read(self, view: View) -> Seen[Any]:
        table = table_of(self.game, view)
        if table is None:
            match = match_of(self.game, view)
            return Seen(
                self._undealt, Table(match, match.dealer, hands=[[] for _seat in range(match.players)]), view.viewer
            )
        return Seen(self.words, table, view.viewer, view.asked, view.prompt, choices_of(self.game, view))

    # Words

    def _option(self, option: Option) -> OptionWords:
        """Return an option in the words of its declaration; a value of a number is shown as it is."""
        values = {
            str(value): ValueWords(words, "") if isinstance(words, str) else ValueWords(*words)
            for value, words in option.values.items()
        }
        if option.numbers:
            values["*"] = ValueWords("", option.numbered)

        def fits(players: int, changed: Mapping[str, OptionValue | None], value: OptionValue | None) -> bool:
            chosen = {name: one for name, one in changed.items() if one is not None and name != option.name}
            try:
                complete(self.game, players, chosen if value is None else {**chosen, option.name: value})
            except InvalidOptions as fault:
                # The text begins with the option that is at fault, which gives way to the others.
                return not str(fault).startswith(option.name)
            return True

        return OptionWords(option.title, values, fits)

    def _options(self, setup: Setup) -> Mapping[str, OptionValue]:
        """Return all options of a table; the usual ones of a setup that the rules do not have."""
        try:
            return complete(self.game, setup.players, setup.options)
        except InvalidOptions:
            return {option.name: option.default for option in self.game.options}

    def rules_words(self, setup: Setup) -> str:
        """Return the rules of a table in words."""
        known, options = self.words.options, self._options(setup)
        options = {**options, "players": setup.players}
        names = [name for name in self.words.always if name in options]
        told = []
        for name in [*names, *(name for name in setup.options if name not in names)]:
            value = setup.options.get(name, options.get(name, ""))
            words = known.get(f"{name}={value}", known.get(f"{name}=*"))
            if isinstance(words, tuple):
                told.append(ngettext(*words, int(value)))
            elif callable(words):
                told.append(prose(words(options), NOBODY))
            elif words != "":
                told.append(_(words, n=value, value=value) if words else option_words({name: value}, {})[0])
        return ", ".join(told)

    def crib(self, setup: Setup) -> tuple[str, ...]:
        """Return the rules of a table in a few sentences."""
        players = setup.players if setup.players in self.game.players else self.game.players[0]
        return pages.crib(Match(self.game, players, self._options(setup)))

    def _fits(self, setup: Setup, needs: Mapping[str, Any]) -> bool:
        """Return True if a table has these options, or this number of players; a tuple lists several values."""
        options = {**self._options(setup), "players": setup.players}
        return all(options[one] in (need if isinstance(need, tuple) else (need,)) for one, need in needs.items())

    def piles_closed(self, setup: Setup) -> str:
        """Return why the cards won cannot be looked at; empty if they can."""
        piles = self.words.piles
        why, needs = (piles, {}) if isinstance(piles, str) else piles
        return _(why) if why and self._fits(setup, needs) else ""

    def rules_sign(self, setup: Setup) -> str:
        """Return the rules of a table in one word."""
        return prose(self.words.sign(setup.players, self._options(setup)), NOBODY)

    def progress(self, view: View) -> str:
        """Return how far the game is."""
        seen = self.seen(view)
        return prose(seen.words.progress(seen.table), NOBODY)

    def variant(self, view: View) -> str:
        """Return what is played."""
        seen = self.seen(view)
        return prose(seen.words.variant(seen.table), NOBODY)

    def told(self, event: Event) -> tuple[Event, ...]:
        """Return what an answer has led to, one thing after another; the end of a deal is one of them."""
        if not isinstance(event, Answered) or len(event.told) < 2:
            return (event,)
        ends = next((at for at, (what, _about) in enumerate(event.told) if self.words.units.get(what) == "deal"), None)
        first = event.told if ends is None else event.told[:ends]
        groups = [*((one,) for one in first), *(() if ends is None else (event.told[ends:],))]
        return tuple([Answered(group[0][1].get("seat"), event.said, group) for group in groups])

    def _say(self, event: Event, viewer: int | None) -> list[Say]:
        """Return the sentences of an event."""
        found, units = list[Say](), self.words.units
        for what, about in event.told if isinstance(event, Answered) else ():
            declared = self.words.says.get(what)
            declared = declared["own" in about] if isinstance(declared, tuple) else declared
            told = declared(about, viewer) if callable(declared) else declared
            role = "strong" if units.get(what) == "deal" else ""
            found += [say.of(about, role) for say in ([told] if isinstance(told, Say) else told or ())]
        return found

    def sentence(self, event: Event, people: People) -> Line:
        """Return the sentence for an event."""
        lines = [drawing.painted(say, people) for say in self._say(event, people.viewer)]
        return tuple([span for at, line in enumerate(lines) for span in (*((Span(" "),) if at else ()), *line)])

    def shared_act(self, event: Event) -> tuple[Seat, Act] | None:
        """Return who does what in an event that several seats may do in a row."""
        says = self._say(event, None)
        if len(says) != 1 or not says[0].many:
            return None
        return Seat(says[0].values["seat"]), Act(str(says[0].own), str(says[0].one), says[0].many)

    def ended(self, view: View, people: People) -> Line:
        """Return who has won the game, and with how many points."""
        if not view.winners:
            return ()
        if callable(self.words.victory):
            return (Span(prose(self.words.victory(self.seen(view).table.match), people), Hue.STRONG),)
        won, total = victory(people, view.winners), view.sheets[-1].totals[view.winners[0]]
        shown = self.words.figures(total)
        figures = {"chips": shown, "level": shown, "total": shown, "points": points_words(total)}
        return (Span(_(self.words.victory, victory=won, **figures), Hue.STRONG),)

    def turn_words(self, view: View) -> str:
        """Return what is asked of the viewer."""
        seen, asked = self.seen(view), self.words.prompts.get(view.prompt, "")
        return prose(asked(seen) if callable(asked) else self._asking(seen, asked, None), NOBODY)

    def _asking(self, seen: Seen[Any], text: str | Callable[[Seen[Any], Any], Say], card: Card | None) -> Say:
        if callable(text):
            return text(seen, card)
        led = cards_in(seen.table.trick)[:1]
        return Say(text, **{"card": card, "suit": led[0].suit if led else None, **self.words.facts(seen)})

    def unit(self, event: Event) -> Unit | None:
        """Return what an event begins or completes: of several things the last one."""
        whats = [what for what, _about in event.told] if isinstance(event, Answered) else []
        found = [_UNITS[self.words.units[what]] for what in whats if what in self.words.units]
        return found[-1] if found else None

    def reason(self, setup: Setup, view: View) -> str:
        """Return why the previous trick went as it did."""
        seen = self.seen(view)
        return prose(seen.words.reason(seen), NOBODY)

    def consequence(self, setup: Setup, view: View, action: Answer) -> str:
        """Return what an action of the viewer would do."""
        seen = self.seen(view)
        choice = next((one for one in seen.legal if Answer(said(one)) == action), None)
        return prose(self.words.consequence(seen, choice), NOBODY) if choice is not None else ""

    def news(self, setup: Setup, before: View, view: View, people: People) -> Picture:
        """Return what changed between two views and should not be missed."""
        told = self.seen(before).words.news(self.seen(before).table, self.seen(view).table)
        return tuple([drawing.painted(say, people) for say in told])

    # Keys

    def usable(self, view: View) -> tuple[Card, ...]:
        """Return the cards with which the viewer can act now."""
        seen = self.seen(view)
        found, several = usable_of(seen.legal, seen.hand), self.words.several(seen, ())
        # Of several cards that are due, the others come after those that have to come first.
        return tuple(seen.hand) if several is not None and 0 < len(found) < several.least else found

    def moves(self, view: View, card: Card | None) -> tuple[Move, ...]:
        """Return what the keys do on the viewer's turn."""
        return moves_of(self.seen(view), card)

    def several(self, view: View) -> Several | None:
        """Return the choice of several cards that the viewer has now."""
        found = self.words.several(self.seen(view), ()) if view.choices else None
        if found is None:
            return None
        words = prose(found.words, NOBODY) if isinstance(found.words, Say) else _(found.words)
        return Several(found.least, found.most, words, found.alone)

    def several_action(self, view: View, cards: tuple[Card, ...]) -> Answer | str:
        """Return what is answered first for these cards, or why they cannot be chosen."""
        found = self.words.several(self.seen(view), cards)
        if found is not None and not cards and Answer(found.done) in view.legal:
            return Answer(found.done)
        if found is None or not cards or not found.fits:
            none = found.none if found is not None else ""
            return prose(none, NOBODY) if isinstance(none, Say) else _(none) if none else ""
        if found.answer is not None:
            return prose(found.answer, NOBODY) if isinstance(found.answer, Say) else Answer(said(found.answer))
        choices = [Answer(said((found.word, card) if found.word else card)) for card in cards]
        return next((one for one in choices if one in view.legal), self.refusal(view, "enter", cards[0]))

    def refusal(self, view: View, key: str, card: Card | None) -> str:
        """Return why a key does nothing on the viewer's turn."""
        seen = self.seen(view)
        keys = [(word, one) for word, one in self.words.keys.items() if ":" not in word]
        words = {one.key: f"{word} " if one.question else word for word, one in reversed(keys)}
        choice: Choice = card or "" if key == "enter" else words.get(key, "")
        plays = begins_with_card(seen.legal)
        if view.viewer is None:
            return ""
        late = next((known.late for known in self.words.keys.values() if known.key == key and known.late), "")
        if key != "enter" and late and plays:
            return _(late)
        unsaid = "lead" if plays else view.prompt
        why = self.game.why(seen.table, view.viewer, view.prompt, choice) if choice else unsaid
        said = self.words.why.get(why, "")
        if card is None and isinstance(said, str) and "{card}" in said:
            said = self.words.why.get("lead", "")
        return capitalized(prose(said(seen, card) if callable(said) else self._asking(seen, said, card), NOBODY))

    def premove_refusal(self, view: View, card: Card | None) -> str:
        """Return why a card cannot be a premove."""
        if self.words.premoves:
            return _(self.words.premoves)
        why = prose(self.words.early(self.seen(view), card), NOBODY)
        if why or not view.choices or card is None:
            return capitalized(why)
        if view.prompt in self.words.at_turn:
            return _("The turn is another one: {card} was not meant for that.", card=card_words(card))
        return "" if card in self.usable(view) else str(self.refusal(view, "enter", card))

    def certain_rest(self, view: View) -> tuple[Card, ...]:
        """Return the hand in the order to lead it, if the viewer certainly takes each trick."""
        return tuple(self.words.certain(self.seen(view)))

    def height(self, view: View, card: Card) -> int:
        """Return how high a card ranks."""
        return self.words.height(self.seen(view), card)

    def action_words(self, action: Answer) -> str:
        """Return an action as part of a sentence."""
        return label_of(self.words, action)

    # Pictures

    def _columns(self, setup: Setup) -> Sequence[Column]:
        players = setup.players if setup.players in self.game.players else self.game.players[0]
        return columns_of(self.words.seats, Match(self.game, players, self._options(setup)))

    def columns_width(self, setup: Setup, step: int) -> int:
        """Return the width of the columns of a seat."""
        return sum([drawing.width_of(one, step) for one in self._columns(setup)])

    def draw_heading(self, setup: Setup, step: int) -> str:
        """Return the heading of the columns."""
        return drawing.draw_heading(self._columns(setup), step)

    def draw_columns(self, view: View, seat: Seat, step: int, away: str) -> Line:
        """Draw the columns of a seat; a note of its absence takes the place of those that yield."""
        return drawing.draw_columns(self.seen(view), seat, step, away)

    def draw_sum(self, view: View, seat: Seat, width: int) -> Line:
        """Draw how a seat's score in the deal that has ended was made."""
        return drawing.draw_sum(self.seen(view), seat, width)

    def draw_panel(self, view: View, seat: Seat, width: int, away: str, *, counted: bool) -> Picture:
        """Draw a seat in three lines: its cards, its progress, its scores."""
        return drawing.draw_panel(self.seen(view), seat, width, away, counted=counted)

    def has_last_trick(self, view: View) -> bool:
        """Return True if the view still knows the previous trick."""
        seen = self.seen(view)
        return bool(seen.words.last(seen.table))

    def shown_trick(self, middle: Middle[View], width: int) -> ShownTrick:
        """Return what lies in the middle of the table."""
        return drawing.shown_zones(self.seen(middle.view), middle.people, width, back=middle.looking_back)

    def draw_pile(self, view: View, seat: Seat) -> Line:
        """Draw the tricks that a seat has taken."""
        return drawing.draw_pile(self.seen(view), seat)

    def cards_gone(self, view: View, setup: Setup) -> CardsGone:
        """Return the cards gone so far in the deal that is played."""
        seen = self.seen(view)
        table, words, gone = seen.table, seen.words, (*seen.table.gone, *seen.words.known(seen.table))
        held = [(say.of({"cards": list(cards), "card": cards[0]}), cards) for say, cards in words.held(seen) if cards]
        told = _(words.gone) if isinstance(words.gone, str) else prose(words.gone(table), NOBODY)
        note = " ".join(filter(None, [told, *(prose(say, NOBODY) for say, _cards in held)]))
        pack, lying = tuple(self.game.pack(table.match)), tuple(words.lying(table))
        return CardsGone(
            pack, tuple(seen.hand), lying, gone, note, tuple(card for _say, cards in held for card in cards)
        )

    # The score sheet, the archive, newcomers

    def deal_score(self, view: View, page: int, people: People) -> DealScore:
        """Return how the scores of a deal were made."""
        match, words = self.seen(view).table.match, self.words
        sheet = match.sheets[page]
        what, about = words.ending(sheet)
        cells = columns_of(words.sheet, match)
        columns = [column(drawing.title_of(one), one.width, sign=one.sign) for one in cells]
        rows = [
            tuple(
                span
                for one, wide in zip(cells, columns, strict=True)
                for span in drawing.draw_cell(one, sheet, seat, wide.width)
            )
            for seat in range(match.players)
        ]
        notes = [capitalized(prose(note, people)) for note in words.notes(match, page)]
        ended = plain(self.sentence(Answered(told=((what, dict(about)),)), people))
        title = _(words.sheet_title, number=page + 1, deals=match.game.deals(match))
        return score_table(page, ended, columns, rows, notes, title)

    def sides(self, view: View) -> tuple[int, ...]:
        """Return the side of each seat; empty where each plays alone."""
        return drawing.sides_of(self.seen(view))

    def points(self, view: View, page: int) -> tuple[int, ...]:
        """Return what each seat scored in a deal."""
        return view.sheets[page].points

    def read_result(self, record: str) -> GameResult | None:
        """Return the result of a game from its record."""
        words, note = self.words, self.words.recorded_note

        def told(game: Any) -> str:  # noqa: ANN401
            return prose(note(game), NOBODY) if callable(note) else ""

        figures = words.scores or words.figures
        result = read_scores(record, self.game.name, self.title, figures, words.recorded, told)
        if result is None:
            return None
        if isinstance(note, str) and any("*" in cell for deal in result.deals for cell in deal):
            result = replace(result, note=_(note))
        if result.rules == self.title:
            return result
        rules = self.rules_words(Setup(self.game.name, len(result.totals), {"ruleset": result.rules}))
        return replace(result, rules=rules)

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the positions of the course."""
        if self._lessons is None:
            self._lessons = lessons_of(self.game)
        return self._lessons

    @property
    def glossary(self) -> Mapping[str, str]:
        """The words of the rules explained in place."""
        return pages.glossary(self.game)

    def advice(self, setup: Setup, view: View, people: People) -> str:
        """Return what a good player would bear in mind; nothing where there is no choice."""
        return prose(self.words.advice(self.seen(view)), people) if len(view.choices) > 1 else ""

    def public_deal(self, view: View) -> PublicDeal[View]:
        """Return the public part of a deal."""
        return KitDeal(view, self.seen(view), strict=self._strict)

    # Trust

    def check_view(self, view: View, players: int) -> None:
        """Check that a view is a table of this game; what cannot be drawn of it is said where it is drawn.

        Raises:
            RemoteProtocolError: it contradicts itself or is absurd.
        """
        demand(view.players == players, "the view is of another table")
        demand(view.stage is not Stage.OVER or view.winners, "a game is over that nobody has won")
        try:
            self.seen(view)
            check_common(view, players)
        except FAULTS as fault:
            demand(holds=False, text=f"the view is no table of {self.title}: {fault!r:.80}")

    def check_event(self, event: Event, players: int) -> None:
        """Check that an event is one of this game.

        Raises:
            RemoteProtocolError: it contradicts itself or is absurd.
        """
        for what, about in event.told if isinstance(event, Answered) else ():
            demand(what in self.words.says, f"{what!r:.20} is nothing that happens in {self.title}")
            check_seats([about.get("seat"), *(one for one in about.values() if isinstance(one, Named))], players)
