"""What the keys do in a game of the kit, from the choices on offer; and its deals in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, ParamSpec, TypeVar

from chwech_tui.games.ranks import SUIT_KEYS, suit_hint
from chwech_tui.model.cards import PublicDeal, TrickText
from chwech_tui.model.game import Choice as Option
from chwech_tui.model.game import Move
from chwech_tui.model.people import NOBODY, People
from games.kit.asking import Choice
from games.kit.say import SUITS, SYMBOLS, As, Say, card_words, prose
from games.kit.seen import Seen, usual_taker, usual_turn
from games.kit.tricks import PASS
from games.kit.words import Key, Words, columns_of
from protocol.cards import Card, InvalidCard, Suit, read_card
from protocol.game import Answer, Stage, View, said
from protocol.language import _, pgettext

FAULTS: Final = (LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError)

P = ParamSpec("P")
R = TypeVar("R")


def _guarded(method: Callable[P, R], instead: Callable[[], R]) -> Callable[P, R]:
    def guarded(*given: P.args, **named: P.kwargs) -> R:
        try:
            return method(*given, **named)
        except FAULTS:
            return instead()

    return guarded


def cannot_draw() -> str:
    """Return the sentence that stands in place of a table that cannot be drawn."""
    return _("The server sent a table that cannot be drawn.")


def capitalized(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"


def guard(of: object, failing: Mapping[str, Callable[[], Any]]) -> None:
    """Have methods return something else where they fail: where a game draws a table that its rules cannot make."""
    for name, instead in failing.items():
        setattr(of, name, _guarded(getattr(of, name), instead))


def _split(words: Words[Any], choice: Choice) -> tuple[str, Sequence[Any]]:
    """Return the word in a choice, empty for a card alone or with what is said with it, and the other parts."""
    parts = choice if isinstance(choice, tuple) else (choice,)
    of_card = isinstance(parts[0], Card) and words.marks
    word = next((part for part in parts if isinstance(part, str) and not of_card), "")
    return word.strip(), [part for part in parts if part is not word]


def usable_of(legal: Sequence[Choice], hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand with which a choice begins."""
    choices = [choice if isinstance(choice, tuple) else (choice,) for choice in legal]
    first = [next((part for part in choice if isinstance(part, Card)), None) for choice in choices]
    return tuple(dict.fromkeys(card for card in first if card is not None and card in hand))


def moves_of(seen: Seen[Any], card: Card | None) -> tuple[Move, ...]:
    """Return what each key does: choices with the same word belong together, and those with a card need it chosen."""
    found: dict[str, list[tuple[Choice, Sequence[Any]]]] = {}
    words = seen.words
    for choice in seen.legal:
        word, rest = _split(words, choice)
        cards = [part for part in rest if isinstance(part, Card)]
        if not cards or cards[0] == card or (word in words.keys and words.keys[word].asks):
            found.setdefault(word, []).append((choice, rest))
    play = Key("enter", words.play, "")
    keys = {word: words.keys.get(f"{seen.asked}:{word}", words.keys.get(word, play)) for word in found}
    places = {word: place for place, word in enumerate(words.keys)}
    order = sorted(found, key=lambda word: places.get(word, -1))
    return tuple([_move(seen, keys[word], found[word], card) for word in order if keys[word].key])


def _move(seen: Seen[Any], key: Key, ways: Sequence[tuple[Choice, Sequence[Any]]], card: Card | None) -> Move:
    """Return what a key does: the one choice that it stands for, or a question between several."""
    words, text = seen.words, key.open if key.open and len(ways) > 1 else key.label
    move = key.move(seen) if callable(key.move) else Say(key.move or text)
    label = prose(move.of({"card": card, "attack": _other(ways[0][1]), **words.facts(seen)}), NOBODY)
    if len(ways) == 1 and not key.asks:
        return Move(key.key, label, (Option(key.key, label, Answer(said(ways[0][0]))),))
    last, by_suit = ways[0][1][-1], key.asks and len({rest[-1].suit for _choice, rest in ways}) == len(ways)
    numbers = [by_suit - 1 if key.asks else number for number in range(1, 1 + len(ways))]
    choices = tuple([_way(words, number, way[1][-1], way[0]) for number, way in zip(numbers, ways, strict=True)])
    usual = _("← or → for the number, then Enter") if isinstance(last, int) else _("1 to {last}", last=len(choices))
    usual = suit_hint(choices) if isinstance(last, Suit) or by_suit else usual
    usual = _("← or → for the card, then Enter") if key.asks and not by_suit else usual
    question, hint = words.question(ways[0][0]) or (key.question.of({"card": card}) if key.question else "", "")
    dots = "…" if words.marks else ""
    return Move(key.key, label + dots, choices, prose(question, NOBODY), prose(hint, NOBODY) or usual)


