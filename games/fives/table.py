"""Twenty-Five, Forty-Five and Spoil Five as people read and see them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from games.fives.advice import advice, certain, consequence, news
from games.fives.drawing import (
    columns,
    details,
    doing,
    groups,
    in_a_row,
    made,
    notes,
    panel,
    panel_made,
    progress,
    recorded,
    recorded_note,
    sheet_columns,
    status,
    turned,
    variant,
    which_deal,
    worth,
    zones,
)
from games.fives.rules import (
    CHIPS,
    FIVES,
    result,
)
from games.fives.sayings import (
    FIRST,
    FOLLOW,
    POOL_ENDS,
    asked,
    best,
    dealt,
    early,
    ended,
    joker,
    no_decline,
    no_rob,
    not_following,
    ranking,
    robbed,
    scored,
    swept,
    took,
    victory,
    why_trump,
)
from games.kit.say import Say
from games.kit.tricks import PASS
from games.kit.words import (
    SAYS,
    UNITS,
    Key,
    Words,
    figure,
)

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
        "joker": joker,
        "robbed": robbed,
        "declined": Say("You leave the turn-up.", "{name} leaves the turn-up.", role="dim"),
        "took": took,
        "best": best,
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
    sum=in_a_row,
    plate=panel,
    plate_made=panel_made,
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
)
WORDS: Final = (
    TWENTY_FIVE,
    replace(TWENTY_FIVE, game=FIVES[1], sign=lambda _players, _options: "45"),
    SPOIL_FIVE,
)
