"""What each part of the program loads, measured in a process of its own."""

import functools
import os
import subprocess
import sys
from graphlib import TopologicalSorter

import grimp
import pytest

SCREENS = ("textual", "rich", "asyncssh", "chwech_tui")  # What a server without screens never loads.


def loaded_by(*modules: str, then: str = "") -> set[str]:
    """Give the modules that a fresh process has loaded once it has imported these modules, and then run a statement."""
    program = (
        f"import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)\n{then}\nprint(*sys.modules)"
    )
    # The measuring of coverage loads much of its own.
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    command = [sys.executable, "-P", "-c", program, *modules]
    done = subprocess.run(command, env=plain, capture_output=True, text=True, timeout=60, check=True)
    return set(done.stdout.split())


@functools.cache
def imports() -> grimp.ImportGraph:
    """Give what each file of the program imports."""
    return grimp.build_graph("protocol", "games", "server", "chwech_tui", cache_dir=None)


def packages_of(*modules: str) -> set[str]:
    """Give the outermost packages that a fresh process has loaded once it has imported these modules."""
    return {name.partition(".")[0] for name in loaded_by(*modules)}


@pytest.mark.parametrize(
    "modules",
    [
        ("chwech", "server.commands.serve", "server.commands.offline", "server.commands.offline"),
        ("server.commands.host", "server.fronts.door", "server.fronts.peers"),
        ("server.commands.simulate",),
        ("server.commands.records",),
        ("server.commands.records", "games.chwech.review"),
        ("server.commands.rules",),
        ("chwech",),
    ],
    ids=" ".join,
)
def test_nothing_but_the_client_loads_screens(modules: tuple[str, ...]) -> None:
    """The offline server, the headless commands and the dispatcher start without Textual and what comes with it."""
    assert packages_of(*modules).isdisjoint(SCREENS)


def test_a_front_loads_no_host() -> None:
    """Each front that loads one would take megabytes for what runs elsewhere."""
    loaded = loaded_by("server.commands.front_process", "server.fronts.ssh.front")
    elsewhere = (
        "server.host.host",
        "server.tables.table",
        "server.storage",
        "server.tournaments",
        "server.bots",
        "sqlite3",
    )
    assert loaded.isdisjoint({*elsewhere, "numpy", "openskill"})


def test_a_host_loads_no_library_that_only_some_games_need() -> None:
    """The nets of strong bots and the ratings come with the first game that needs them."""
    loaded = loaded_by("server.commands.host", "server.fronts.door", "server.fronts.peers")
    assert loaded.isdisjoint({"numpy", "openskill", "numba", "games.chwech.review"})


def test_a_worker_of_slow_bots_loads_bots_and_the_protocol_alone() -> None:
    """What it has not loaded it cannot ask: no rules, no table, no host."""
    loaded = loaded_by("server.bots.worker", "server.bots.registry")
    assert {name.split(".")[1] for name in loaded if name.startswith("server.")} == {"bots"}
    assert not {"asyncio", "sqlite3", *SCREENS} & loaded


def test_headless_commands_load_no_event_loop_before_they_run() -> None:
    """Reading the rules of a table needs neither asyncio nor a database."""
    assert packages_of("server.commands.rules").isdisjoint({"asyncio", "sqlite3"})


def test_the_supervisor_loads_next_to_nothing() -> None:
    """The process that watches over the others has no event loop, no codec and no database."""
    loaded = packages_of("chwech", "server.commands.serve")
    assert loaded.isdisjoint({*SCREENS, "asyncio", "dataclasses", "logging", "msgspec", "sqlite3", "ssl"})


def test_ratings_are_loaded_when_a_game_is_rated() -> None:
    """What computes them takes its time to load, and no server waits for it at its start."""
    server = ("server.commands.host", "server.commands.offline", "server.commands.offline", "server.storage.sqlite")
    assert "openskill" not in loaded_by(*server, "server.host.host", "server.tables.ratings")


def test_the_client_loads_no_server() -> None:
    """The offline client starts a server as its child and does not import it."""
    assert "server" not in packages_of("chwech_tui.commands", "chwech_tui.app", "chwech_tui.launch")


def test_the_client_loads_no_library_for_ssh() -> None:
    """It starts the program ``ssh``."""
    client = ("chwech_tui.commands", "chwech_tui.launch", "chwech_tui.remote")
    assert packages_of(*client).isdisjoint({"asyncssh", "cryptography"})


def test_plain_mode_loads_no_screens() -> None:
    """It starts at once, and where Textual could show nothing."""
    assert "textual" not in packages_of("chwech_tui.commands", "chwech_tui.plain.terminal", "chwech_tui.launch")


def test_a_bot_loads_no_screens() -> None:
    """A program that plays has no terminal."""
    assert "textual" not in loaded_by("chwech_tui.commands", "chwech_tui.bot", "chwech_tui.launch")


@pytest.mark.parametrize(
    ("modules", "then", "never"),
    [
        (
            ("server.commands.front_process",),
            "import asyncio; from server.fronts.ssh.front import warm_up; asyncio.run(warm_up())",
            set(),
        ),
        (
            ("server.commands.host",),
            "",
            # A host whose store is a file has no other.
            {"server.commands.standby", "server.storage.postgres"},
        ),
        (("server.bots.worker", "server.bots.registry"), "", set()),
        (("chwech_tui.app",), "", set()),
    ],
    ids=["front", "host", "worker", "client"],
)
def test_a_process_that_serves_has_loaded_all_that_it_will_import(
    modules: tuple[str, ...], then: str, never: set[str]
) -> None:
    """No import, not even one within a function, reads a file that was replaced while the process ran."""
    loaded, graph = loaded_by(*modules, then=then), imports()
    wanted = {name for module in loaded & graph.modules for name in graph.find_modules_directly_imported_by(module)}
    assert wanted - loaded == never


def test_no_file_leads_back_to_itself() -> None:
    """Files import each other in no circle, not even by an import within a function or for types alone."""
    graph = imports()
    files = {file: graph.find_modules_directly_imported_by(file) for file in graph.modules}
    TopologicalSorter(files).prepare()
