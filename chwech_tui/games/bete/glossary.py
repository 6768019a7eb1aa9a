"""The words of the rules of Bête that are explained in place."""

from collections.abc import Mapping

from protocol.language import _, pgettext

# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language."""
    return {
        pgettext("glossary", "take part"): _("To play for the pool in this deal."),
        pgettext("glossary", "bête"): _("Who has taken part and not won the pool, and pays for it."),
        pgettext("glossary", "dealer"): _(
            "Whose deal it is, marked D at the table; the seat after the dealer speaks first."
        ),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, and each other seat plays one card to it, in turn."
        ),
        pgettext("glossary", "trump"): _("A card of the suit turned up: it beats every other suit."),
        pgettext("glossary", "lead"): _("To play the first card of a trick."),
        pgettext("glossary", "pool"): _("The chips that all have put in, and those paid in the deal before."),
        pgettext("glossary", "chip"): _("What people play for; here they are counted from 0."),
    }
