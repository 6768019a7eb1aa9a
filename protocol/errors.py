"""Refusals and faults: the codes on the wire, and whose fault an error is."""

from enum import Enum

from protocol.language import sentence


class ErrorCode(Enum):
    """The reason of a refusal, for a program."""

    INVALID_FRAME = "invalid_frame"
    """The bytes are not a frame; the connection is closed."""
    INVALID_MESSAGE = "invalid_message"
    """The frame holds no message of this version; after the greeting the connection goes on."""
    UNSUPPORTED_VERSION = "unsupported_version"
    """Client and server have no protocol version in common; the connection is closed."""
    GREETING_EXPECTED = "greeting_expected"
    """The first frame was not a greeting, or a later one was; the connection is closed."""
    UNKNOWN_TOKEN = "unknown_token"
    """The token belongs to no account; the connection is closed."""
    INVALID_NAME = "invalid_name"
    """The name is empty once cleaned, not allowed, or taken by someone else."""
    NAME_NEEDED = "name_needed"
    """The account is new here: greet again with a name; the connection is closed."""
    UNKNOWN_PERSON = "unknown_person"
    """No player has this name."""
    INVALID_TEXT = "invalid_text"
    """The text is empty once cleaned."""
    KEY_NEEDED = "key_needed"
    """The command needs a connection that was authenticated by a key."""
    UNKNOWN_KEY = "unknown_key"
    """The account has no such key."""
    LAST_KEY = "last_key"
    """This is the last key of the account, which could not be used again without it."""
    KEY_TAKEN = "key_taken"
    """The key belongs to another account already."""
    INVALID_CODE = "invalid_code"
    """The code is unknown, used or too old."""
    INVALID_SETUP = "invalid_setup"
    """The setup asks for something that the game does not have."""
    UNKNOWN_TABLE = "unknown_table"
    """There is no such table."""
    UNKNOWN_TOURNAMENT = "unknown_tournament"
    """There is no tournament of this number."""
    UNKNOWN_GAME = "unknown_game"
    """There is no finished game of this number."""
    TABLE_FULL = "table_full"
    """No seat is free."""
    NOT_SEATED = "not_seated"
    """The connection has no seat at a table, and the command needs one."""
    FORBIDDEN = "forbidden"
    """Only those who run the server may do this."""
    BANNED = "banned"
    """The account, the key or the address is banned; the connection is closed."""
    NOT_NOW = "not_now"
    """The command is valid, but not allowed at this moment."""
    STALE = "stale"
    """The command answers an outdated state; the refusal holds the current view."""
    ILLEGAL_ACTION = "illegal_action"
    """The rules do not allow the action; the refusal holds the current view."""
    TOO_MANY = "too_many"
    """A limit was reached: commands a second, connections, tables."""
    SERVER_FAULT = "server_fault"
    """The server failed; nothing has changed beyond what it has told."""
    UNKNOWN_OUTCOME = "unknown_outcome"
    """The server does not know whether the command was stored: repeat it with the same id."""


class ProtocolError(Exception):
    """A violation of the protocol."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text  # What is wrong, and how to put it right.


class RemoteProtocolError(ProtocolError):
    """The peer sent what it must not send."""

    def __init__(self, code: ErrorCode, text: str, id: int | None = None) -> None:
        super().__init__(code, text)
        self.id = id  # The id of the refused command, if it could be read.


def denial(code: ErrorCode, template: str, **values: object) -> RemoteProtocolError:
    """Return the refusal of what the peer sent, in a sentence with these values that every language has."""
    return RemoteProtocolError(code, sentence(template, **values))


class LocalProtocolError(ProtocolError):
    """This side tried to send what it must not send."""
