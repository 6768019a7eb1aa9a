"""Accounts of bots are known by their ids."""

from server.tables.names import bot_account, is_bot_account


def test_the_account_of_a_bot_is_known_by_its_id() -> None:
    """Neither a person, nor a guest, nor a seat without an account passes for one."""
    assert is_bot_account(bot_account("c2FtcGxl"))
    assert not any(map(is_bot_account, ("", "c2FtcGxl", "local", "guest 00ff", "bots", "bot")))
