"""The words of the rules of Da Bai Fen that are explained in place."""

from collections.abc import Mapping

from protocol.language import _, pgettext

# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language."""
    return {
        pgettext("glossary", "starter"): _("Who draws the first card, marked D at the table."),
        pgettext("glossary", "leader"): _("Who takes the last six cards, and leads to the first trick."),
        pgettext("glossary", "declarer"): _("One of the Leader's side: the level of that side is the trump rank."),
        pgettext("glossary", "level"): _("What a side plays for: from Two to Ace."),
        pgettext("glossary", "trick"): _("One round: cards are led, and each other seat lays as many."),
        pgettext("glossary", "trump"): _("A Joker, or a card of the trump rank or the trump suit."),
        pgettext("glossary", "lead"): _("To play the first cards of a trick."),
        pgettext("glossary", "partner"): _("Somebody of the same side: partners share one score."),
        pgettext("glossary", "side"): _("The players who share one score."),
    }