def _other(rest: Sequence[Any]) -> Any:  # noqa: ANN401
    """Return the last part of a choice, as it is said: a card, a suit, a number."""
    return "" if not rest else str(rest[-1]) if isinstance(rest[-1], int) else rest[-1]


def _way(words: Words[Any], number: int, last: Any, choice: Choice) -> Option:  # noqa: ANN401
    """Return one of several choices: a suit by its letter, a card by its number; numbers are stepped through."""
    answer = Answer(said(choice))
    if isinstance(last, Suit):
        return Option(SUIT_KEYS[last], f"{SYMBOLS[last]} {_(SUITS[last])}", answer)
    if isinstance(last, Card):
        suit = SUIT_KEYS[last.suit] if last.suit and not number else ""
        return Option(str(number) if number > 0 else suit, card_words(last), answer)
    if last in words.marks:
        return Option(words.marks[last].key, _(words.marks[last].label), answer)
    return Option("" if isinstance(last, int) else str(number), _(str(last)), answer)


def label_of(words: Words[Any], action: Answer) -> str:
    """Return an answer as part of a sentence: the card, or what its word does."""
    text = action.said if isinstance(action, Answer) else ""
    mark = next((one for one in words.marks if one in text[1:]), "")
    if mark:
        face, _mark, suit = text.partition(mark)
        play = (read_card(face), mark, *([Suit(suit)] if suit else []))
        return prose(As(words.played(play), "text"), NOBODY)
    word = max((word for word in words.keys if word and word in text), key=len, default="")
    if not word:
        return _card_of(text)
    first, last = (_card_of(part.strip()) for part in text.partition(word)[::2])
    key, card = words.keys[word], first or last
    told = key.said or Say(key.label)
    return prose(told.of({"card": card, "points": last, "attack": last, "suit": last}), NOBODY)


def _card_of(text: str) -> str:
    """Return a card that records write so in words; any other text as it is."""
    try:
        return card_words(read_card(text))
    except InvalidCard:
        return next((_(SUITS[suit]) for suit in Suit if suit.value == text), text)


def _played(one: Any) -> str:  # noqa: ANN401
    """Return a play as records write it: a pass, a choice, or several cards."""
    several = isinstance(one, tuple | list) and all(isinstance(part, Card) for part in one)
    return PASS if one is None else " ".join(map(said, one)) if several else said(one)


def begins_with_card(legal: Sequence[Choice]) -> bool:
    """Return True if a card can be played, and not only asked for by a word."""
    return any(isinstance(choice[0] if isinstance(choice, tuple) else choice, Card) for choice in legal)


