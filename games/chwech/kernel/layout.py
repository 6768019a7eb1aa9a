"""A table and a deal of Chwech as two rows of numbers: what stands in which cell, and what the numbers mean.

A set of cards, such as a hand, is an integer whose bits are places in the unshuffled pack, as in the rules.
"""

from collections.abc import Mapping
from typing import Final

from protocol.cards import Suit

SUITS: Final = len(Suit)
JOKER: Final = SUITS  # The suit of what counts as a Joker.

SUIT_NUMBERS: Final[Mapping[Suit | None, int]] = {suit: number for number, suit in enumerate(Suit)}
SEATS: Final = 7  # The seats for which a row has room.

MOST_CARDS: Final = 63
TWO_PACKS: Final = 5  # The kind of the pack in which cards are twice.

PLAYERS, EVERYTHING, CHOSEN, JOKERS_LEAD, ONE_JOKER, LAST_OF_EQUALS, KIND, FLAGS, PARTS = range(9)
"""The cells of a table: the number of players, the whole pack, and the Aces whose player says whether they are high.

Then 1 if a Joker may be led, if only one may be played to a trick, and if the last of equal cards ranks higher; the
kind of the pack; rules as bits for a net; and from ``PARTS`` on the cards of each suit, and last the Jokers.
"""

BITS: Final = PARTS + SUITS + 1
"""The number of each bit, by its remainder when it is divided by 67: no two powers of two below 2 ** 63 share one."""

SUIT_OF, RANK_OF, COPIES, INSIDE, LAST, ABOVE, BELOW = range(BITS + 67, BITS + 67 + 7 * MOST_CARDS, MOST_CARDS)
"""By place: the suit of each card, and its rank, from 0 for the Two to 15 for the Ace and 16 for a Joker.

Then the places below it of equal cards; its height while another card follows, and as the last of a trick; and the
places of its suit that are higher while another card follows, and those that are lower.
"""

HANDS, DONE, DENIED, DECLINED, WON, STATUS, LED_NONE = range(0, 7 * SEATS, SEATS)
"""The cells of a row, by seat: its hand, and the cards that it has played.

Then those that it would have played, had it held them: lower ones, when it wanted to take nothing more; and those with
which it could have been ahead when it passed, though it still had cards to take. Last, how many cards it has won, what
it has done in the trick, and how often it passed the lead.
"""

PLACES, SAID, BY = range(LED_NONE + SEATS, LED_NONE + 4 * SEATS, SEATS)
"""The cards of the trick in their order: place, what was said with it, seat."""

PASSES: Final = BY + SEATS  # By seat and suit, how often it did not follow.

SHOWN: Final = PASSES + SEATS * SUITS
"""By seat and suit, what it has shown of the suit, as bits: cards played (0 to 3), times not followed (0 to 3), and
whether it would have played a card, had it held it, as in ``DENIED``."""

DENIERS: Final = SHOWN + SEATS * SUITS
"""By suit, how many seats would have played some of its cards, had they held them, as ``DENIED`` says."""

GONE_RANKS: Final = DENIERS + SUITS  # By suit, the ranks of its cards that have been played, as bits.

SEAT, TURNS, PLAYED, FITS, LED, OPENING, ENDED, GONE = range(GONE_RANKS + SUITS, GONE_RANKS + SUITS + 8)
"""The seat to act; how many seats have acted in the trick, and how many cards it has; which cards may be played to it,
and the suit led; 1 at the first lead of the deal, which may not be passed; how the deal ended; the cards played in it.
"""

AHEAD, AHEAD_HEIGHT, FORMER, FORMER_HEIGHT, HIGHEST, ROW = range(GONE + 1, GONE + 7)
"""Which card of the trick is the highest once another follows, and how high; the same without the last card.

Then the place, plus one, of the highest card of the suit led that lies on the table; 0 if there are only Jokers. With
that a row is at its end.
"""

TO_ACT, PASSED, PUT = range(3)  # What a seat has done in a trick.
RUNNING, OUT, DEADLOCK = range(3)  # How a deal ended.

PASS: Final = -1
SAYINGS: Final = 8  # An action is a place times this, and what is said with it.
AS_LOW: Final = 1  # An Ace is low.
AS_SUIT: Final = 2  # A Joker is led as the first suit; the others follow.
MANY: Final = 3  # As many cards played, or times not followed, as ``SHOWN`` counts, and the bits of the former.
NOT_FOLLOWED: Final = 4  # Once not followed, in ``SHOWN``.
DENIES: Final = 16  # The last of the bits of ``SHOWN``.

MOST_ACTIONS: Final = 40
