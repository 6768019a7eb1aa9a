"""The words of the rules of Twenty-Five and Forty-Five that are explained in place."""

from collections.abc import Iterator, Mapping

from protocol.language import _, pgettext


def glossary() -> Mapping[str, str]:
    """Return each word with its explanation, in the reader's language; a word of several forms stands in each."""
    return {form: about for forms, about in (*_cards(), *_people()) for form in forms.split("|")}


def _cards() -> Iterator[tuple[str, str]]:
    # Translators: the texts of the context "forms of a word" may hold several forms of it, such as the plural and
    # mutations, with a bar between two of them; in small letters.
    yield (
        pgettext("forms of a word", "deal"),
        _("Five cards each, five tricks; scores carry over to the next deal."),
    )
    yield (
        pgettext("forms of a word", "trick"),
        _("One round: a card is led, and each other seat plays one card to it, in turn."),
    )
    yield (
        pgettext("forms of a word", "trump"),
        _("A card of the trump suit, or the Ace of hearts: it beats every plain card."),
    )
    yield (
        pgettext("forms of a word", "turn-up"),
        _("The card that is turned up after the deal; its suit is trump for this deal."),
    )
    rob = _("To take the turn-up and lay a card of one's hand aside for it.")
    yield pgettext("forms of a word", "rob the pack"), rob
    yield pgettext("forms of a word", "rob"), rob
    yield (
        pgettext("forms of a word", "reneging"),
        _("To keep back one of the best trumps when a lower trump is led."),
    )
    yield pgettext("forms of a word", "plain card"), _("A card that is no trump.")
    yield pgettext("forms of a word", "best card"), _("The highest trump that is played in a deal.")
    yield pgettext("forms of a word", "lead"), _("To play the first card of a trick.")


def _people() -> Iterator[tuple[str, str]]:
    yield (
        pgettext("forms of a word", "dealer"),
        _("Whose deal it is, marked D at the table; the seat after the dealer leads first."),
    )
    yield (
        pgettext("forms of a word", "pool"),
        _("The chips that all have put in; the winner of the game takes them."),
    )
    yield pgettext("forms of a word", "chip"), _("What people play for: everybody has the same number at first.")
    yield pgettext("forms of a word", "partner"), _("Somebody of the same side: partners share one score.")
    yield pgettext("forms of a word", "side"), _("The players who share one score.")
