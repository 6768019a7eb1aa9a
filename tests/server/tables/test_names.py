"""What bots are called."""

from server.tables.names import BOT_NAMES, bot_names


def test_bots_are_not_called_like_people() -> None:
    """A bot takes no name that somebody at the table has, however it is written."""
    assert bot_names(["MEGAN", "Rhys"], 3) == ("Dylan", "Cerys", "Owain")


def test_there_are_names_for_the_largest_table() -> None:
    """Thirty-two seats can be filled, and no two names are the same."""
    assert len(bot_names([], 32)) == 32
    assert len({name.casefold() for name in BOT_NAMES}) == len(BOT_NAMES)
