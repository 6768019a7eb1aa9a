"""The words of the rules of the Fives that are explained in place."""

from collections.abc import Mapping

from protocol.language import _, pgettext

# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary(*, spoil: bool) -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language; ``spoil`` means Spoil Five."""
    rob = _("To take the turn-up and lay a card of one's hand aside for it.")
    return {
        pgettext("glossary", "deal"): _("Five cards each, and five tricks at most, for the pool.")
        if spoil
        else _("Five cards each, five tricks; scores carry over to the next deal."),
        pgettext("glossary", "dealer"): _(
            "Whose deal it is, marked D at the table; the seat after the dealer leads first."
        ),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, and each other seat plays one card to it, in turn."
        ),
        pgettext("glossary", "trump"): _("A card of the trump suit, or the Ace of hearts: it beats every plain card."),
        pgettext("glossary", "turn-up"): _(
            "The card that is turned up after the deal; its suit is trump for this deal."
        ),
        pgettext("glossary", "rob the pack"): rob,
        pgettext("glossary", "rob"): rob,
        pgettext("glossary", "reneging"): _("To keep back one of the best trumps when a lower trump is led."),
        pgettext("glossary", "plain card"): _("A card that is no trump."),
        pgettext("glossary", "best card"): _("The highest trump that anybody holds when robbing is over."),
        pgettext("glossary", "lead"): _("To play the first card of a trick."),
        pgettext("glossary", "pool"): _("The chips that all have put in; who wins enough tricks in a deal takes them.")
        if spoil
        else _("The chips that all have put in; the winner of the game takes them."),
        pgettext("glossary", "chip"): _("What people play for: everybody has the same number at first."),
        pgettext("glossary", "jink"): _("To leave the pool after the first tricks, and to undertake to win all five."),
        pgettext("glossary", "spoilt"): _("Without a taker of the pool, which stays for the next deal."),
        pgettext("glossary", "partner"): _("Somebody of the same side: partners share one score."),
        pgettext("glossary", "side"): _("The players who share one score."),
    }
