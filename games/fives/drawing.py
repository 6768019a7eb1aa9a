"""The table of Twenty-Five, Forty-Five and Spoil Five: the middle, columns, panels and sheets."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from games.fives.advice import needed_by
from games.fives.rules import (
    CHIPS,
    TRICK,
    FivesTable,
    Sheet,
    final_chips,
    is_spoil,
    pools_taken,
    sides,
    target,
)
from games.fives.sayings import (
    FATES,
    GROUPS,
    NOTE,
    best,
    victory,
)
from games.kit.game import Match
from games.kit.say import As, Counted, Meter, Say, Saying, card_words
from games.kit.seen import Seen, Turned, Zones, trick_zones
from games.kit.words import HAND as CARDS
from games.kit.words import (
    SIDE,
    TRICKS,
    Column,
    Plate,
    change,
    figure,
    sheet_column,
    shown_deal,
    side_title,
    side_words,
    totals,
)
from protocol.cards import JOKER, Rank
from protocol.setup import OptionValue

# The middle of the table


def details(seen: Seen[FivesTable]) -> Sequence[Saying]:
    """Return the turn-up, and what has become of it, the longest form first."""
    return (*fates(seen.table, seen.table.turn_up), "")


def fates(table: FivesTable, card: Any) -> tuple[Say, Say]:  # noqa: ANN401
    """Return what has become of the turn-up, and the same in a short form."""
    short = FATES[table.claim].of({"card": card})
    who = Say("{card} robbed by you", "{card} robbed by {name}", role="dim", seat=table.robber, card=card)
    return (short if table.robber is None else who, short)


def choosing(table: FivesTable) -> bool:
    """Spoil Five: return True if the winner of the first tricks has to choose between the pool and all five."""
    takers, needed = table.takers, needed_by(table, None) if is_spoil(table.match) else 0
    first = len(takers) == needed and len({*takers}) == 1
    return bool(needed) and first and not (table.trick or table.over) and table.jinker == table.barred is None


def doing(seen: Seen[FivesTable]) -> Say | None:
    """Return what the seat does whose turn it is, before the first lead, and where it chooses about the pool."""
    if not seen.turn:
        return None
    seat, table = seen.turn[0], seen.table
    if table.turn_up is JOKER:
        text = Say("You take the Joker", "{name} takes the Joker", role="accent")
    elif choosing(table):
        text = Say(
            "You take the pool, or go for all five", "{name} takes the pool, or goes for all five", role="accent"
        )
    elif offered(table):
        text = Say("You decide about the Ace", "{name} decides about the Ace", role="accent")
    else:
        text = Say("You lead the first trick", "{name} leads the first trick", role="accent")
    return text.of({"seat": seat})


def offered(table: FivesTable) -> bool:
    """Return True while the dealer may take an Ace that is turned up."""
    return table.turn_up.rank is Rank.ACE and table.claim == "open"


def zones(seen: Seen[FivesTable], *, back: bool) -> Zones:
    """Return the trick; above it, who chooses about the pool."""
    found = trick_zones(seen, back=back)
    if back or not choosing(seen.table):
        return found
    asks = doing(seen) or ""
    return found._replace(titles=[[*found.titles[0][:1], asks], [asks]])


def turned(table: FivesTable) -> Turned:
    """Return the turn-up, and what has become of it or who may still take it."""
    if table.turn_up is JOKER:
        words = Say(
            "turned up: the dealer puts a card under the pack for it, and turns the next one for trump", role="dim"
        )
    elif offered(table):
        words = Say("turned up: the dealer may take it and lay a card aside", role="dim")
    elif table.robber is not None:
        words = Say(
            "turned up; you rob the pack of it",
            "turned up; {name} robs the pack of it",
            role="dim",
            seat=table.robber,
        )
    elif table.claim != "open":
        words = Say("turned up; it stays", role="dim")
    else:
        words = Say(
            "turned up: who holds {ace} may take it before playing to the first trick",
            role="dim",
            ace=As(card_words(table.ace), "dim"),
        )
    told = "" if table.claim == "open" else fates(table, As(table.turn_up.text))[0]
    return Turned(table.turn_up, words, table.claim == "open", told)


def status(seen: Seen[FivesTable]) -> Sequence[Saying]:
    """Return what is told in words: the best card, the pool, and who goes for all five."""
    table, found = seen.table, list[Saying]()
    if table.best is not None:
        seat, card = table.best
        found.append(best({"points": table.options["best_card"]}, None).of({"seat": seat, "card": card}))
    if table.pool and not table.match.winners:
        found.append(Say("The pool has {chips}.", chips=table.pool))
    if table.jinker is not None:
        found.append(Say("You go for all five.", "{name} goes for all five.", seat=table.jinker))
    return found


# Columns and sheets


BEGAN: Final = Say("Chips won and paid; everybody began with {chips}.", chips=str(CHIPS))


def meter(table: FivesTable, seat: int) -> Meter:
    """Return the steps of a seat towards the points that win, or the tricks that take the pool."""
    if is_spoil(table.match):
        done, steps = table.tricks[seat], needed_by(table, seat)
        role = "accent" if done >= steps - 1 else "text"
    else:
        total, goal = table.standing[seat], target(table.match)
        steps = -(-goal // TRICK)
        done = steps if total >= goal else total // TRICK
        role = "accent" if done == steps else "text"
    return Meter([("■", done, role), ("·", max(0, steps - done), "faint")])


def chips_of(table: FivesTable) -> Sequence[int]:
    """Return the chips of each seat; at the end with the pool that was won."""
    chips: Sequence[int] = final_chips(table.match).get("chips") or table.chips
    return chips


def columns(match: Match) -> Sequence[Column]:
    """Return the columns of the seats."""
    goal = target(match)
    steps, two = -(-goal // TRICK), sides(match) < match.players
    if is_spoil(match):
        tricks = Column("tricks", NOTE + 2, meter, heading="Tricks", grows=1, yields=1, left=2)
        tricks = tricks._replace(told=lambda table, seat: table.tricks[seat])
        return (
            CARDS,
            tricks,
            Column("chips", 6, lambda table, seat: chips_of(table)[seat], "strong", "Chips", grows=2),
        )
    wide, wider = (steps, 2 * steps) if two else (max(steps, NOTE), max(2 * steps, NOTE))
    chips = Column("chips", 6, lambda table, seat: chips_of(table)[seat], heading="Chips", grows=2)
    return (
        CARDS,
        TRICKS._replace(width=7, yields=2),
        *([SIDE] if two else []),
        Column("", wide + 2, meter, grows=wider - wide, yields=1, left=2),
        Column(
            Say("to {target}", context="column", target=goal),
            4,
            lambda table, seat: table.standing[seat],
            "strong",
            "Points",
        ),
        *([chips] if match.options.get("pool") else []),
    )


def panel(table: FivesTable, seat: int) -> Plate:
    """Return what stands below the cards of a seat: its way to the points or the pool, its tricks and chips."""
    tricks, total = table.tricks[seat], table.standing[seat]
    taken = As(Counted(tricks, "tricks"), "text" if tricks else "dim")
    chips = (
        As(Counted(chips_of(table)[seat], "chips"), "strong" if is_spoil(table.match) else "text")
        if table.chips
        else ""
    )
    if is_spoil(table.match):
        way: Saying = Say("{tricks} of {needed}", role=taken.role, tricks=tricks, needed=needed_by(table, seat))
        return ((meter(table, seat), way), ("", chips))
    way = Say("{total} to {target}", role="dim", total=As(total), target=target(table.match))
    return ((meter(table, seat), way), (taken, chips))


def made(sheet: Sheet, seat: int) -> Saying:
    """Return the tricks of a seat, and the best card if it was there."""
    tricks = As(Counted(sheet.tricks[seat], "tricks"), "text")
    if sheet.best is None or sheet.best[0] != seat:
        return tricks
    return Say("{tricks} and {card}", role="dim", tricks=tricks, card=sheet.best[1])


def in_a_row(sheet: Sheet, seat: int) -> Sequence[Saying]:
    """Return how the score of a seat's side was made."""
    points = sheet.points[seat]
    side = ["  ", side_words(seat % sheet.sides)] if sheet.sides < len(sheet.points) else []
    lit = points if sheet.pool is None else max(0, points)
    shown = As((figure if sheet.pool is None else change)(points), "strong" if lit else "dim")
    return [[made(sheet, seat), *side, As(" → ", "dim"), shown]]


