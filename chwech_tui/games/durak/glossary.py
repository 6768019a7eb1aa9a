"""The words of the rules of Durak that are explained in place."""

from collections.abc import Mapping

from protocol.language import _, pgettext

# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language."""
    return {
        pgettext("glossary", "bout"): _("An attack and its defence, until the cards are beaten or taken up."),
        pgettext("glossary", "attacker"): _("Who plays the first card of a bout."),
        pgettext("glossary", "defender"): _("Who is attacked in a bout."),
        pgettext("glossary", "throw in"): _("To play another card against the defender, of a rank that lies there."),
        pgettext("glossary", "trump"): _("A card of the trump suit: it beats every card of another suit."),
        pgettext("glossary", "stock"): _("The cards that were not dealt; hands are filled from it after each bout."),
        pgettext("glossary", "dealer"): _("Whose deal it is, marked D at the table."),
        pgettext("glossary", "partner"): _("Somebody of the same side, who wins and loses with you."),
        pgettext("glossary", "out"): _("Without cards when the stock is empty: done with the deal."),
    }
