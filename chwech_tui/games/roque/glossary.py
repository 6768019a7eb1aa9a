"""The words of the rules of Roque that are explained in place."""

from collections.abc import Mapping

from protocol.language import _, pgettext

# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language."""
    return {
        pgettext("glossary", "auction"): _("Everybody says in turn how many points to win; the highest bid plays."),
        pgettext("glossary", "bid"): _("The number of points that somebody undertakes to win."),
        pgettext("glossary", "dealer"): _(
            "Whose deal it is, marked D at the table; the seat to the right of the dealer speaks first."
        ),
        pgettext("glossary", "declarer"): _("Who has won the auction, and names trumps by the first card led."),
        pgettext("glossary", "widow"): _("The cards that nobody is dealt: the declarer takes them."),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, and each other seat plays one card to it, in turn."
        ),
        pgettext("glossary", "trump"): _("A card of the suit that the declarer led first: it beats every other suit."),
        pgettext("glossary", "lead"): _("To play the first card of a trick."),
        pgettext("glossary", "partner"): _("Somebody of the same side: partners share one score."),
        pgettext("glossary", "side"): _("The players who share one score."),
    }