def panel_made(sheet: Sheet, seat: int) -> Plate:
    """Return what stands below the cards of a seat when the deal has ended."""
    points, total = sheet.points[seat], sheet.totals[seat]
    if sheet.pool is not None:
        won = Say("chips {chips}", role="dim", chips=As(change(points)))
        return ((made(sheet, seat), ""), (won, Say("now {chips}", role="dim", chips=As(figure(CHIPS + total)))))
    scored = Say("points {points}", role="dim", points=As(figure(points)))
    return ((made(sheet, seat), ""), (scored, Say("total {total}", role="dim", total=As(figure(total)))))


def best_card(points: object, sheet: Sheet, seat: int) -> Saying:
    """Return the best card, and what it scored, in the row of who held it."""
    if sheet.best is None or sheet.best[0] != seat:
        return ""
    return [As(sheet.best[1]), f" {points:<3}"]


def sheet_columns(match: Match) -> Sequence[Column]:
    """Return the columns of the score sheet."""
    if is_spoil(match):
        chips = sheet_column("chips", lambda sheet, seat: change(sheet.points[seat]))
        return (sheet_column("tricks", lambda sheet, seat: sheet.tricks[seat], 8), chips, totals(change, width=8))
    side = Column("side", 6, lambda sheet, seat: side_words(seat % sheet.sides, letter=True))
    return (
        *([side] if sides(match) < match.players else []),
        sheet_column("tricks", lambda sheet, seat: sheet.tricks[seat], 8),
        *(
            [sheet_column("best card", partial(best_card, match.options["best_card"]), 12)]
            if match.options.get("best_card")
            else []
        ),
        sheet_column("points", lambda sheet, seat: sheet.points[seat]),
        totals(width=8),
    )


