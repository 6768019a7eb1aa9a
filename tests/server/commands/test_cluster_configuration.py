"""Whether a server can begin in its directory, as a node of a cluster or alone: never empty beside what is there."""

from pathlib import Path

import pytest

from server.commands.cluster_configuration import check_directory
from server.commands.serve import main
from server.database_files import DATABASE_NAME, MIGRATED_NAME, REPLICA_NAME
from server.processes.plan import ProcessFault
from tests.server.commands.test_node import configuration

NODE = configuration("nats://a:4222/chwech")
ALONE = configuration("")


def make(*files: Path) -> None:
    """Make files with their folders."""
    for path in files:
        path.parent.mkdir(exist_ok=True, parents=True)
        path.touch()


def test_a_node_in_the_directory_of_a_server(tmp_path: Path) -> None:
    """It is refused until the server was moved into the cluster: its accounts would seem to be gone."""
    check_directory(NODE, tmp_path)
    make(tmp_path / DATABASE_NAME)
    with pytest.raises(ProcessFault) as refused:
        check_directory(NODE, tmp_path)
    said = str(refused.value)
    assert f"{tmp_path / DATABASE_NAME} is the database of a server alone" in said
    assert f"chwech migrate sqlite://{tmp_path} nats://a:4222/chwech" in said
    assert f"name another directory with --data, or move {tmp_path / DATABASE_NAME}* away" in said
    check_directory(ALONE, tmp_path)
    make(tmp_path / MIGRATED_NAME)
    check_directory(NODE, tmp_path)


def test_a_server_alone_in_the_directory_of_a_node(tmp_path: Path) -> None:
    """It is refused until the cluster was moved out; the database of before that was moved in is no better."""
    copy = tmp_path / REPLICA_NAME
    make(copy / DATABASE_NAME)
    check_directory(NODE, tmp_path)
    for more in ((), (DATABASE_NAME, MIGRATED_NAME)):
        make(*(tmp_path / name for name in more))
        with pytest.raises(ProcessFault, match=r"add --cluster URL, or .* chwech migrate URL sqlite://DIR") as refused:
            check_directory(ALONE, tmp_path)
        assert str(refused.value).endswith(f"name another directory with --data, or move {copy} away")
    (tmp_path / MIGRATED_NAME).unlink()
    check_directory(ALONE, tmp_path)
    check_directory(NODE, tmp_path)


@pytest.mark.parametrize(
    ("there", "options", "why"),
    [
        (DATABASE_NAME, ("--cluster", "nats://127.0.0.1:1", "--unsafe"), "is the database of a server alone"),
        (f"{REPLICA_NAME}/{DATABASE_NAME}", (), "is the directory of a node"),
    ],
)
def test_nothing_is_made_beside_what_is_there(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    there: str,
    options: tuple[str, ...],
    why: str,
) -> None:
    """A start and a check say what is in the way, and the directory is as it was."""
    monkeypatch.setattr("server.cluster.nats_client.START_SECONDS", 0.1)
    make(tmp_path / there)
    before = sorted(tmp_path.rglob("*"))
    for more in ((), ("--check",)):
        assert main(["--no-ssh", "--data", str(tmp_path), *options, *more]) == 1
        said = capsys.readouterr()
        assert why in said.out + said.err
    assert sorted(tmp_path.rglob("*")) == before
