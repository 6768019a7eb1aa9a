"""The command ``admin``: looks after the server of this machine, through the admin socket of its data directory."""

import argparse
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from protocol.administration import EVERYBODY_KNOWN, AdminCommand, AdminReply, checked_words
from protocol.framing import HEADER, write_frame
from server.commands.command_line import CommandLine
from server.commands.fault import failed
from server.commands.options import ADMIN_SOCKET, add_data
from server.commands.owner import chosen_data
from server.fronts.allow_list import LISTED, read_keys, with_fingerprints

_PATIENCE: Final = 30.0
"""Seconds that an answer may take."""

_LONGEST: Final = 16 * 1024

_KEYS_AT_ONCE: Final = 50


class AdminOptions(argparse.Namespace):
    """The parsed command line."""

    words: list[str]
    everybody_known: bool = False
    data: Path | None = None


def main(argv: list[str]) -> int:
    """Do what is asked, print the answer, and return the exit status: 0 done, 1 refused, 2 wrong usage or no server."""
    options = admin_parser().parse_intermixed_args(argv, AdminOptions())
    path = chosen_data(options.data) / ADMIN_SOCKET
    try:
        for words in commands([*options.words, *[EVERYBODY_KNOWN] * options.everybody_known]):
            reply = asked(path, words)
            if reply.refused:
                return failed("admin", "; ".join(reply.lines))
            print("\n".join(reply.lines))
    except ValueError as problem:
        return failed("admin", problem, 2)
    except OSError as problem:
        said = f"no server answers at {path} ({problem.strerror or problem}): chwech serve starts one"
        return failed("admin", said, 2)
    return 0


def commands(words: list[str]) -> Iterator[list[str]]:
    """Yield what the server is asked for: a list of keys at standard input is more than one command holds.

    Raises:
        ValueError: a key is none, or none that anybody can come with.
    """
    if len(words) == 2 and words[0] in LISTED and words[1] == "-":
        keys = read_keys(sys.stdin.read())
        if not keys:
            raise ValueError("standard input has no key: write one a line")
        for at in range(0, len(keys), _KEYS_AT_ONCE):
            yield [words[0], "key", *keys[at : at + _KEYS_AT_ONCE]]
    else:
        yield with_fingerprints(words)


def admin_parser() -> CommandLine:
    """Return the parser of the command line."""
    parser = CommandLine(
        prog="chwech admin",
        usage="chwech admin [-h] [--data DIR] [WORD ...]",
        description="Look after the server of this machine: who is here, kick, mute, ban, close tables, reports.",
        epilog="Without a word it lists all that there is. Whoever has a role does the same by ssh: "
        "ssh chwech@HOST admin WORD ...",
        allow_abbrev=False,
    )
    parser.add_argument(
        "words", nargs="*", metavar="WORD", help="what to do: help lists it; -- comes before words that begin with -"
    )
    parser.add_argument(EVERYBODY_KNOWN, action="store_true", help="with allow: all who have an account with a key")
    add_data(parser)
    return parser


def asked(path: Path, words: list[str]) -> AdminReply:
    """Send words to the socket of a server, and return the answer.

    Raises:
        OSError: no server answers there.
        ValueError: there are too many words, or one is too long.
    """
    packed = msgspec.msgpack.encode(AdminCommand(1, checked_words(words)))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_PATIENCE)
        connection.connect(str(path))
        connection.sendall(write_frame(packed, _LONGEST))
        answer = b""
        while chunk := connection.recv(65_536):
            answer += chunk
    if len(answer) <= HEADER:
        raise ConnectionResetError("it has ended the connection")
    return msgspec.msgpack.decode(answer[HEADER:], type=AdminReply)
