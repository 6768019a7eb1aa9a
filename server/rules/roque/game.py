"""Roque behind the common interface of games, its rules in words, and the statistics of a series."""

from functools import partial
from typing import Final

from protocol.language import N_, _, ngettext
from protocol.roque import ROQUE as DIALECT
from protocol.roque.actions import RoqueAction
from protocol.roque.events import DealEnded, Ending, TrickTaken
from protocol.roque.order import STEP, TRICK
from protocol.roque.views import RoqueView
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.game import Break, Column, Figures, Result
from server.rules.printed import section
from server.rules.roque.deal import Dealing, Ended, Match, State, fallback, legal
from server.rules.roque.play import decide, evolve
from server.rules.roque.record import RECORDING, REPLAY, reveal, tell, view
from server.rules.roque.variant import (
    ABOUT,
    MINUTES,
    OPTIONS,
    ROQUE,
    ROQUE_THREE,
    BothPast,
    DefenderScores,
    Discards,
    DoubledBelow,
    Variant,
    read_variant,
)


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant, in the reader's language."""
    parts = (
        f"# {variant.title}",
        _aim(variant),
        _deal(variant),
        _auction(variant),
        _play(variant),
        _counters(variant),
        _score(variant),
        _example(variant),
    )
    return "\n\n".join(parts) + "\n"


def _aim(variant: Variant) -> str:
    aim = _("Be the first to reach **{target} points**.", target=variant.target)
    if variant.game == ROQUE:
        sides = _("Four play in two sides; partners sit opposite and share their score.")
    else:
        sides = _("Three play; in each deal one of them, the declarer, plays alone against the two others.")
    return f"{aim} {sides}"


def _deal(variant: Variant) -> str:
    lines = [
        _("The first dealer is drawn. The deal, the auction and the play pass **to the right**."),
        _(
            "Everybody gets {hand} cards from a pack of {cards}, {batch} at a time. The last {widow} lie face down:"
            " they are the *widow*.",
            hand=variant.hand,
            cards=len(variant.pack),
            batch=variant.batch,
            widow=variant.widow,
        ),
        _("In every suit the cards rank A K Q J 10 9 8 7 6 5 4 3 2."),
    ]
    if variant.game != ROQUE:
        lines.insert(1, _("The Two of clubs is left out."))
    return section(_("The deal"), lines)


def _auction(variant: Variant) -> str:
    nobody = (
        _("If everybody passes, the dealer plays at {least}.", least=variant.lowest_bid)
        if variant.forced_dealer
        else _("If everybody passes, nothing is scored, and the next dealer deals.")
    )
    lines = [
        _("The seat right of the dealer speaks first. Everybody bids a number of points, or passes and is out."),
        _(
            "Bids are multiples of {step}, from {least} to {most}, and each is higher than the last. No suit is named.",
            step=STEP,
            least=variant.lowest_bid,
            most=variant.highest_bid,
        ),
        _("When one bidder is left, that seat is the **declarer**, and has to win at least what it bid."),
        nobody,
    ]
    return section(_("The auction"), lines)


def _play(variant: Variant) -> str:
    lines = [
        _(
            "The declarer takes the widow unseen by the others, and lays any {widow} cards aside, face down. They are"
            " shown when the deal is scored.",
            widow=variant.widow,
        ),
        _("The declarer leads to the first trick: **the suit of that card is trump**."),
        _("Follow the suit led. Only without a card of it may you play any other card, also a trump."),
        _("The highest trump takes the trick, or else the highest card of the suit led. The taker leads to the next."),
    ]
    return section(_("The play"), lines)


def _counters(variant: Variant) -> str:
    card, points, trick = _("what counts"), _("points"), _("each trick")
    ace, ten, five = _("each Ace"), _("each Ten"), _("each Five")
    aside = _("the cards laid aside, besides those in them")
    owner = (
        _("The cards laid aside belong to the declarer's side.")
        if variant.discards is Discards.DECLARER
        else _("The cards laid aside belong to who takes the last trick.")
    )
    rows = [
        "## " + _("What counts"),
        "",
        f"| {card} | {points} |",
        "|---|---|",
        f"| {trick} | {TRICK} |",
        f"| {aside} | {variant.aside} |",
        f"| {ace} | 10 |",
        f"| {ten} | 10 |",
        f"| {five} | 5 |",
        "",
        _("That makes {most} in a deal.", most=variant.highest_bid) + " " + owner,
    ]
    return "\n".join(rows)


