"""What bots and tables are called."""

from server.tables.codeword import table_code
from server.tables.names import BOT_NAMES, bot_names


def test_bots_are_not_called_like_people() -> None:
    """A bot takes no name that somebody at the table has, however it is written."""
    assert bot_names(["MEGAN", "Rhys"], 3) == ("Dylan", "Cerys", "Owain")


def test_there_are_names_for_the_largest_table() -> None:
    """Thirty-two seats can be filled, and no two names are the same."""
    assert len(bot_names([], 32)) == 32
    assert len({name.casefold() for name in BOT_NAMES}) == len(BOT_NAMES)


def test_table_codes_can_be_said() -> None:
    """A code is three syllables, and different bytes give different ones."""
    codes = {table_code(bytes([byte, 7, 7])) for byte in range(80)}
    assert len(codes) == 80
    assert all(len(code) == 6 and code.isalpha() for code in codes)
