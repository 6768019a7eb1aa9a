"""Bête as people read and see it: sentences, columns, keys, and what an eye on the table can say."""

from collections.abc import Sequence
from typing import Final

from games.bete.rules import BETE, ENOUGH, IN, BeteTable, Sheet
from games.kit.game import Match
from games.kit.say import As, Say, Saying
from games.kit.secrets import Named
from games.kit.tricks import PASS
from games.kit.words import Column, Key, Seen, Turned, Words

PARTS: Final = {
    "open": Say(""),
    IN: Say("takes part", role="info"),
    "out": Say("out", role="dim"),
    "against": Say("against", role="dim"),
}
"""What a seat has to do with a deal."""

LATE: Final = "Everyone has said whether they take part: play a card."

LARGE: Final = 100_000
THOUSAND: Final = 1_000


def signed(number: int) -> str:
    """Return a number of chips in at most six cells: ``−125``, ``+12``; in thousands or more where it is large."""
    left, size = abs(number), 0
    while left >= (THOUSAND if size else LARGE):
        left, size = left // THOUSAND, size + 1
    return f"{'−' if number < 0 else '+' if number else ''}{left}{' KMGTPEZY'[size]}".rstrip()


def made(sheet: Sheet, seat: int) -> Sequence[Say]:
    """Return what a deal has been for a seat."""
    if seat == sheet.sweeper:
        return [Say("the pool", role="info")]
    return [Say("bête", role="alert") if seat in sheet.active else Say("out", role="dim")]


def notes(match: Match, page: int) -> Sequence[Saying]:
    """Return what was in the pool, who held the King of trumps, and what is left."""
    sheet: Sheet = match.sheets[page]
    king = Say("[You|{name}] held the King of trumps: every other player pays [you a chip|a chip for it].")
    found = [Say("In the pool: {chips}.", chips=sheet.pool)]
    found += [king.of({"seat": sheet.king})] if sheet.king is not None else []
    if page + 1 == match.options["deals"]:
        return [*found, Say("What was left in the pool has been shared out.")]
    return [*found, *([Say("For the next pool: {chips}.", chips=sheet.carried)] if sheet.carried else [])]


def advice(seen: Seen[BeteTable]) -> Say | None:
    """Return what a good player would bear in mind."""
    table = seen.table
    if seen.asked == "part":
        return Say("Take part with two sure tricks and hope of a third: you risk {chips}.", chips=table.pool)
    if ENOUGH - 1 in [table.tricks[seat] for seat in table.active if seat != seen.viewer]:
        return Say("Someone needs one more trick for the pool: take this one if you can.")
    if seen.asked == "lead" and seen.viewer is not None and table.tricks[seen.viewer] == ENOUGH - 1:
        return Say("One more trick wins you the pool: lead your best card.")
    return None


def news(before: BeteTable, table: BeteTable) -> Sequence[Say]:
    """Return who has just won the pool."""
    won = Say("[You have|{name} has] three tricks, and with them the pool.", role="info")
    new = [seat for seat in table.active if table.tricks[seat] == ENOUGH and before.tricks[seat] < ENOUGH]
    return [won.of({"seat": seat}) for seat in new]


def doing(seen: Seen[BeteTable]) -> Say | None:
    """Return what the seat does whose turn it is, before the first card."""
    table, told = seen.table, Say("[You lead|{name} leads] the first trick")
    if "open" in table.part:
        told = Say("[You take part or pass|{name} takes part or passes]")
    return told.of({"seat": seen.turn[0]}, "accent") if seen.turn and not (table.trick or table.takers) else None


def status(seen: Seen[BeteTable]) -> Sequence[Say]:
    """Return what is in the pool; after a deal, what goes into the next one."""
    table = seen.table
    if table.over:
        return [Say("left in the pool: {chips}", role="dim", chips=As(table.match.sheets[-1].carried))]
    stake, first = Say("in the pool: {chips}", role="dim", chips=As(table.pool)), table.takers
    has_first = [Say("[you have|{name} has] the first trick", role="dim", seat=first[0])] if len(first) == 1 else []
    return [stake, *has_first]


def turned(table: BeteTable) -> Turned:
    """Return the card turned up, and who takes part so far."""
    names = sorted(map(Named, table.active))
    words = Say("turned up; taking part: {names}" if names else "turned up: nobody gets it", role="dim", names=names)
    return Turned(table.turn_up, words)


WORDS: Final = Words(
    game=BETE,
    says={
        "dealt": Say("{deal}: [You deal|{name} deals], {card} is turned up.", role="dim"),
        "in": Say("[You take|{name} takes] part."),
        "out": Say("[You pass|{name} passes|{names} pass].", role="dim"),
    },
    endings={
        "passed": Say("Everyone has passed: the pool stays."),
        "carried": Say("Nobody wins the pool of {chips}."),
        "alone": Say("[You alone take part, and have|{name} alone takes part, and has] {chips}."),
        "most": Say("[You win|{name} wins] the pool of {chips}."),
        "first_two": Say("[You win|{name} wins] {chips} by the first two tricks."),
        "all": Say("[You take|{name} takes] all five tricks: the pool of {chips}, and what the others pay."),
        "king": Say("[You|{name}] held the King of trumps."),
    },
    victory="{victory} with {chips}.",
    prompts={"part": "Take part or pass"},
    why={"part": "Say first whether you take part or pass."},
    keys={
        IN: Key("g", "take part", "play for the pool in this deal", ("in", "take"), LATE),
        PASS: Key("p", "pass", "stay out of this deal", ("pass",), LATE),
    },
    variant=lambda table: Say("pool of {chips}", chips=table.match.sheets[-1].carried if table.over else table.pool),
    known=lambda table: [table.turn_up],
    gone="Everyone has seen the cards played; those not seen are in other hands, or were not dealt.",
    playing=lambda table: [seat for seat in table.seats if table.part[seat] in {IN, "against"}],
    news=news,
    advice=advice,
    doing=doing,
    status=status,
    turned=turned,
    numbers={
        "Part": lambda table, seat: PARTS[table.part[seat]],
        "Tricks": lambda table, seat: table.tricks[seat],
        "Chips": lambda table, seat: signed(table.match.totals[seat]),
    },
    plate=lambda table, seat: ((PARTS[table.part[seat]],),),
    sheet=(
        Column(
            "took part",
            lambda sheet, seat: As("✓" if seat in sheet.active else "", "good" if seat == sheet.sweeper else "dim"),
        ),
        Column("tricks"),
        Column("chips", lambda sheet, seat: signed(sheet.points[seat])),
    ),
    made=made,
    figures=signed,
    total="chips {total}",
    notes=notes,
)
