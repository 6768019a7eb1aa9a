"""The words of the rules of the games of one pile that are explained in place."""

from collections.abc import Mapping

from protocol.language import _, pgettext

# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language."""
    return {
        pgettext("glossary", "deal"): _("All cards are dealt and played, until one player is left, or one is out."),
        pgettext("glossary", "dealer"): _("Whose deal it is, marked D at the table; the seat after the dealer begins."),
        pgettext("glossary", "pile"): _(
            "The cards played one on the other; only the top one matters until it is taken."
        ),
        pgettext("glossary", "trump"): _("A card of your own trump suit: it beats every card of another suit."),
        pgettext("glossary", "top card"): _("The card that was played last: it has to be beaten."),
        pgettext("glossary", "beat"): _("To play a higher card of the same suit, or a trump of one's own."),
        pgettext("glossary", "take up"): _("To take the pile into the hand instead of beating its top card."),
        pgettext("glossary", "kill"): _("To lay a pile aside for the rest of the deal."),
        pgettext("glossary", "mirror image"): _("The same ranks: trumps for trumps, and side suit for side suit."),
        pgettext("glossary", "move"): _("A card that is played, or cards that are taken up."),
        pgettext("glossary", "out"): _("Without cards: who is out takes no further part in the deal."),
    }
