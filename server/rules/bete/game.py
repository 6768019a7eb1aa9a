"""Bête behind the common interface of games, its rules in words, and the statistics of a series."""

from typing import Final

from protocol.bete import BETE
from protocol.bete.actions import BeteAction
from protocol.bete.events import DealEnded, TrickTaken
from protocol.bete.order import HAND, PACK
from protocol.bete.views import BeteView
from protocol.language import N_, _, ngettext
from server.rules.bete.deal import Dealing, Ended, Match, State, fallback, legal
from server.rules.bete.play import ENOUGH, decide, evolve
from server.rules.bete.record import RECORDING, REPLAY, reveal, tell, view
from server.rules.bete.variant import ABOUT, MINUTES, OPTIONS, AllTricks, Alone, Variant, read_variant
from server.rules.bete.variant import BETE as NAME
from server.rules.dealt_game import DealtGame, Mechanics, Offer, Papers, Projections, on_turn
from server.rules.game import Break, Column, Figures, Result
from server.rules.printed import section

_PLAYERS: Final = {
    2: N_("two players"),
    3: N_("three players"),
    4: N_("four players"),
    5: N_("five players"),
}
"""The numbers of players, marked for translation."""


def write_rules(variant: Variant) -> str:
    """Return the rules of this variant, in the reader's language."""
    title = _("{game} for {players}", game="Bête", players=_(_PLAYERS[variant.players]))
    parts = (
        f"# {title}",
        _aim(variant),
        _deal(variant),
        _play(variant),
        _pool(variant),
        _end(variant),
        _example(variant),
    )
    return "\n\n".join(parts) + "\n"


def _aim(variant: Variant) -> str:
    return ngettext(
        "Have more chips than the others after **one deal** of five tricks.",
        "Have more chips than the others after **{n} deals** of five tricks.",
        variant.deals,
    )


def _deal(variant: Variant) -> str:
    lines = [
        _("The first dealer is drawn; the deal and the play pass to the left.")
        if variant.step > 0
        else _("The first dealer is drawn; the deal and the play pass to the right."),
        _("Everybody puts a chip into the pool, and gets five cards from a pack of 32, two and then three at a time."),
        _("The next card is turned up: **its suit is trump**. Nobody gets it."),
        _("In every suit the cards rank K Q J A 10 9 8 7, the Ace below the Jack."),
        _("The seat after the dealer speaks first. Each in turn says once whether to *take part* or to *pass*."),
        _alone(variant.alone),
    ]
    return section(_("The deal"), lines)


def _alone(alone: Alone) -> str:
    if alone is Alone.POOL:
        return _("Who takes part alone has the pool at once. If nobody takes part, the pool stays for the next deal.")
    return _(
        "Who takes part alone plays for the pool against all others, who can neither win nor lose it. If nobody takes"
        " part, the pool stays for the next deal."
    )


def _play(variant: Variant) -> str:
    follow = (
        _("Follow the suit led, and **beat the trick if you can**.")
        if variant.head
        else _("Follow the suit led; you need not beat the trick.")
    )
    lines = [
        _("The first of those who take part leads any card. Who has passed does not play.")
        if variant.alone is Alone.POOL
        else _(
            "The first of those who take part leads any card, and who has passed does not play. But where one alone"
            " takes part all play, and the seat after the dealer leads."
        ),
        follow,
        _("Without a card of the suit led, **play a trump**, and one higher than the trumps played if you can."),
        _("Without a trump either, play any card."),
        _("The highest trump takes the trick, or else the highest card of the suit led. The taker leads to the next."),
    ]
    return section(_("The play"), lines)


def _pool(variant: Variant) -> str:
    again = (
        _("Who takes all five also gets as much as is in the pool from each other who took part.")
        if variant.all_tricks is AllTricks.POOL
        else _("Who takes all five also gets a chip from each other who took part.")
    )
    lines = [
        _("Who takes part and wins at least {enough} of the {tricks} tricks has the pool.", enough=ENOUGH, tricks=HAND),
        again,
        _("If nobody wins {enough}, who won the **first two** tricks has the pool.", enough=ENOUGH),
        _("Who took part and does not win the pool is *bête*: that player pays **as much as is in the pool**."),
        _("What is paid goes into the pool of the next deal, and so does a pool that nobody has won."),
        _("The King of trumps: its holder gets a chip from every player when the deal is paid, also who has passed."),
    ]
    return section(_("The pool"), lines)


def _end(variant: Variant) -> str:
    lines = [
        ngettext(
            "The game is **one deal**. Chips are counted from 0, and may go below it.",
            "The game is **{n} deals**. Chips are counted from 0, and may go below it.",
            variant.deals,
        ),
        _("What is left in the pool then is shared out evenly; what cannot be shared stays there."),
        _("The most chips win; equal ones share the win."),
    ]
    return section(_("The end"), lines)


def _example(variant: Variant) -> str:
    """Return an example of the payments."""
    pool, losers = 2 * variant.players, min(2, variant.players - 1)
    lines = [
        ngettext(
            "{pool} chips are in the pool. One player takes three tricks and has them; the other took part, and pays"
            " {pool}: the next pool is {carried}, and a chip of each.",
            "{pool} chips are in the pool. One player takes three tricks and has them; {n} more took part, and each"
            " pays {pool}: the next pool is {carried}, and a chip of each.",
            losers,
            pool=pool,
            carried=pool * losers,
        )
    ]
    return section(_("An example"), lines)


_GAME: Final = DealtGame[State, BeteAction, BeteView](
    NAME,
    Offer(BETE, OPTIONS, ABOUT, MINUTES, N_("tricks")),
    Mechanics(
        variant=read_variant,
        start=lambda variant, dealer: Dealing(Match(variant, dealer)),
        dealing=Dealing,
        ended=Ended,
        cards=lambda _match: len(PACK),
        acting=on_turn,
        result=lambda match: Result(match.totals, match.winners),
        legal=legal,
        decide=decide,
        evolve=evolve,
        fallback=fallback,
        breaks={TrickTaken: Break.TRICK, DealEnded: Break.DEAL},
    ),
    Projections(tell, view, reveal),
    Papers(
        counts=lambda sheet: sheet.tricks,
        progress=lambda match: f"deal {match.number} of {match.variant.deals}",
        rules=write_rules,
        recording=RECORDING,
        replay=REPLAY.replay,
    ),
)

GAMES: Final = {NAME: _GAME}
"""The game, by its name; its states are those of ``server.rules.bete.deal``."""


FIGURES: Final = Figures(
    (Column(N_("tricks"), ".2f", _GAME.counts),),
    N_("were won by nobody"),
    lambda event: isinstance(event, DealEnded) and event.sheet.sweeper is None,
)
"""Tricks, and deals in which nobody won the pool; the titles are marked for translation."""
