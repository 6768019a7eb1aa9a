"""Chwech as people read and see it: sentences, columns, keys, and what an eye on the table can say."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.chwech.rules import (
    CHWECH,
    HAND,
    HIGH,
    LOW,
    NINE,
    ChwechTable,
    Sheet,
    card_of,
    factor,
    rulebook,
    score,
    suit_of,
)
from games.kit import words as kit
from games.kit.say import As, Meter, Say, Saying, suit_sign
from games.kit.secrets import Named
from games.kit.tricks import PASS, Trump
from games.kit.words import Column, Factor, Forms, Key, Mark, Marked, Plate, Seen, Words, Zones
from protocol.cards import JOKER, Card, Rank

EARLY: Final = 6  # With so many cards in hand, a seat that has won nothing may still aim at none or at nine.

RULESETS: Final = {"revised": Say("revised rules"), "original": Say("original rules")}
Rows = Sequence[tuple[object, Say]]
"""What may be said, the first for which its condition holds."""

LATE: Final = "The first lead of a deal cannot be passed: lead a card."
PASSING: Final = Key(
    "p", "pass", "pass your turn, or the lead; before your turn, choose to pass", ("pass",), LATE, early=True
)


def shown(play: Any) -> Any:  # noqa: ANN401
    """Return a play as part of a sentence: ``A♥ low``, ``Joker for ♠``."""
    if not isinstance(play, tuple | list):
        return play
    if len(play) > 2:
        return Say("{joker} for {suit}", joker=play[0], suit=suit_sign(play[2]))
    return Say("{card} high" if play[1] == HIGH else "{card} low", card=play[0])


def out(about: Mapping[str, Any], _viewer: int | None) -> Say:
    """Return who has ended the deal."""
    first, *more = about["names"]
    return Say("{names} are out: the deal ends." if more else "[You are|{name} is] out: the deal ends.", seat=first)


def reason(seen: Seen[ChwechTable]) -> Say | None:
    """Return why the last trick went as it did."""
    trick, book = seen.table.last_trick, rulebook(seen.table.match)
    if not trick:
        return None
    plays, won = [play for _seat, play in trick], dict(trick)[book.taker(trick)]
    cards, card, original = list(map(card_of, plays)), card_of(won), book.original
    last, is_last, joker, ace = cards[-1], won is plays[-1], card in book.jokers, card.rank is Rank.ACE
    jokers, equal = any(one in book.jokers for one in cards), cards.count(card) > 1
    low = [one for one, play in zip(cards, plays, strict=True) if play == (one, LOW) and play is not won]
    rows = (
        (len(plays) == 1, Say("nobody played after {card}", card=card)),
        (won == (card, HIGH), Say("{card} is high", card=card)),
        (original and joker, Say("a Joker ranks just above a Seven")),
        (low, Say("{card} is low", card=low[0] if low else None)),
        (original and jokers, Say("a Joker ranks just below an Eight")),
        (joker and is_last, Say("the {joker} was last, so it wins", joker=card)),
        (joker, Say("{card} was last, and ranks even below the {joker}", card=last, joker=card)),
        (not original and ace and is_last, Say("{card} was last, and ranks above a Joker only", card=card)),
        (not original and ace, Say("{card} was not last, so it wins", card=card)),
        (not original and last.rank is Rank.ACE, Say("{card} was last, so it ranks low", card=last)),
        (jokers, Say("a Joker that is not last loses")),
        (equal and book.last_equal, Say("of equal cards the last one wins")),
        (equal, Say("of equal cards the first one wins")),
        (True, Say("{card} is the highest card", card=card)),
    )
    return next(say for holds, say in rows if holds)


def consequence(seen: Seen[ChwechTable], choice: Any) -> Saying | None:  # noqa: ANN401
    """Return what a choice would do, as far as anybody can know: ``you take it: 6 + 5 = 11, × 2``."""
    table, book, viewer = seen.table, rulebook(seen.table.match), seen.viewer
    taking = book.taker(table.trick) if table.trick else -1
    if viewer is None or (choice == PASS and not table.trick):
        return None
    if choice == PASS:
        return Say("{card} still takes it", card=card_of(dict(table.trick)[taking]))
    trick, card = [*table.trick, (viewer, choice)], card_of(choice)
    taker, alone, revised = book.taker(trick), not table.trick, not book.original
    ends, ace = len(table.turns) + 1 == table.players, revised and card.rank is Rank.ACE
    unsure, jokers = ace and (alone or taker != viewer), JOKER in book.places
    other = Say("{card} still takes it" if taker == taking else "{card} takes it", card=card_of(dict(trick)[taker]))
    won, after = table.won[viewer], table.won[viewer] + len(trick)
    figures = f": {won} + {len(trick)} = {after}, × {factor(after)}"
    rows: Sequence[tuple[bool, Saying]] = (
        (ends and taker != viewer, other),
        (ends, [Say("you take it"), figures]),
        (revised and card in book.jokers, Say("it takes the trick only if nobody plays after you")),
        (unsure and alone and jokers, Say("it takes the trick, unless a Joker is last")),
        (unsure and alone, Say("it takes the trick")),
        (unsure and jokers, Say("if someone plays after you, it takes the trick, unless a Joker is last")),
        (unsure, Say("if someone plays after you, it takes the trick")),
        (taker != viewer, other),
        (True, [Say("you win the trick unless someone beats it"), figures]),
    )
    told = next(saying for holds, saying in rows if holds)
    return Say("{what}; you go out, so the deal ends", what=told) if len(seen.hand) == 1 else told


def news(before: ChwechTable, table: ChwechTable) -> Sequence[Say]:
    """Return who has reached a multiple of nine, or has one card left."""
    nine, won = Say("[You have|{name} has] {won}: × 9.", role="good"), zip(before.won, table.won, strict=True)
    reached = [(seat, new) for seat, (old, new) in enumerate(won) if new > old and new % NINE == 0]
    return [*[nine.of({"seat": seat, "won": new}) for seat, new in reached], *kit.one_left(before, table)]


def advice(seen: Seen[ChwechTable]) -> Say | None:
    """Return what a good player would bear in mind."""
    if seen.viewer is None or len(seen.legal) < 2:
        return None
    rows = _of_following(seen.table, seen.viewer) if seen.asked == "follow" else _of_leading(seen, seen.viewer)
    return next(say for holds, say in rows if holds)


def _of_following(table: ChwechTable, viewer: int) -> Rows:
    won, lying, held, acted = table.won[viewer], len(table.trick), len(table.hands[viewer]), dict(table.turns)
    others = [seat for seat, hand in enumerate(table.hands) if len(hand) == 1 and seat not in {viewer, *acted}]
    after, risk, other = won % NINE + lying + 1, held > 2 and others, next(iter(others), None)
    here = Say(("{n} lies here", "{n} lie here"), n=lying)
    past = Say("Winning it overshoots nine, to × {factor}: play below the best card, or pass.", factor=after - NINE)
    wants = Say(("You want {n} more card for nine; {here}.", "You want {n} more cards for nine; {here}."), here=here)
    return (
        (risk and len(others) > 1, Say("Others can go out now: what you still hold then scores nothing.")),
        (risk, Say("{name} can go out now: what you still hold then scores nothing.", seat=other)),
        (not won and held >= EARLY, Say("Winning nothing is a nine too: the worst is to win only a few cards.")),
        (not won, Say("Winning nothing counts as nine: play below the best card, or pass.")),
        (won % NINE == 0, Say("You stand at nine: play below the best card, or pass.")),
        (after > NINE, past),
        (after < NINE, wants.of({"n": NINE - won % NINE})),
        (len(acted) == table.players - 1, Say("Taking it makes exactly nine.")),
        (True, Say("Taking it makes nine, if nobody adds a card after you.")),
    )


def _of_leading(seen: Seen[ChwechTable], viewer: int) -> Rows:
    table, opens, won = seen.table, PASS not in seen.legal, seen.table.won[viewer]
    alone, now = not opens and len(table.turns) == table.players - 1, worth(table, viewer)
    return (
        (alone, Say("All others have passed: a pass ends the deal, and you score {points}.", points=now)),
        (opens, Say("Winning nothing counts as nine: lead low.")),
        (not won, Say("Winning nothing counts as nine: lead low, or pass the lead.")),
        (won % NINE == 0, Say("You stand at nine: lead low, or pass the lead.")),
        (
            True,
            Say(
                (
                    "One card short of nine: a trick with your own card alone is enough.",
                    "{n} cards short of nine: lead high to win some, low to win none.",
                ),
                n=NINE - won % NINE,
            ),
        ),
    )


def worth(table: ChwechTable, seat: int) -> int:
    """Return what a seat would score if the deal ended now."""
    return score(len(table.hands[seat]), table.won[seat])


def exact(won: int, text: str) -> As:
    """Return a figure that is lit where the cards won are a multiple of nine."""
    return As(text, "text" if won % NINE else "good")


def steps_of(won: int) -> Meter:
    """Return the cards won towards the next multiple of nine; the one step missing at eight is a danger."""
    rest = won % NINE
    if not rest:
        return Meter([("■", NINE, "good") if won else ("□", NINE, "even")])
    return Meter([("■", rest, "box"), ("·", NINE - rest, "empty")])


NOW: Final = Say("now", context="before a number", role="dim")
TOTAL: Final = Say("total", context="before a number", role="dim")  # Words before numbers in narrow columns.


def plate(table: ChwechTable, seat: int) -> Plate:
    """Return the meter of a seat, what it has won, and its scores."""
    won, before = table.won[seat], table.match.totals[seat]
    before -= table.match.sheets[-1].points[seat] if table.over else 0
    progress = [exact(won or 1, str(won)), " ", exact(won, f"×{factor(won)}")]
    return ((steps_of(won), progress), ([NOW, f" {worth(table, seat)}"], [TOTAL, " ", As(before)]))


def made(sheet: Sheet, seat: int) -> Sequence[Factor]:
    """Return the cards that a seat has played, and what they count."""
    won, played = sheet.won[seat], HAND - sheet.left[seat]
    rest, told = won % NINE, Say(("{n} card won", "{n} cards won"), n=won)
    if not won:
        told = Say("no card won counts as nine", role="good")
    elif not rest:
        told = Say("{won}: exactly a nine" if won == NINE else "{won}: exact nines", role="good", won=told)
    elif won > NINE:
        told = Say("{won}: {rest} beyond {nines}", won=told, rest=rest, nines=won - rest)
    return (
        Factor(played, Say(("{n} card played", "{n} cards played"), n=played), "back"),
        Factor(factor(won), told, "box" if rest else "good"),
    )


def zones(seen: Seen[ChwechTable], *, back: bool) -> Zones:
    """Return the open trick with its passes; or the last one, to look back or while nothing is led."""
    table = seen.table
    over = bool(table.last_trick) and (back or not table.trick)
    trick, turns = (table.last_trick, table.last_turns) if over else (table.trick, table.turns)
    taker = rulebook(table.match).taker(trick) if trick else None
    laid = [
        (seat, None if play is None else Marked(*play) if isinstance(play, tuple) else Marked(play))
        for seat, play in turns
    ]
    led = Say("{suit} led", role="dim", suit=suit_of(trick[0][1])) if trick else ""
    if not over:
        opening = [Say("[You lead|{name} leads] to the first trick", role="dim", seat=seat) for seat in seen.turn[:1]]
        return Zones([led, kit.as_it_stands(taker)] if trick else opening, (), laid, taker)
    takes = Say("[You take|{name} takes] it" if back else "[You take|{name} takes] {cards}", role="info", seat=taker)
    took: Saying = [takes.of({"cards": len(trick)}), ": ", reason(seen) or ""]
    if back:
        last = Say("Last trick", role="strong")
        return Zones([Forms([[last, "   ", led], last, ""]), took], (), laid, taker, over=True)
    told: dict[str, Any] = {"names": [Named(seat) for seat, _play in table.turns], "number": len(table.turns)}
    passed = [Say("lead passed by {names}", role="dim", **told), Say("lead passed by {number}", role="dim", **told)]
    return Zones([took, Forms([*passed, ""] if table.turns else [""])], (), laid, taker, over=True)


def question(choice: Any) -> tuple[Say, Saying]:  # noqa: ANN401
    """Return what is asked of a card that can be played in several ways."""
    rank = card_of(choice).rank
    if rank is Rank.ACE:
        return Say("Ace:"), Say("h for high or l for low")
    return Say("Joker stands for:" if rank is Rank.JOKER else "Thirteen stands for:"), ""


def early(seen: Seen[ChwechTable], card: Card | None) -> Say | None:
    """Return why a card, or a pass without one, cannot be chosen before the turn: a lead is chosen at the turn.

    A pass can be chosen only once the trick is led, so that a second key press never passes the next trick too.
    """
    table, suit = seen.table, seen.table.led
    if seen.legal and suit is None:
        if card is None:
            return Say("The lead is yours: the pass was not meant for that.")
        return Say("The lead is yours: {card} was not meant for that.", card=card)
    follows = suit is not None and (bool(seen.legal) or seen.viewer not in dict(table.turns))
    if card is None:
        return None if follows else Say("You can choose to pass the next trick once it is led.")
    fits = not follows or card.suit is suit or card in rulebook(table.match).jokers
    return None if fits else Say("{suits} were led: {card} cannot follow.", suits=suit, card=card)


def pile(table: ChwechTable, seat: int) -> tuple[Saying, Sequence[Card]]:
    """Return the cards that a seat has won, as far as they are seen."""
    cards = table.piles[seat] if table.piles else []
    return str(table.won[seat]), sorted(cards, key=rulebook(table.match).places.__getitem__)


def doing(seen: Seen[ChwechTable]) -> Say | None:
    """Return what the seat does whose turn it is."""
    if not seen.turn:
        return None
    follows, opens = seen.table.led is not None, not seen.table.turns and not seen.table.takers
    leads = Say("{name} leads." if opens else "{name} leads or passes.", seat=seen.turn[0])
    return Say("{name} follows or passes.", seat=seen.turn[0]) if follows else leads


def why(seen: Seen[ChwechTable], card: Card | None) -> Say:
    """Return why a card cannot be played so, or what else is to be done."""
    book, led = rulebook(seen.table.match), seen.table.led
    if card in book.jokers and led is not None:
        return Say("A Joker has been played to this trick already: only one may be.")
    if seen.asked == "no_lead" or (card in book.jokers and book.original):
        return Say("A Joker cannot be led.")
    if seen.asked == "no_follow":
        return Say("You cannot follow {suit}: you can only pass.", suit=led)
    if card is None:
        return Say("Choose a card to play.")
    if card in book.jokers:
        return Say("Say which suit the Joker stands for.")
    if led is None or card.suit is led:
        return Say("Say how the Ace counts: as high or low.")
    jokers = Say("That card does not follow: play {suit} or a Joker, or pass.", suit=led)
    plain = Say("That card does not follow: play {suit}, or pass.", suit=led)
    return jokers if book.jokers & book.places.keys() else plain


WORDS: Final = Words(
    game=CHWECH,
    says={
        "led": lambda about, _viewer: Say("[You lead|{name} leads] {play}", play=shown(about["play"])),
        "played": lambda about, _viewer: Say("[You play|{name} plays] {play}", play=shown(about["play"])),
        "lead_passed": Say("[You pass|{name} passes|{names} pass] the lead.", role="dim"),
        "took": Say("[You take|{name} takes] {cards}.", role="info"),
    },
    endings={"out": out, "deadlock": Say("Deadlock: everyone passed the lead.")},
    prompts={
        "open": "Lead a card",
        "lead": "Lead a card or pass the lead",
        "no_lead": "You can lead nothing: pass the lead",
        "follow": "Follow {suit} or pass",
        "no_follow": "You cannot follow {suit}: pass",
    },
    why=dict.fromkeys(("open", "lead", "no_lead", "follow", "no_follow"), why),
    facts=lambda seen: {"suit": seen.table.led},
    keys={PASS: PASSING},
    listed=(
        PASSING,
        Key("h  l", "", "play an Ace as high or low, where the rules ask for it"),
        Key("c  d  h  s", "", "name the suit that a Joker you lead stands for"),
    ),
    marks={HIGH: Mark("h", "high"), LOW: Mark("l", "low"), "=": Mark("", "")},
    played=shown,
    question=question,
    early=early,
    gist=(
        "Chwech: follow the suit led or pass; the highest card takes the trick.",
        "A deal ends when someone's hand is empty, or nobody will lead.",
        "Score: cards played × cards won; ten count as one again, none as nine.",
    ),
    variant=lambda table: [
        RULESETS[table.options["ruleset"]],
        *([", ", Say("duplicate")] if table.options["duplicate"] else ()),
    ],
    ranks=lambda _table: Trump({rank: height for height, rank in enumerate(Rank)}, None),
    known=lambda table: [] if table.piles_open else [card_of(play) for _seat, play in table.last_trick],
    gone=lambda table: Say(
        "The cards won lie open at this table, so every card played is known."
        if table.piles_open
        else "The cards won lie closed at this table: only the last trick, the open one and your own hand are seen."
    ),
    piles=lambda options: (
        "" if options["review_won"] else Say("At this table the cards already won stay closed (option review_won).")
    ),
    pile=pile,
    doing=doing,
    reason=reason,
    consequence=consequence,
    certain=lambda _seen: (),
    news=news,
    advice=advice,
    zones=zones,
    lines=1,
    numbers={
        "Won": lambda table, seat: table.won[seat],
        "Points": worth,
        "Total": lambda table, seat: table.match.totals[seat],
    },
    plate=plate,
    sheet=(
        Column(
            "won",
            lambda sheet, seat: exact(sheet.won[seat], str(sheet.won[seat])),
            meter=lambda sheet, seat: steps_of(sheet.won[seat]),
        ),
        Column(
            "played",
            lambda sheet, seat: HAND - sheet.left[seat],
            meter=lambda sheet, seat: Meter([("▖", HAND - sheet.left[seat], "back"), ("▖", sheet.left[seat], "empty")]),
        ),
        Column("factor", lambda sheet, seat: exact(sheet.won[seat], str(sheet.factors[seat])), " × "),
        Column("score", lambda sheet, seat: As(sheet.points[seat]), " = "),
    ),
    made=made,
    notes=lambda _match, _page: [Say("Factor: the cards won beyond a multiple of nine; for a multiple itself, nine.")],
)
