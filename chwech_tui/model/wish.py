"""What a player wishes by a key that is no action of the game: a screen to open, a request, the way out."""

from enum import Enum


class Wish(Enum):
    """A request of a key to the screen that is not an action of the game."""

    BEGIN = "begin"
    AGREE = "agree"
    COPY = "copy"
    """Put the command by which others come on the terminal's clipboard."""

    SHEET = "sheet"
    PILES = "piles"
    COUNT = "count"
    """Show the cards gone so far."""

    LOG = "log"
    """Show the whole log."""

    RULES = "rules"
    KEYS = "keys"
    SETTINGS = "settings"
    AGAIN = "again"
    """Open another table of the same kind."""

    FOLLOW = "follow"
    """Watch the table where the same people play the rematch."""

    REMATCH = "rematch"
    """Play a rematch with the same people."""

    REPLAY = "replay"
    RESIGN = "resign"
    """Leave the table for good."""

    FRIENDS = "friends"
    """Show the player's friends and whoever is online, to invite them."""

    JOIN = "join"
    """Leave for the table of an invitation."""

    GONE = "gone"
    """Close the screen of a table at which the viewer no longer has a seat."""

    LEAVE = "leave"