class KitDeal(PublicDeal[View]):
    """A deal as everybody may see it."""

    def __init__(self, view: View, seen: Seen[Any], *, strict: bool = False) -> None:
        """Tell of a view, with what its viewer sees of the table; if strictly, a fault is raised."""
        super().__init__(view)
        self._words, self._seen = seen.words, seen
        self._columns = [one for one in columns_of(seen.words.seats, seen.table.match) if one.heading]
        numbers = ("-",) * len(self._columns)
        failing: Mapping[str, Callable[[], Any]] = {
            "numbers": lambda: numbers,
            "sentence": cannot_draw,
            "trumps": str,
            "tricks": tuple,
        }
        guard(self, {} if strict else failing)

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the numbers of a seat."""
        return tuple([pgettext("heading", one.heading) for one in self._columns])

    def numbers(self, seat: int) -> tuple[str, ...]:
        """Return the numbers of a seat as text."""
        shown = [(one.told or one.show)(self._seen.table, seat) for one in self._columns]
        return tuple([prose(Say("{value}", value=one), NOBODY) or "-" for one in shown])

    def sentence(self, names: Sequence[str]) -> str:
        """Return the state of the game in words."""
        view, people = self.view, People(tuple(names))
        if view.winners:
            total = self._words.figures(view.sheets[-1].totals[view.winners[0]])
            won = ", ".join(names[seat] for seat in view.winners)
            return _(self._words.over, total=total, names=won)
        told: Mapping[str, Any] = {
            "number": view.deal,
            "dealer": names[view.dealer or 0],
            "deals": self._seen.table.match.game.deals(self._seen.table.match) or None,
        }
        waits = view.stage is Stage.DEALING
        if (own := self._words.dealt(self._seen, waits)) is not None:
            first = prose(own.of(told), people)
        elif told["deals"] is None:
            first = (
                _("Deal {number} comes next, dealt by {dealer}.") if waits else _("Deal {number}, dealt by {dealer}.")
            )
        elif waits:
            first = _("Deal {number} of {deals} comes next, dealt by {dealer}.")
        else:
            first = _("Deal {number} of {deals}, dealt by {dealer}.")
        # A name may have braces in it: what has been put in is not a pattern any more.
        begun = first if own is not None else first.format(**told)
        status = [prose(one, people) for one in self._words.standing(self._seen)]
        more = [f"{capitalized(text).rstrip('.')}." for text in status if text]
        return " ".join(filter(None, (begun, "" if waits else self.trumps(names), *more, self._turn(people))))

    def _turn(self, people: People) -> str:
        """Return what the seat does whose turn it is."""
        seen = self._seen
        if not seen.turn:
            return ""
        doing = None if seen.table.trick or seen.table.last_trick else self._words.doing(seen)
        if doing is not None:
            return f"{prose(doing, people).rstrip('.')}."
        told = seen.words.turn(seen)
        if len(seen.turn) > 1 or told is None or not (seen.words.round or seen.words.turn is not usual_turn):
            return ""
        return prose(told.of({"seat": seen.turn[0]}), people)

    def trumps(self, names: Sequence[str]) -> str:
        """Return the trump suit, and the card turned up."""
        own = self._words.trumps(self._seen.table) if self.view.fields else ""
        if own:
            return prose(own, People(tuple(names)))
        ranks, turned = self._seen.ranks, self._words.turned(self._seen.table)
        if ranks is None or ranks.suit is None:
            return ""
        text = Say("{suit} are trump.")
        if turned is not None:
            fate = turned.told or Say("{card} is turned up", card=As(turned.card.text))
            text = Say("{suit} are trump; {turned}.", turned=fate)
        return capitalized(prose(text.of({"suit": ranks.suit}), People(tuple(names))))

    def tricks(self, names: Sequence[str]) -> tuple[TrickText, ...]:
        """Return the previous trick and the open one, as far as there are such."""
        seen, words, found = self._seen, self._words, list[TrickText]()
        last, this = map(_, words.parts.titles)
        if not words.round and words.taker is usual_taker:
            return self._rows(names, last, this)
        titles = (last, _("taken by {name}")), (this, _("so far to {name}"))
        for (title, taken), trick in zip(titles, words.plays(seen.table), strict=True):
            if trick:
                taker = words.taker(seen, [play for play in trick if play[1] is not None])
                turns = [f"{names[seat]} {_played(one)}" for seat, one in trick]
                found.append(TrickText(title, tuple(turns), "" if taker is None else taken.format(name=names[taker])))
        return tuple(found)

    def _rows(self, names: Sequence[str], last: str, this: str) -> tuple[TrickText, ...]:
        """Return what lies in rows, and did before."""
        seen, found = self._seen, list[TrickText]()
        for title, back in ((last, True), (this, False)):
            if not (self._words.last if back else self._words.lying)(seen.table):
                continue
            zones = self._words.zones(seen, back=back)
            turns = [
                f"{names[row.seat] if isinstance(row.seat, int) else ''} {' '.join([card.text for card in row.cards])}"
                for row in zones.rows
            ]
            taken = "" if zones.taker is None else _("taken up by {name}", name=names[zones.taker])
            found.append(TrickText(title, tuple(turns), taken))
        return tuple(found)
