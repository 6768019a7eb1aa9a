"""The words of the rules of Chwech that are explained in place."""

from collections.abc import Mapping

from protocol.language import _, pgettext

# Translators: these words are looked for in the rules of a table: in small letters, as they stand there.


def glossary() -> Mapping[str, str]:
    """Return each word with its explanation, both in the reader's language."""
    return {
        pgettext("glossary", "multiple of nine"): _(
            "0, 9, 18, 27 … Whoever has won exactly so many cards multiplies by nine."
        ),
        pgettext("glossary", "deal"): _(
            "From nine cards each to the score: it ends when somebody is out, or in deadlock."
        ),
        pgettext("glossary", "total"): _("The scores of all deals of the game so far, added up."),
        pgettext("glossary", "dealer"): _(
            "Whose deal it is, marked D at the table; the seat after the dealer leads first."
        ),
        pgettext("glossary", "trick"): _(
            "One round: a card is led, then each other seat has one turn, to play a card or pass."
        ),
        pgettext("glossary", "suit led"): _(
            "The suit of the first card of a trick, or the one that a Joker led stands for."
        ),
        pgettext("glossary", "turn"): _("In each trick a seat acts once: it plays one card, or it passes."),
        pgettext("glossary", "pass the lead"): _(
            "To leave it to the next seat to play the first card; one then has no turn in that trick."
        ),
        pgettext("glossary", "passed the lead"): _(
            "Who has left it to the next seat to play the first card has no turn in that trick."
        ),
        pgettext("glossary", "taker"): _(
            "The player of the card that takes the trick: all its cards count as cards that they have won."
        ),
        pgettext("glossary", "lead"): _("To play the first card of a trick, which says what suit may be played to it."),
        pgettext("glossary", "won"): _(
            "All cards of the tricks that a seat has taken; their number, not their worth, counts."
        ),
        pgettext("glossary", "joker"): _(
            "It belongs to no suit, so it can be played to every trick; the table's rules say when it takes one."
        ),
        pgettext("glossary", "last card"): _(
            "The last one that is played to a trick, even if other seats pass after it."
        ),
        pgettext("glossary", "out"): _(
            "Without cards in hand. The trick is played to its end, and then the deal is over."
        ),
        pgettext("glossary", "deadlock"): _(
            "All seats pass the lead in a row: the deal is over, and each scores what they have."
        ),
        pgettext("glossary", "left"): _("The cards still in hand when the deal ends; each makes the score smaller."),
        pgettext("glossary", "clockwise"): _("To the left, down the list of names at the table."),
    }
