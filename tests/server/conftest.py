"""What the tests of the server share."""

import secrets
from collections.abc import Iterator

import pytest

from tests.nats_servers import PROGRAM, NatsServer


@pytest.fixture(scope="session")
def nats_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServer]:
    """Give a NATS server that runs, one for all tests of a process."""
    if not PROGRAM:
        pytest.skip("there is no nats-server for this kind of machine in the Python package index")
    # What is stored for good is asked of servers in the tests of a cluster; here that would only take time.
    server = NatsServer(tmp_path_factory.mktemp("nats"), "alone", sync="10s")
    server.start()
    server.wait()
    yield server
    server.kill()


@pytest.fixture
def nats_address(nats_server: NatsServer) -> str:
    """Give the address of a journal that nobody else has."""
    return f"nats://127.0.0.1:{nats_server.port}/{secrets.token_hex(8)}"
