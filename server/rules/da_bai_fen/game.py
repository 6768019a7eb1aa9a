"""Da Bai Fen behind the common interface of games, its rules in words, and the statistics of a series."""

from typing import Final

from protocol.cards import read_card
from protocol.da_bai_fen import DA_BAI_FEN
from protocol.da_bai_fen.actions import DaBaiFenAction
from protocol.da_bai_fen.events import DealEnded, TrickTaken
from protocol.da_bai_fen.order import PACK, count
from protocol.da_bai_fen.views import DaBaiFenView
from protocol.language import N_, _, ngettext
from protocol.vocabulary import Event
from server.rules.da_bai_fen.deal import LOST, Dealing, Ended, Match, State, rises
from server.rules.da_bai_fen.legal import fallback, legal
from server.rules.da_bai_fen.play import decide, evolve
from server.rules.da_bai_fen.record import RECORDING, acting, replay, reveal, tell, view
from server.rules.da_bai_fen.variant import (
    HAND,
    NAME,
    OPTIONS,
    PLAYERS,
    SIX,
    Exposing,
    Leads,
    Variant,
    WinAs,
    read_variant,
    side_of,
)
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections
from server.rules.game import Break, Column, Figures, Result, Seats
from server.rules.printed import printed, section


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant, in the reader's language."""
    parts = (
        f"# {OPTIONS.title}",
        _aim(variant),
        _trumps(),
        _draw(variant),
        _last_six(variant),
        _play(variant),
        _score(),
        _match(variant),
        _example(),
    )
    return "\n\n".join(parts) + "\n"


def _aim(variant: Variant) -> str:
    sides = _("Four play in two sides; partners sit opposite. Play goes **to the right**.")
    levels = _("Each side has a *level*, at first Two, then Three and so on up to Ace.")
    aim = _("Be the first side to rise **beyond level {level}**.", level=variant.last_level.value)
    return f"{aim} {levels} {sides}"


def _trumps() -> str:
    lines = [
        _("The pack has 54 cards, with a red and a black Joker. Eighteen are trumps, and form **one suit**."),
        _("The *trump rank* is the level of the declarers; the *trump suit* is found in the draw."),
        _("From the top: red Joker, black Joker, the card of the trump rank and suit, the other three of that rank."),
        _("Those three are **equal**: the first played prevails. Then comes the rest of the trump suit, Ace to Two."),
        _("Other suits rank A K Q J 10 9 8 7 6 5 4 3 2, without the trump rank."),
        _("Each King and each Ten counts 10, each Five 5: that makes 100, and those of the trump rank count too."),
    ]
    return section(_("The cards"), lines)


def _draw(variant: Variant) -> str:
    asked = ngettext(
        "After each card that everybody draws, all are asked at once whether they expose a card of the trump rank.",
        "After every {n} cards that each draws, all are asked at once whether they expose a card of the trump rank.",
        variant.draw,
    )
    first = (
        _("If several would expose one, the seat that draws first does; what the others answered stays hidden.")
        if variant.exposing is Exposing.DRAWN
        else _("The first answer that exposes a card counts, as the server receives them.")
    )
    lines = [
        _("The first Starter is drawn by lot. The Starter draws first, and each in turn to the right, one by one."),
        asked,
        _(
            "After the {hand} cards of everybody all are asked once more. Everybody is asked, whatever they hold.",
            hand=HAND,
        ),
        _("The suit of the exposed card is trump, and the draw is brought to its end. The card stays in the hand."),
        first,
        _("Who passes until all cards are drawn is asked again only after the last one."),
        _(
            "If nobody exposes a card, the Starter turns up the last six one by one. The first of the trump rank"
            " decides."
        ),
        _("Without one, the suit of the highest of the six decides, Jokers aside; of equal ones the first turned."),
    ]
    return section(_("The draw"), lines)


def _last_six(variant: Variant) -> str:
    shown = (
        _("The last six are shown to all, then the *Leader* takes them and lays any six cards aside, face down.")
        if variant.show_six
        else _("The *Leader* takes the last six unseen, and lays any six cards aside, face down.")
    )
    lines = [
        _("In the first deal the side of the player who exposed a Two declares, and that player is the Leader."),
        _("If nobody did, it is the Starter, who in all later deals is the Leader anyway."),
        shown,
        _("They may count, and be trumps. They are shown when the deal has ended."),
    ]
    if variant.void_claim:
        lines.append(
            _(
                "Until the opening lead, who holds no trump may show the hand: the deal is annulled. The Leader may do"
                " so before laying a card aside. The same Starter begins again, and the deal counts for nothing."
            )
        )
    return section(_("The last six cards"), lines)


