"""What is peculiar to Spoil Five in words: the aim, the pool, the choice after the first tricks, and the end."""

from protocol.language import _, ngettext
from server.rules.fives.variant import CHIPS, Spoil, Variant
from server.rules.printed import section


def aim_words(spoil: Spoil) -> str:
    """Return the aim of a deal."""
    if spoil.needed == 2:
        return _("Win **two of the five tricks** and take the pool; or else *spoil five*: see that nobody does.")
    return _("Win **three of the five tricks** and take the pool; or else *spoil five*: see that nobody does.")


def must_rob_words() -> str:
    """Return what it costs not to rob, where it costs the pool."""
    return _("But who holds that Ace and plays a card without robbing **cannot take the pool** in this deal.")


def spoil_sections(variant: Variant, spoil: Spoil) -> list[str]:
    """Return the sections about the pool and the end of a game."""
    return [section(_("The pool"), _pool(spoil)), section(_("The end"), _end(variant))]


def _pool(spoil: Spoil) -> list[str]:
    return [
        _("Everybody has {chips} chips.", chips=CHIPS),
        ngettext("Everybody puts one chip into a new pool.", "Everybody puts {n} chips into a new pool.", spoil.stake),
        _("Who has two tricks takes the pool at once, and the deal is over.")
        if spoil.needed == 2
        else _("Who has three tricks takes the pool at once, and the deal is over."),
        _choice(spoil),
        _("All five: the pool, and a chip from each of the others who has one left. One trick lost: nothing."),
        ngettext(
            "Nobody takes the pool, or a jink fails: the deal is *spoilt*. The pool stays, and everybody adds"
            " one chip.",
            "Nobody takes the pool, or a jink fails: the deal is *spoilt*. The pool stays, and everybody adds"
            " {n} chips.",
            spoil.top_up,
        ),
    ]


def _choice(spoil: Spoil) -> str:
    if spoil.needed == 2:
        return _(
            "Who wins the **first two** tricks has a choice: take the pool now, or *jink*: lead to the third and"
            " undertake to win all five."
        )
    return _(
        "Who wins the **first three** tricks has a choice: take the pool now, or *jink*: lead to the fourth and"
        " undertake to win all five."
    )


def _end(variant: Variant) -> list[str]:
    return [
        ngettext(
            "The game is over when one pool has been taken.",
            "The game is over when {n} pools have been taken.",
            variant.target,
        ),
        _("It is over before that if somebody cannot pay what is due; a pool nobody has taken is shared evenly."),
        _("Whoever has the most chips wins; the score is what one has won or lost."),
        ngettext("There can be at most one deal.", "There can be at most {n} deals.", variant.most_deals),
    ]
