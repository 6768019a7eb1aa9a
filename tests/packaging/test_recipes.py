"""The Homebrew formula, the Nix flake, the Containerfile and the compose file."""

import re
import socket
import subprocess
import sys
import threading
import tomllib
from typing import Any

import pytest

from server.commands.options import ServeOptions, parser
from server.configuration.keys import SSH_ADDRESS
from tests.packaging.readers import (
    InvalidText,
    Yaml,
    balanced,
    read_containerfile,
    read_yaml,
    ruby_depth,
    words,
)
from tests.packaging.units import ROOT

PACKAGING = ROOT / "packaging"

SSH_PORT = SSH_ADDRESS.removeprefix(":")


def project() -> dict[str, Any]:
    """Give what pyproject.toml says of the project."""
    said: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return said


def formula() -> str:
    """Give the formula."""
    return (PACKAGING / "homebrew" / "chwech.rb").read_text("utf-8")


def flake() -> str:
    """Give the flake."""
    return (ROOT / "flake.nix").read_text("utf-8")


def containerfile() -> list[tuple[str, str]]:
    """Give the instructions of the Containerfile."""
    return read_containerfile((PACKAGING / "container" / "Containerfile").read_text("utf-8"))


def only(name: str) -> str:
    """Give the one instruction of this name in the last stage."""
    last = max(number for number, (one, _) in enumerate(containerfile()) if one == "FROM")
    [rest] = [rest for one, rest in containerfile()[last:] if one == name]
    return rest


@pytest.mark.parametrize(
    "text",
    [
        "a: b: c",
        "a:\n   b: c",
        "a: b\na: c",
        "a: 'b'",
        "a:",
        "a:\n  - b\n   - c",
        "a: [b]",
        "a: *b",
        " a: b",
        "a: @b",
        "\ta: b",
    ],
)
def test_yaml_is_read_strictly(text: str) -> None:
    """What this reader does not know for sure is an error."""
    with pytest.raises(InvalidText):
        read_yaml(text)


@pytest.mark.parametrize("text", ["RUN make", "FETCH x", "USER", 'CMD ["a", 1]', 'CMD {"a": 1}'])
def test_containerfiles_are_read_strictly(text: str) -> None:
    """An unknown instruction, or a command for a shell, is an error."""
    with pytest.raises(InvalidText):
        read_containerfile(text)


@pytest.mark.parametrize("text", ["end", "class A\n  end\n", "def x\nend\nend"])
def test_ruby_blocks_are_read_strictly(text: str) -> None:
    """An ``end`` that ends nothing, or something else than it seems to, is an error."""
    with pytest.raises(InvalidText):
        ruby_depth(text)


def test_brackets_are_closed_by_their_own_kind() -> None:
    """Those in quotes and comments do not count."""
    assert balanced('a [ "]" ( ) ] # }')
    assert not balanced("[(])")
    assert not balanced("(")
    assert not balanced(")")


def test_the_formula_is_whole_and_of_this_version() -> None:
    """Every block is closed, and its fields are those of the project."""
    assert ruby_depth(formula()) == 0
    assert balanced(formula())
    assert formula().splitlines()[2] == "class Chwech < Formula"
    fields = dict(re.findall(r'^  (desc|homepage|version|license) "(.*)"$', formula(), re.MULTILINE))
    assert fields["version"] == project()["version"]
    assert fields["license"] == project()["license"]
    assert f'tag: "v{project()["version"]}"' in formula()
    assert len(fields["desc"]) <= 80
    assert {"desc", "homepage"} <= set(fields)
    assert {*re.findall(r"^  def (\w+)$|^  (\w+) do$", formula(), re.MULTILINE)} == {
        ("install", ""),
        ("", "service"),
        ("", "test"),
    }


def test_the_flake_is_whole_and_needs_what_the_project_needs() -> None:
    """Its brackets are closed, its version and its dependencies those of the project."""
    assert balanced(flake())
    assert f'version = "{project()["version"]}";' in flake()
    needs = re.search(r"dependencies = with pkgs\.python3Packages; \[(.*?)\]", flake(), re.DOTALL)
    assert needs
    assert needs[1].split() == [re.split(r"[<>=]", one)[0] for one in project()["dependencies"]]
    assert flake().count("let") == len(re.findall(r"\bin\b\n", flake()))
    assigned = [line for line in flake().splitlines() if re.match(r"\s*[\w.-]+ = [^{\[(]*$", line)]
    assert [line for line in assigned if not line.rstrip().endswith((";", ":", "{", "["))] == []