def _play(variant: Variant) -> str:
    lines = [
        _("The Leader leads to the first trick, and who takes a trick leads to the next."),
        _("One card of any kind may be led. Trumps are one suit."),
        *_several(variant),
        _("Everybody lays as many cards as were led: of the suit led as long as there are any, then any cards."),
        _("A single card is beaten by a higher one of its suit or, in a plain suit, by any trump."),
        _(
            "Several cards are beaten only by as many trumps, of which the highest counts. Of equals the first"
            " prevails."
        ),
    ]
    return section(_("The play"), lines)


def _several(variant: Variant) -> list[str]:
    """Return when several cards may be led at once."""
    if variant.leads is Leads.SAFE:
        return [
            _(
                "Several cards of one suit are led at once only if the leader **knows** that nobody has a higher one of"
                " it: by the own hand, the cards that one has laid aside, and those played."
            )
        ]
    return [
        _("Any cards of one suit may be led at once. But nobody else may hold a higher card of it than any of them:"),
        _("otherwise play stops, and the other side scores as if it had won every trick.")
        if variant.leads is Leads.AT_RISK
        else _("otherwise the lowest card that can be beaten is led alone, and the others go back to the hand."),
    ]


def _score() -> str:
    points, declarers, others = _("points of the opponents"), _("declarers"), _("opponents")
    rows = [
        "## " + _("The score"),
        "",
        _("The opponents of the declarers lay open the Kings, Tens and Fives that they win."),
        _("If they win the **last trick**, those among the cards laid aside count **double** for them."),
        "",
        f"| {points} | {declarers} | {others} |",
        "|---|---|---|",
    ]
    for title, least in (("0", 0), ("5–35", 5), ("40–75", 40), ("80–95", 80), ("100–160", 100)):
        ours, theirs = rises(least)
        rows.append(f"| {title} | {_rise(ours)} | {_rise(theirs)} |")
    rows += [
        "",
        _("Below 40 the declarers declare again, and the Leader's partner is the next Starter."),
        _("From 40 on their opponents declare next, and the player at the Leader's right is the Starter."),
    ]
    return "\n".join(rows)


def _rise(levels: int) -> str:
    return f"+{levels}" if levels else "–"


def _match(variant: Variant) -> str:
    level = variant.last_level.value
    lines = [_("A side that rises beyond {level} wins.", level=level)]
    if variant.stop_at_last:
        lines.append(_("Nobody passes it at one stride: who is below stops there first."))
    if variant.win_as is WinAs.DECLARERS:
        lines.append(_("It is passed only by declarers: their opponents stop there."))
    if variant.most_deals:
        lines.append(
            ngettext(
                "The game is one deal at most: then the higher level wins, and equal ones share the win.",
                "The game is {n} deals at most: then the higher level wins, and equal ones share the win.",
                variant.most_deals,
            )
        )
    return section(_("The end"), lines)


def _example() -> str:
    """Return an example of doubled cards."""
    aside = tuple(map(read_card, ("KC", "5D")))
    won, doubled = 60, 2 * count(aside)
    text = _(
        "The opponents have won {won} points and take the last trick. {king} and {five} lie among the {six} cards laid"
        " aside: they bring {doubled} more. With {sum} points the opponents rise by {levels}.",
        won=won,
        king=printed(aside[0]),
        five=printed(aside[1]),
        six=SIX,
        doubled=doubled,
        sum=won + doubled,
        levels=rises(won + doubled)[1],
    )
    return "## " + _("An example") + "\n\n" + text


_GAME: Final = DealtGame[State, DaBaiFenAction, DaBaiFenView](
    NAME,
    Offer(
        DA_BAI_FEN,
        OPTIONS,
        about=N_("two sides climb from Two to Ace; who shows a drawn card names trumps"),
        minutes=210,
        counted=N_("tricks"),
    ),
    Mechanics(
        variant=read_variant,
        start=lambda variant, dealer: Dealing(Match(variant, dealer)),
        dealing=Dealing,
        ended=Ended,
        cards=lambda _match: len(PACK),
        acting=lambda state: Seats(acting(state), state.free, state.free),
        result=lambda match: Result(match.totals, match.leading, tuple(map(side_of, range(PLAYERS)))),
        legal=legal,
        decide=decide,
        evolve=evolve,
        fallback=fallback,
        breaks={TrickTaken: Break.TRICK, DealEnded: Break.DEAL},
    ),
    Projections(tell, view, reveal),
    Papers(
        counts=lambda sheet: sheet.tricks,
        progress=lambda match: f"deal {match.number}, {match.totals[0]}:{match.totals[1]}",
        rules=write_rules,
        recording=RECORDING,
        replay=replay,
    ),
)

GAMES: Final = {NAME: _GAME}
"""The game, by its name; its states are those of ``server.rules.da_bai_fen.deal``."""


def _kept(event: Event) -> bool:
    return isinstance(event, DealEnded) and event.sheet.took < LOST


FIGURES: Final = Figures((Column(N_("tricks"), ".2f", _GAME.counts),), N_("were kept by the declarers"), _kept)
"""Tricks, and deals after which the declarers declare again; the titles are marked for translation."""
