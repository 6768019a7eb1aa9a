"""The command ``admin``: looks after the server of this machine, through the socket of its fronts."""

import os
import re
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from protocol.command_line import CommandFault
from protocol.connection import HEADER
from protocol.people import EVERYBODY_KNOWN, AdminReply, checked_words
from protocol.version import program_version
from server.commands.shared import user_name
from server.file_lock import holder, is_locked
from server.fronts.public_keys import LISTED, read_keys, with_fingerprints
from server.host.terms import Passport, write_passport
from server.processes.plan import CLAIM_NAME, noted
from server.processes.sockets import FRONTS_NAME

_PATIENCE: Final = 30.0  # Seconds that an answer may take.

_KEYS_AT_ONCE: Final = 50
_PAUSE: Final = 0.1


def main(*, words: tuple[str, ...], everybody_known: bool, data: Path) -> int:
    """Do what is asked, print the answer, and return the exit status: 0 done, 1 refused, 2 wrong usage or no server."""
    path = data / FRONTS_NAME
    if words == ("update",):
        return _update(data)
    try:
        for command in commands([*words, *[EVERYBODY_KNOWN] * everybody_known]):
            reply = asked(path, command)
            if reply.refused:
                raise CommandFault("; ".join(reply.lines))
            print("\n".join(reply.lines))
    except ValueError as problem:
        raise CommandFault(str(problem), 2) from problem
    except OSError as problem:
        said = f"no server answers at {path} ({problem.strerror or problem}): chwech serve starts one"
        raise CommandFault(said, 2) from problem
    return 0


def commands(words: list[str]) -> Iterator[list[str]]:
    """Yield commands, with a long list of keys in several; raise ``ValueError`` if a key is none that can be used."""
    if len(words) == 2 and words[0] in LISTED and words[1] == "-":
        keys = read_keys(sys.stdin.read())
        if not keys:
            raise ValueError("standard input has no key: write one a line")
        for at in range(0, len(keys), _KEYS_AT_ONCE):
            yield [words[0], "key", *keys[at : at + _KEYS_AT_ONCE]]
    else:
        yield with_fingerprints(words)


def _update(data: Path) -> int:
    """Have a server take over what is on the disk: this program, or the configuration alone if it runs already."""
    running, version = noted(data), program_version()
    process = re.match(r"process (\d+)", holder(data / CLAIM_NAME))
    if not running or process is None:
        raise CommandFault(f"no server serves {data}: chwech serve starts one", 2)
    if "version" not in running:
        raise CommandFault("the server is only starting: try again in a moment")
    if running["version"] == version:
        os.kill(int(process[1]), signal.SIGHUP)
        print(f"version {version} runs already: the configuration is read again, and the log says what has changed")
        return 0
    os.kill(int(process[1]), signal.SIGUSR2)
    while (now := noted(data)).get("updates") in (None, running["updates"]):
        if not is_locked(data / CLAIM_NAME):
            raise CommandFault("the server has ended meanwhile: its log says why")
        time.sleep(_PAUSE)
    if now.get("refused"):
        raise CommandFault(now["update"])
    print(now["update"])
    return 0


def asked(path: Path, words: list[str]) -> AdminReply:
    """Send words to the socket of a server, and return the answer.

    Raises:
        OSError: no server answers there.
        ValueError: there are too many words, or one is too long.
    """
    passport = write_passport(Passport(owner=user_name(os.geteuid()), asks=checked_words(words)))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_PATIENCE)
        connection.connect(str(path))
        connection.sendall(passport)
        answer = b""
        while chunk := connection.recv(65_536):
            answer += chunk
    if len(answer) <= HEADER:
        raise ConnectionResetError("it has ended the connection")
    return msgspec.msgpack.decode(answer[HEADER:], type=AdminReply)
