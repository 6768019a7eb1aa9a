"""The words of the rules of Auction Forty-Fives that are explained in place."""

from collections.abc import Mapping

from protocol.language import _, pgettext

# Translators: these words are looked for in the rules of a table: in small letters and the singular.


def glossary() -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language."""
    return {
        pgettext("glossary", "bid"): _("So many points one's side undertakes to take."),
        pgettext("glossary", "hold"): _("To take over the bid that stands, at its number."),
        pgettext("glossary", "kitty"): _("Cards laid apart, which who names trumps takes into the hand."),
        pgettext("glossary", "dealer"): _("Whose deal it is, marked D at the table."),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, and each other seat plays one card to it, in turn."
        ),
        pgettext("glossary", "trump"): _("A card of the trump suit, or the Ace of hearts: it beats every plain card."),
        pgettext("glossary", "reneging"): _("To keep back one of the best trumps when a lower trump is led."),
        pgettext("glossary", "plain card"): _("A card that is no trump."),
        pgettext("glossary", "lead"): _("To play the first card of a trick."),
        pgettext("glossary", "partner"): _("Somebody of the same side: partners share one score."),
        pgettext("glossary", "side"): _("The players who share one score."),
    }
