"""Refusals and faults: the codes on the wire, and whose fault an error is."""

from enum import Enum


class ErrorCode(Enum):
    """Why something was refused."""

    INVALID_FRAME = "invalid_frame"
    """The bytes are no frame; the connection is closed."""

    INVALID_MESSAGE = "invalid_message"
    """The frame holds no message of this version; after the greeting the connection goes on."""

    UNSUPPORTED_VERSION = "unsupported_version"
    """No version of the protocol is spoken by both sides; the connection is closed."""

    GREETING_EXPECTED = "greeting_expected"
    """The first frame was no greeting, or a later one was; the connection is closed."""

    UNKNOWN_TOKEN = "unknown_token"
    """The token belongs to no account; the connection is closed."""

    INVALID_NAME = "invalid_name"
    """The name is empty once cleaned, or already somebody else's."""

    NAME_NEEDED = "name_needed"
    """The account is new here: greet again with a name; the connection is closed."""

    UNKNOWN_PERSON = "unknown_person"
    """Nobody here is called so."""

    INVALID_TEXT = "invalid_text"
    """Nothing is left of the text once cleaned, or there is no such phrase."""

    KEY_NEEDED = "key_needed"
    """The command is for somebody who has proven a key."""

    UNKNOWN_KEY = "unknown_key"
    """The account has no such key."""

    LAST_KEY = "last_key"
    """Without this key nobody could come back to the account."""

    KEY_TAKEN = "key_taken"
    """The key is that of another account already."""

    INVALID_CODE = "invalid_code"
    """The code is unknown, used or too old."""

    INVALID_SETUP = "invalid_setup"
    """The setup asks for something that the game does not have."""

    UNKNOWN_TABLE = "unknown_table"
    """There is no such table."""

    UNKNOWN_GAME = "unknown_game"
    """There is no finished game of this number."""

    TABLE_FULL = "table_full"
    """No seat is free."""

    NOT_SEATED = "not_seated"
    """The connection has no seat at a table, and the command needs one."""

    NOT_NOW = "not_now"
    """The command is known but cannot be used at this moment."""

    STALE = "stale"
    """The command answers a state that has passed; the present view comes with the refusal."""

    ILLEGAL_ACTION = "illegal_action"
    """The rules do not allow the action; the present view comes with the refusal."""

    TOO_MANY = "too_many"
    """A limit was reached: commands a second, connections, tables."""

    SERVER_FAULT = "server_fault"
    """The server could not do it; nothing was changed that was not said before."""

    UNKNOWN_OUTCOME = "unknown_outcome"
    """The server could not tell whether the command was stored: repeat it with the same id."""


class ProtocolError(Exception):
    """What the two sides agreed on was not kept."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        """Say which code goes to the peer, and in which sentence."""
        super().__init__(text)
        self.code = code
        """The code."""
        self.text = text
        """What is wrong, and what would be right."""


class RemoteProtocolError(ProtocolError):
    """The peer sent what it must not send."""

    def __init__(self, code: ErrorCode, text: str, id: int | None = None) -> None:
        """Say which code goes to the peer, in which sentence, and for which command."""
        super().__init__(code, text)
        self.id = id
        """The command that is refused, where its id could be read."""


class LocalProtocolError(ProtocolError):
    """This side tried to send what it must not send."""
