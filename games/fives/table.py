"""Twenty-Five, Forty-Five and Spoil Five as people see them: columns, panels, sheets, keys and options."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from games.fives.rules import (
    CHIPS,
    FIVES,
    TRICK,
    FivesTable,
    Sheet,
    final_chips,
    is_spoil,
    pools_taken,
    result,
    sides,
    target,
)
from games.fives.sayings import (
    BEST,
    FATES,
    FIRST,
    FOLLOW,
    GROUPS,
    NOTE,
    POOL_ENDS,
    advice,
    asked,
    certain,
    consequence,
    dealt,
    early,
    ended,
    needed_by,
    news,
    no_decline,
    no_rob,
    not_following,
    ranking,
    scored,
    swept,
    victory,
    why_trump,
)
from games.kit.game import Match
from games.kit.say import As, Counted, Meter, Say, Saying, card_words
from games.kit.seen import (
    Seen,
    Turned,
    Zones,
    trick_zones,
)
from games.kit.tricks import PASS
from games.kit.words import HAND as CARDS
from games.kit.words import (
    SAYS,
    SIDE,
    TRICKS,
    UNITS,
    Column,
    Key,
    Plate,
    Words,
    change,
    figure,
    sheet_column,
    shown_deal,
    side_title,
    side_words,
    took_points,
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
        found.append(BEST.of({"seat": seat, "card": card, "scored": table.options["best_card"]}))
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


ROB_ABOUT: Final = "take the turn-up and lay the chosen card aside, where you may"
ROB_SAID: Final = Say("lay {card} aside")
KEYS: Final = {
    "offer:rob": Key("enter", "", "", move="take {turn_up}, lay {card} aside"),
    "offer:-": Key("p", "", "", move="leave {turn_up}"),
    "joker": Key("enter", "", "", move="put {card} under the pack", said=ROB_SAID),
    "rob": Key("d", "rob", ROB_ABOUT, ("rob", "take"), move="take {turn_up}, lay {card} aside", said=ROB_SAID),
}
NO_ROB: Final = Key(
    "p",
    "",
    "leave the turn-up, where you are asked whether you take it",
    ("decline", "pass"),
    move="leave {turn_up}, your Ace stays high",
    said=Say("leave {turn_up}", turn_up=Say("the turn-up")),
)
SPOIL_KEYS: Final = {
    **KEYS,
    "rob": KEYS["rob"]._replace(
        label="take",
        about="take the turn-up in place of the chosen card; or take the pool",
        words=("rob", "take", "sweep"),
    ),
    "sweep": Key("d", "", "", move="take the pool of {chips}", said=Say("take the pool")),
    "jink": Key(
        "g",
        "jink",
        "leave the pool, and go for all five tricks, where you may",
        ("jink", "go"),
        move="go for all five",
        said=Say("go for all five"),
    ),
    PASS: NO_ROB,
}
ROB_CRIB: Final = "Who holds the Ace of trumps may rob the pack of the turn-up."
SPOIL_CRIB: Final = (
    FOLLOW,
    ("Two of the five tricks take the pool. If nobody has two, it grows.", {"two_tricks": True}),
    ("Three of the five tricks take the pool. If nobody has three, it grows.", {"two_tricks": False}),
    "Who wins the first of them all may go on for all five: all, or nothing.",
    ROB_CRIB,
)
GLOSSARY: Final = {
    "deal": "Five cards each, five tricks; scores carry over to the next deal.",
    "dealer": "Whose deal it is, marked D at the table; the seat after the dealer leads first.",
    "trick": "One round: a card is led, and each other seat plays one card to it, in turn.",
    "trump": "A card of the trump suit, or the Ace of hearts: it beats every plain card.",
    "turn-up": "The card that is turned up after the deal; its suit is trump for this deal.",
    "rob the pack": "To take the turn-up and lay a card of one's hand aside for it.",
    "rob": "To take the turn-up and lay a card of one's hand aside for it.",
    "reneging": "To keep back one of the best trumps when a lower trump is led.",
    "plain card": "A card that is no trump.",
    "best card": "The highest trump that anybody holds when robbing is over.",
    "lead": "To play the first card of a trick.",
    "pool": "The chips that all have put in; the winner of the game takes them.",
    "chip": "What people play for: everybody has the same number at first.",
    "jink": "To leave the pool after the first tricks, and to undertake to win all five.",
    "spoilt": "Without a taker of the pool, which stays for the next deal.",
    "partner": "Somebody of the same side: partners share one score.",
    "side": "The players who share one score.",
}
SPOIL_GLOSSARY: Final = {
    **GLOSSARY,
    "deal": "Five cards each, and five tricks at most, for the pool.",
    "pool": "The chips that all have put in; who wins enough tricks in a deal takes them.",
}
TOLD_OPTIONS: Final[Mapping[str, Any]] = {
    "players=*": groups,
    "partners=*": "",
    "sides=*": "",
    "renege_strict=True": "of two trumps one has to be played to a trump",
    "renege_strict=False": "top trumps may be kept back",
    "pool=True": "a pool of chips",
    "pool=False": "no pool",
    "double_stake=True": "all five tricks of a deal win double",
    "double_stake=False": "a single stake",
    "target=45": "to 45",
    "target=31": "to 31",
    "best_card=5": "the best card scores 5",
    "best_card=6": "the best card scores 6",
    "best_card=0": "the best card scores nothing",
    "joker=third": "the Joker above A♥",
    "joker=fourth": "the Joker below A♥",
    "joker=none": "no Joker",
    "trick_scores=each": "each trick scores 5",
    "trick_scores=majority": "5 for three or four tricks, 10 for five",
    "trick_scores=game": "15 for three tricks, 20 for four, the game for five",
    "pools=1": "one pool",
    "pools=3": "three pools",
    "pools=5": "five pools",
    "pools=10": "ten pools",
    "stake=1": "one chip into a new pool",
    "stake=2": "two chips into a new pool",
    "stake=5": "five chips into a new pool",
    "top_up=1": "one chip after a spoilt deal",
    "top_up=2": "two chips after a spoilt deal",
    "two_tricks=True": "two tricks take the pool",
    "two_tricks=False": "three tricks take the pool",
    "must_rob=True": "an Ace of trumps that does not rob cannot take the pool",
    "must_rob=False": "nobody has to rob",
    "unrobbed_ace=usual": "an Ace of trumps need not rob",
    "unrobbed_ace=lowest": "an Ace of trumps that does not rob ranks lowest",
}


TWENTY_FIVE: Final = Words(
    game=FIVES[0],
    says={
        **SAYS,
        "dealt": dealt,
        "joker": (
            Say("You take the Joker; {card} is turned up.", "{name} takes the Joker; {card} is turned up."),
            Say(
                "You take the Joker, with {own} under the pack for it; {card} is turned up.",
                "{name} takes the Joker, with {own} under the pack for it; {card} is turned up.",
            ),
        ),
        "robbed": (
            Say("You rob the pack: {card}", "{name} robs the pack: {card}"),
            Say("You rob the pack: {card} for {own}", "{name} robs the pack: {card} for {own}"),
        ),
        "declined": Say("You leave the turn-up.", "{name} leaves the turn-up.", role="dim"),
        "took": took_points,
        "best": BEST,
        "scored": scored,
        "jink": Say(
            "You leave the pool, and go for all five.",
            "{name} leaves the pool, and goes for all five.",
            role="alert",
        ),
        "barred": Say(
            "You have not robbed with your Ace: you cannot take the pool.",
            "{name} has not robbed with the Ace of trumps, and cannot take the pool.",
            role="alert",
        ),
        "pool": swept,
        "ended": ended,
    },
    units={**UNITS, **dict.fromkeys(("ended", *POOL_ENDS), "deal")},
    ending=lambda sheet: (result(sheet)[0], {**result(sheet)[1], "crowd": True}),
    victory=victory,
    prompts={
        **dict.fromkeys(("lead", "trump_led", "any", "follow_or_trump"), asked),
        "joker": "Take the Joker for a card",
        "offer": "Take {turn_up} for a card, or leave it",
        "jink": "Take the pool, or go for all five",
    },
    why={
        "joker": "Choose a card: Enter puts it under the pack, and you take the Joker for it.",
        "offer": "Choose a card to lay aside; Enter then takes {turn_up}.",
        "jink": FIRST,
        "no_jink": "Only who has won every trick so far, and enough of them, may go for all five.",
        "no_rob": no_rob,
        "no_decline": no_decline,
        "lead": "You cannot play {card} now.",
        "any": "You cannot play {card} now.",
        "trump_led": why_trump,
        "follow_or_trump": not_following,
    },
    facts=lambda seen: {"turn_up": seen.table.turn_up, "chips": seen.table.pool},
    keys={**KEYS, PASS: NO_ROB},
    early=early,
    options=TOLD_OPTIONS,
    always=("players",),
    sign=lambda _players, _options: "25",
    crib=(FOLLOW, worth, ROB_CRIB),
    glossary=GLOSSARY,
    progress=progress,
    dealt=which_deal,
    variant=variant,
    ranks=lambda table: table.ranked(low=table.low_ace) if table.turn_up.suit else None,
    known=lambda table: [
        *[card for _seat, card in table.aside if card is not None],
        *([table.turn_up] if table.robber is None else []),
    ],
    gone=lambda _table: Say(
        "Everybody has seen the cards played; those not seen are in other hands, or were not dealt."
    ),
    consequence=consequence,
    certain=certain,
    news=news,
    advice=advice,
    details=details,
    doing=doing,
    standing=status,
    status=ranking,
    turned=turned,
    zones=zones,
    seats=columns,
    sheet=sheet_columns,
    made=made,
    plate=panel,
    recorded=recorded,
    recorded_note=recorded_note,
    notes=notes,
)
SPOIL_FIVE: Final = replace(
    TWENTY_FIVE,
    game=FIVES[2],
    says={**TWENTY_FIVE.says, **POOL_ENDS},
    keys=SPOIL_KEYS,
    sign=lambda _players, _options: "5",
    crib=SPOIL_CRIB,
    glossary=SPOIL_GLOSSARY,
    over="The game is over. With {total} chips: {names}.",
    figures=lambda total: figure(CHIPS + total),
    scores=change,
    total="now {total}",
)
WORDS: Final = (
    TWENTY_FIVE,
    replace(TWENTY_FIVE, game=FIVES[1], sign=lambda _players, _options: "45"),
    SPOIL_FIVE,
)
