"""What is asked of ``ssh``, and what its answers mean."""

import asyncio
import gc
import os
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from chwech_tui.address import SshAddress
from chwech_tui.ssh import _Child
from chwech_tui.ssh_command import (
    Resolved,
    UnusableSsh,
    destination,
    is_noise,
    key_of,
    key_options,
    needs_person,
    reason,
    resolve,
)
from tests.chwech_tui.person import Person


def test_only_what_was_typed_is_given_to_ssh() -> None:
    """The rest is for ssh_config to say; a host is never taken for an option."""
    assert destination(SshAddress("cards")) == ["--", "cards"]
    assert destination(SshAddress("::1", 2222, "me")) == ["-p", "2222", "-l", "me", "--", "::1"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("", ""),
        ("Connection closed by 127.0.0.1 port 22", "Connection closed by 127.0.0.1 port 22"),
        ("a banner\nchwech: the game is away", "the game is away"),
        (
            "ssh: connect to host 10.0.0.1 port 22: No route to host",
            "10.0.0.1 port 22 cannot be reached: No route to host",
        ),
        ("ssh: connect to host jump port 22: Connection refused", "nothing listens at jump port 22"),
        ("ssh: Could not resolve hostname cards: Name or service not known", "no machine is called cards"),
        ("@ WARNING: REVOKED HOST KEY DETECTED! @\nHost key verification failed.", "marked as revoked"),
        ("Received disconnect from 10.0.0.1 port 22:12: {0} is too much\nDisconnected", "{0} is too much"),
    ],
)
def test_what_ssh_says_is_told_in_a_sentence(said: str, words: str) -> None:
    """Known words have a sentence that helps; others are passed on."""
    told = reason(said, SshAddress("cards.example"))
    assert told.startswith(words) or (words and words in told)


def test_a_person_is_needed_for_keys_and_for_new_hosts_alone() -> None:
    """A changed host key is never asked about."""
    assert needs_person("nia@cards: Permission denied (publickey).")
    assert needs_person("Host key verification failed.")
    assert not needs_person("@ REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.")
    assert not needs_person("open failed: Permission denied by nobody")


def test_the_key_is_read_from_what_ssh_says_to_itself() -> None:
    """The line of an older ``ssh`` names none."""
    line = "debug1: Server accepts key: /home/a b/.ssh/id ED25519 SHA256:abc+/1 agent"
    assert (key_of(line), is_noise(line)) == ("SHA256:abc+/1", True)
    assert key_of("debug1: Server accepts key: pkalg ssh-ed25519 blen 51") == ""
    assert not is_noise("Enter passphrase")


def test_a_named_key_has_to_be_there(tmp_path: Path) -> None:
    """``ssh`` itself would go on with other keys, and so with another account."""
    with pytest.raises(UnusableSsh, match="nothing cannot be read: No such file"):
        key_options(tmp_path / "nothing")
    (tmp_path / "key").touch()
    assert key_options(tmp_path / "key") == ("-o", "IdentitiesOnly=yes", "-i", str(tmp_path / "key"))
    assert key_options(None) == ()


def test_the_configuration_is_asked_for_the_public_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has named a user keeps it, and otherwise the user of this machine is told to nobody."""
    person = Person(tmp_path)
    monkeypatch.setenv("PATH", person.environment["PATH"])
    person.configure(
        *("Host Cards", "HostName cards.example", "Port 2222"),
        *("Match host mine.example", "User nia", "ProxyJump jump.example"),
    )
    cards = Resolved(SshAddress("Cards", 0, "chwech"), SshAddress("cards.example", 2222), is_direct=True)
    mine = Resolved(SshAddress("mine.example"), SshAddress("mine.example", 22), is_direct=False)
    named = Resolved(SshAddress("x", 7, "me"), SshAddress("x", 7), is_direct=True)
    assert [resolve(one) for one in (SshAddress("Cards"), SshAddress("mine.example"), named.address)] == [
        cards,
        mine,
        named,
    ]


def test_a_configuration_by_which_ssh_reads_nothing_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the server would be blamed for the silence; where nothing is set, older clients are asked nothing new."""
    person = Person(tmp_path)
    monkeypatch.setenv("PATH", person.environment["PATH"])
    person.configure("Host cards", "StdinNull yes", "ForkAfterAuthentication yes")
    assert resolve(SshAddress("cards")).undone == ("-o", "stdinnull=no", "-o", "forkafterauthentication=no")
    assert resolve(SshAddress("mine.example")).undone == ()


def test_a_mistake_in_the_configuration_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that ``ssh`` names is in the sentence."""
    person = Person(tmp_path)
    monkeypatch.setenv("PATH", person.environment["PATH"])
    person.configure("Colour blue")
    with pytest.raises(UnusableSsh, match="line 1: Bad configuration option: colour"):
        resolve(SshAddress("cards"))


async def test_the_end_of_a_pty_leaves_no_error_behind() -> None:
    """One that nobody has looked at would be a traceback on the terminal of whoever leaves."""
    faults: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context))
    ours, theirs = os.openpty()
    # At the end of the program the error may be told before this looks at it.
    with patch.object(asyncio.StreamReaderProtocol, "__del__", lambda _protocol: None):
        with os.fdopen(ours, "rb", buffering=0) as errors:
            listening = asyncio.create_task(_Child(lambda: None, attended=False)._listen(errors))
            await asyncio.sleep(0)
            os.close(theirs)
            await listening
        del listening
        gc.collect()
    assert not faults