def _score(variant: Variant) -> str:
    lines = [
        _defenders(variant),
        _(
            "The declarer's side scores what it took if that is at least the bid, and **{slam}** instead if it took"
            " every trick.",
            slam=variant.slam,
        ),
        _("If it took less than the bid, it **loses the bid**. Scores may go below zero."),
        _doubled(variant),
        *_end(variant),
    ]
    return section(_("The score"), lines)


def _defenders(variant: Variant) -> str:
    if variant.game == ROQUE:
        return _("The other side always scores what it took.")
    if variant.defender_scores is DefenderScores.OWN:
        return _("Each of the others always scores what that player took.")
    return _("Each of the others always scores what both of them took.")


def _doubled(variant: Variant) -> str:
    if variant.game == ROQUE:
        return _("If it took less than the other side, it loses **twice the bid**.")
    if variant.doubled_below is DoubledBelow.BOTH:
        return _("If it took less than the two others together, it loses **twice the bid**.")
    return _("If it took less than the better one of the others, it loses **twice the bid**.")


def _end(variant: Variant) -> list[str]:
    several = (
        _("If several have it in one deal, the highest total wins; if that is equal, another deal is played.")
        if variant.both_past is BothPast.HIGHEST
        else _("If several have it in one deal, the declarer's side wins if it is one of them, or else the highest.")
    )
    last = ngettext(
        "The game is one deal at most: then the highest total wins, and equal ones share the win.",
        "The game is {n} deals at most: then the highest total wins, and equal ones share the win.",
        variant.most_deals,
    )
    return [_("Who has {target} points at the end of a deal wins.", target=variant.target), several, last]


def _example(variant: Variant) -> str:
    """Return an example of contracts of 125, as Parlett has them."""
    bid, most = 125, variant.highest_bid
    half = most // 2 // STEP * STEP
    took, bids, declarer, others = _("took"), _("bid"), _("the declarer's side"), _("the others")
    rows = [
        "## " + _("An example"),
        "",
        f"| {bids} | {took} | {declarer} | {others} |",
        "|---|---|---|---|",
        f"| {bid} | {bid + 10} | {bid + 10} | {most - bid - 10} |",
        f"| {bid} | {bid - 10} | −{bid} | {most - bid + 10} |",
    ]
    if variant.doubled_below is DoubledBelow.BOTH:
        rows.append(f"| {bid} | {half - 5} | −{2 * bid} | {most - half + 5} |")
    if variant.game != ROQUE:
        rows += ["", _("What the others took is that of both together.")]
    return "\n".join(rows)


def _result(match: Match) -> Result:
    variant = match.variant
    sides = tuple(map(variant.side, range(variant.players))) if variant.sides < variant.players else ()
    return Result(match.totals, match.winners, sides)


def _game(name: str) -> DealtGame[State, RoqueAction, RoqueView]:
    return DealtGame[State, RoqueAction, RoqueView](
        name,
        Offer(DIALECT, OPTIONS[name], ABOUT[name], MINUTES[name], N_("tricks")),
        Mechanics(
            variant=partial(read_variant, name),
            start=lambda variant, dealer: Dealing(Match(variant, dealer)),
            dealing=Dealing,
            ended=Ended,
            cards=lambda match: len(match.variant.pack),
            acting=on_turn,
            result=_result,
            legal=legal,
            decide=decide,
            evolve=evolve,
            fallback=fallback,
            breaks={TrickTaken: Break.TRICK, DealEnded: Break.DEAL},
        ),
        Projections(tell, view, reveal),
        Papers(
            counts=lambda sheet: sheet.tricks,
            progress=lambda match: f"deal {match.number}, {max(match.totals)}/{match.variant.target}",
            rules=write_rules,
            recording=RECORDING,
            replay=REPLAY.replay,
        ),
    )


GAMES: Final = {name: _game(name) for name in (ROQUE, ROQUE_THREE)}
"""Both games, by name; their states are those of ``server.rules.roque.deal``."""


_KEPT: Final = (Ending.MADE, Ending.SLAM)

FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", GAMES[ROQUE].counts),),
    N_("were contracts made"),
    lambda event: isinstance(event, DealEnded) and event.sheet.ending in _KEPT,
)
"""Tricks, and deals in which the contract was made; the titles are marked for translation."""
