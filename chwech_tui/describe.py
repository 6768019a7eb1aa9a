"""Cards as glyphs, actions as words, events as sentences; pure, and the only file that puts the game into words."""

from typing import Final

from chwech_tui.model.ink import SUIT_HUES, Hue, Line, Span, printable
from chwech_tui.model.people import People, listed, third_person
from protocol.absence import Absence, CameBack, Paused, Resigned, Resumed, StoodIn, TimedOut
from protocol.cards import Card, Rank, Suit
from protocol.chwech.actions import AceHeight, Pass, Play
from protocol.chwech.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    LeadPassed,
    Led,
    Passed,
    Played,
    TrickTaken,
)
from protocol.seating import Began, HostGiven, Readied, RematchOffered, Removed, SeatLeft, SeatTaken
from protocol.talk import TEXT_CHARACTERS, Said
from protocol.text import clean_text
from protocol.vocabulary import Event, Seat

SYMBOLS: Final = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
"""The symbol of each suit."""

SUIT_WORDS: Final = {Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts", Suit.SPADES: "spades"}
"""The name of each suit."""

_ABSENCES: Final = {Absence.LOST: "lost the connection", Absence.AWAY: "stepped away", Absence.IDLE: "did not act"}

_HEIGHTS: Final = {AceHeight.HIGH: " high", AceHeight.LOW: " low"}


def glyph(card: Card) -> str:
    """Return a card as the table shows it: ``Q♥``, ``10♣``, ``JK``."""
    return card.rank.value + (SYMBOLS[card.suit] if card.suit else "")


def card_span(card: Card) -> Span:
    """Return a card as part of a sentence, in the hue of its suit."""
    return Span("Joker" if card.rank is Rank.JOKER else glyph(card), SUIT_HUES[card.suit])


def play_line(play: Play) -> Line:
    """Return a play as part of a sentence: ``A♥ low``, ``Joker for ♠``."""
    spans = [card_span(play.card)]
    if play.ace:
        spans.append(Span(_HEIGHTS[play.ace]))
    if play.suit:
        spans += [Span(" for "), Span(SYMBOLS[play.suit], SUIT_HUES[play.suit])]
    return tuple(spans)


def action_words(action: Pass | Play) -> str:
    """Return an action as the label of a button."""
    if isinstance(action, Pass):
        return "pass"
    return "play " + "".join(span.text for span in play_line(action))


def count(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 card``, ``5 cards``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def as_sentence(text: str) -> str:
    """Return the text of a refusal with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def sentence(event: Event, people: People) -> Line:
    """Return the sentence for an event; an empty line for an event that needs none."""
    match event:
        case Dealt(deal=deal, dealer=dealer):
            return (Span(f"Deal {deal}", Hue.STRONG), Span(f": {people.does(dealer, 'deal')}.", Hue.DIM))
        case Led(seat=seat, play=play):
            return (Span(f"{people.does(seat, 'lead')} "), *play_line(play))
        case Played(seat=seat, play=play):
            return (Span(f"{people.does(seat, 'play')} "), *play_line(play))
        case Passed(seat=seat):
            return together((people.call(seat),), "pass")
        case LeadPassed(seat=seat):
            return together((people.call(seat),), "pass the lead")
        case TrickTaken(seat=seat, cards=cards):
            return (Span(f"{people.does(seat, 'take')} {count(len(cards), 'card')}.", Hue.ACCENT),)
        case DealEnded(sheet=sheet):
            return (Span(ending(sheet, people), Hue.STRONG),)
        case GameEnded(totals=totals, winners=winners):
            return (Span(f"{victory(people, winners)} with {totals[winners[0]]}.", Hue.STRONG),)
        case _:
            return _seating(event, people)


def together(names: tuple[str, ...], verb: str) -> Line:
    """Return one sentence for one or several people who did the same."""
    third = len(names) == 1 and names[0] != "You"
    called = [names[0], *("you" if name == "You" else name for name in names[1:])]
    return (Span(f"{listed(called)} {third_person(verb) if third else verb}.", Hue.DIM),)


def _seating(event: Event, people: People) -> Line:
    match event:
        case SeatTaken(name=name, bot="", was=was) if was:
            return (Span(f"{printable(name)} sits down in place of {printable(was)} (bot).", Hue.DIM),)
        case SeatTaken(name=name, was=was) if was:
            return (Span(f"The bot {printable(was)} is called {printable(name)} from now on.", Hue.DIM),)
        case SeatTaken(name=name, bot=bot):
            return (Span(f"{printable(name)} sits down{f' ({bot} bot)' if bot else ''}.", Hue.DIM),)
        case SeatLeft(name=name):
            return (Span(f"{printable(name)} gets up.", Hue.DIM),)
        case Removed(name=name):
            return (Span(f"The host frees the seat of {printable(name)}.", Hue.DIM),)
        case HostGiven(seat=seat):
            return (Span(f"{people.does(seat, 'run')} the table now.", Hue.DIM),)
        case Readied(seat=seat, ready=ready):
            return (Span(f"{_is(people, seat)} {'ready' if ready else 'not ready'}.", Hue.DIM),)
        case Began():
            return (Span("The game begins.", Hue.STRONG),)
        case Said(name=name, text=text):
            return said(name, text)
        case _:
            return _presence(event, people)


def _presence(event: Event, people: People) -> Line:
    """Return the sentence for an event about absence, pauses, time or a rematch."""
    match event:
        case StoodIn(seat=seat, why=why):
            whom = "you" if seat == people.viewer else people.name(seat)
            return (Span(f"A bot plays for {whom}, who {_ABSENCES[why]}.", Hue.DIM),)
        case CameBack(seat=seat):
            return (Span(f"{_is(people, seat)} back.", Hue.DIM),)
        case Resigned(seat=seat):
            return (Span(f"{people.does(seat, 'leave')} for good: a bot plays on.", Hue.DIM),)
        case TimedOut(seat=seat):
            return (Span(f"{people.does(seat, 'run')} out of time.", Hue.ALERT),)
        case Paused():
            return (Span("All have agreed: the game is paused.", Hue.STRONG),)
        case Resumed(seat=seat):
            ended = "The pause is over" if seat is None else f"{people.does(seat, 'end')} the pause"
            return (Span(f"{ended}: the game goes on.", Hue.STRONG),)
        case RematchOffered(seat=seat):
            joins = "n watches" if people.viewer is None else "n joins"
            return (Span(f"{people.does(seat, 'want')} to play once more: {joins}.", Hue.ACCENT),)
        case _:
            return ()


def _is(people: People, seat: Seat) -> str:
    """Return the start of a sentence about a player: ``You are``, ``Ann is``."""
    return "You are" if seat == people.viewer else f"{people.name(seat)} is"


def said(name: str, text: str) -> Line:
    """Return a chat message with the name of its author."""
    return (Span(f"{clean_text(name, cells=48)}: ", Hue.ACCENT), Span(clean_text(text, cells=2 * TEXT_CHARACTERS)))


def ending(sheet: DealSheet, people: People) -> str:
    """Return the sentence for the end of a deal."""
    if sheet.ending is Ending.DEADLOCK:
        return "Deadlock: everybody passed the lead."
    out = [Seat(seat) for seat, left in enumerate(sheet.left) if left == 0]
    seats = people.listed(out)
    return f"{seats} {'is' if len(out) == 1 and seats != 'You' else 'are'} out: the deal ends."


def victory(people: People, winners: tuple[Seat, ...]) -> str:
    """Return the sentence for the winner, or for several who share the win."""
    if len(winners) == 1:
        return people.does(winners[0], "win")
    return f"{people.listed(winners)} share the win"