def test_nothing_names_where_packages_come_from() -> None:
    """No recipe has an address but the one that stands for the repository's own."""
    files = [ROOT / "flake.nix", *(path for path in PACKAGING.rglob("*") if path.is_file())]
    hosts = {host for path in files for host in re.findall(r"\w+://([^/\"\s]+)", path.read_text("utf-8"))}
    assert hosts <= {"chwech.example"}
    bases = {rest.split()[0] for name, rest in containerfile() if name == "FROM"}
    assert all(re.fullmatch(r"python:3\.\d+-slim", base) for base in bases)


def test_what_the_image_copies_is_there() -> None:
    """Every source is a file of the repository, and the whole program is among them."""
    sources = [word for name, rest in containerfile() if name == "COPY" for word in rest.split()[:-1]]
    here = [word for word in sources if not word.startswith(("--from=", "/"))]
    assert [word for word in here if not (ROOT / word).exists()] == []
    assert {"chwech.py", "protocol", "server", "chwech_tui", "requirements/play.txt", "pyproject.toml"} <= set(here)
    pips = set(re.findall(r"tools/pip-[\w.-]+\.whl", str(containerfile())))
    assert [pip for pip in pips if not (ROOT / pip).exists()] == []


def test_the_image_serves_without_any_right() -> None:
    """Its user is nobody's, its data are in one volume, and its command is one that there is."""
    assert re.fullmatch(r"(\d{5}):\1", only("USER"))
    assert only("VOLUME") == "/data"
    assert only("EXPOSE") == f"{SSH_PORT}/tcp"
    assert words(only("ENTRYPOINT")) == ["/opt/chwech/bin/chwech"]
    command, *options = words(only("CMD"))
    assert command == "serve"
    assert str(parser().parse_args(options, ServeOptions()).data) == only("VOLUME")


@pytest.mark.parametrize(("greeting", "healthy"), [(b"SSH-2.0-x\r\n", True), (b"HTTP/1.0\r\n", False), (b"", False)])
def test_the_health_check_hears_the_first_words_of_ssh(greeting: bytes, healthy: bool) -> None:
    """The container is well while a front greets; a port that says something else, or nothing, is not."""
    _, _, program = words(only("HEALTHCHECK").partition(" CMD ")[2])[1:]
    with socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(60)

        def greet() -> None:
            with door.accept()[0] as visitor:
                visitor.sendall(greeting)

        greeting_once = threading.Thread(target=greet)
        greeting_once.start()
        here = program.replace(SSH_PORT, str(door.getsockname()[1]))
        assert here != program
        done = subprocess.run([sys.executable, "-I", "-c", here], check=False, capture_output=True, timeout=60)
        greeting_once.join()
    assert (done.returncode == 0) == healthy


def part(found: Yaml, *path: str) -> Yaml:
    """Give what lies below these keys."""
    for key in path:
        assert isinstance(found, dict)
        found = found[key]
    return found


def test_the_compose_file_takes_every_right_away() -> None:
    """The root is read-only, no capability is left, and the one volume is where the data are."""
    read = read_yaml((PACKAGING / "container" / "compose.yaml").read_text("utf-8"))
    service = part(read, "services", "chwech")
    assert part(service, "read_only") == "true"
    assert part(service, "cap_drop") == ["ALL"]
    assert part(service, "security_opt") == ["no-new-privileges:true"]
    assert part(service, "ports") == [f"{SSH_PORT}:{SSH_PORT}"]
    assert part(service, "volumes") == [f"games:{only('VOLUME')}"]
    assert part(read, "volumes") == {"games": {}}
    build = PACKAGING / "container" / str(part(service, "build", "context"))
    assert build.resolve() == ROOT
    assert (build / str(part(service, "build", "dockerfile"))).exists()
