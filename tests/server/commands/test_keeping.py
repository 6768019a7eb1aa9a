"""The page of figures is for this machine alone; the processes hear how long logs are kept, and in which form."""

import json
from pathlib import Path

import pytest

from server.commands.start import InForce
from server.configuration.keys import Value
from server.processes.plan import Address, ProcessFault
from server.processes.sockets import bind_metrics, is_loopback

EVERYBODY = ".".join("0000")
"""Every address of this machine."""


def in_force(**given: Value) -> InForce:
    """Give a configuration in which these options are given."""
    return InForce({name.replace("_", "-"): value for name, value in given.items()}, None)


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        (EVERYBODY, False),
        ("x.example", False),
    ],
)
def test_this_machine_alone(host: str, alone: bool) -> None:
    """An address is of this machine alone only if it says so itself."""
    assert is_loopback(host) == alone


def test_where_figures_are_shown() -> None:
    """A page that others reach is opened only if somebody says that they may."""
    for address, public in ((Address("127.0.0.1", 0), False), (Address(EVERYBODY, 0), True)):
        [listener] = bind_metrics(address, public=public)
        listener.close()
    with pytest.raises(ProcessFault, match=r"0\.0\.0\.0:0 is more than this machine: add --metrics-public"):
        bind_metrics(Address(EVERYBODY, 0), public=False)


def test_a_port_in_use() -> None:
    """A port that another program has is told with the option that names another."""
    [listener] = bind_metrics(Address("127.0.0.1", 0), public=False)
    address = Address("127.0.0.1", listener.getsockname()[1])
    with listener, pytest.raises(ProcessFault, match="choose another with --metrics"):
        bind_metrics(address, public=False)


def test_what_the_processes_are_told(tmp_path: Path) -> None:
    """They hear for how long logs are kept, and in which form they write."""
    told = json.loads(in_force(keep_logs=0, log="json").line())
    assert (told["keep_logs"], told["log"]) == (0, "json")
    assert json.loads(in_force().line())["keep_logs"] == 30