def notes(match: Match, page: int) -> Sequence[Saying]:
    """Return what the figures mean, and what is in the pool."""
    sheet: Sheet = match.sheets[page]
    over = bool(match.winners) and page + 1 == len(match.sheets)
    if sheet.pool is not None:
        return [BEGAN, victory(match)] if over else [BEGAN]
    found: list[Saying] = []
    if sheet.sides < match.players:
        found.append(Say("Points and totals are those of the side; partners share them."))
    if over and sheet.ending == "won":
        found.append(won_words(match, sheet))
    elif match.options.get("pool") and sheet.ending == "played":
        found.append(Say("The pool after this deal: {chips}.", chips=(page + 1) * match.players))
    if match.options.get("best_card") and sheet.best is None:
        found.append(Say("The best card did not score: the game ended before."))
    return found


def recorded(deal: Any, seat: int) -> str:  # noqa: ANN401
    """Return what a seat scored in a recorded deal, with a mark for the holder of the best card."""
    return f"{figure(deal.scores[seat])}{'*' if deal.best is not None and deal.best[0] == seat else ' '}"


def recorded_note(game: Any) -> Saying:  # noqa: ANN401
    """Return what the figures of a recorded game mean, and who has the pool."""
    if game.game == "spoil-five":
        return BEGAN
    if game.chips:
        one = game.totals.count(max(game.totals)) == 1
        winner = Say("The winner ends with {chips}, the pool included.")
        return (winner if one else Say("Each winner ends with {chips}, the pool included.")).of(
            {"chips": max(game.chips)}
        )
    return Say("* held the best card of the deal.") if any(deal.best for deal in game.deals) else ""


def won_words(match: Match, sheet: Sheet) -> Say:
    """Return who has won, and what they have with the pool, if there is one."""
    winner, chips = match.winners[0], final_chips(match).get("chips")
    if sheet.sides < match.players:
        title = side_title(winner % sheet.sides)
        if not chips:
            return Say("{name} wins.", name=title)
        return Say("{name} wins the pool: its players now have {chips} each.", name=title, chips=chips[winner])
    if not chips:
        return Say("You win.", "{name} wins.", seat=winner)
    return Say(
        "You win the pool, and now have {chips}.",
        "{name} wins the pool, and now has {chips}.",
        seat=winner,
        chips=chips[winner],
    )


def groups(options: Mapping[str, OptionValue]) -> Say:
    """Return who plays together, given the options and the number of players."""
    players = options["players"]
    assert isinstance(players, int)
    number = players if not options.get("partners") else 3 if options.get("sides") == "three" else 2
    return GROUPS.get((number, players // number), Say("each alone"))


def variant(table: FivesTable) -> Say:
    """Return who plays together, and the pool."""
    said = groups({**table.options, "players": table.players})
    return (
        Say("{sides}, pool of {chips}", sides=said, chips=table.pool)
        if table.pool and not table.match.winners
        else said
    )


def progress(table: FivesTable) -> Say:
    """Return the deal, and the score that wins, or which pool is played for."""
    if not is_spoil(table.match):
        return Say("deal {number}, to {target}", number=shown_deal(table), target=target(table.match))
    pools: Any = table.options["pools"]
    pool = min(pools_taken(table.match) + 1, pools)
    return Say("deal {number}, pool {pool} of {pools}", number=shown_deal(table), pool=pool, pools=pools)


def which_deal(seen: Seen[FivesTable], waits: bool) -> Say:  # noqa: FBT001
    """Return which deal is played, or comes next, where a table is told in words."""
    match = seen.table.match
    if not is_spoil(match):
        next_one = Say("Deal {number}, to {target}, comes next, dealt by {dealer}.")
        return (next_one if waits else Say("Deal {number}, to {target}, dealt by {dealer}.")).of(
            {"target": target(match)}
        )
    pool = pools_taken(match) + 1
    next_one = Say("Deal {number}, pool {pool} of {target}, comes next, dealt by {dealer}.")
    text = next_one if waits else Say("Deal {number}, pool {pool} of {target}, dealt by {dealer}.")
    return text.of({"pool": pool, "target": match.options["pools"]})


def worth(options: Mapping[str, OptionValue]) -> Saying:
    """Return what tricks and the best card are worth."""
    how, goal = options.get("trick_scores", "each"), options.get("target", 25)
    each = Say("A trick is worth 5, and {target} win.")
    majority = Say("Three or four tricks of a deal are worth 5, all five 10, and {target} win.")
    game = Say("Three tricks of a deal are worth 15, four 20; all five win the game, and so do {target}.")
    text = {"each": each, "majority": majority}.get(str(how), game).of({"target": goal})
    best = Say("The highest trump played in a deal is worth {points} more.", points=str(options.get("best_card")))
    return [text, " ", best] if options.get("best_card") else text
