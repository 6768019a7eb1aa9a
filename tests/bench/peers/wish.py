"""wish of charm, as Debian has it; the server is ``wish_table.go``."""

import asyncio
import os
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.bench.peers.scratch import LeftOut, Scratch, done

WISH: Final = "0.1.1"  # The version of Debian 12; another one is left out, for it would be another figure.

PACKAGES: Final = ("golang-github-charmbracelet-wish-dev", "golang-go")


def built(scratch: Scratch) -> Path:
    """Return the program.

    Raises:
        LeftOut: its parts cannot be had, or it cannot be built.
    """
    home = scratch.debian(PACKAGES, {PACKAGES[0]: WISH})
    roots = sorted(home.glob("usr/lib/go-*"))
    if not roots:
        raise LeftOut("Debian's package of Go has another shape than expected.")
    program = home / "wish_table"
    done(
        [str(roots[-1] / "bin" / "go"), "build", "-o", str(program), str(Path(__file__).with_name("wish_table.go"))],
        environment={
            "GOROOT": str(roots[-1]),
            "GOPATH": str(home / "usr" / "share" / "gocode"),
            "GOCACHE": str(home / "cache"),
            "GO111MODULE": "off",
            "CGO_ENABLED": "0",
        },
    )
    return program


@asynccontextmanager
async def serving_wish(program: Path, how: str) -> AsyncIterator[tuple[int, int]]:
    """Start it for one core, drawing ``whole`` views or what stays ``once``; give its process and its port."""
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            *(str(program), f"{folder}/key", how), stdin=PIPE, stdout=PIPE, env={**os.environ, "GOMAXPROCS": "1"}
        )
        try:
            yield process.pid, int(await process.stdout.readline())
        finally:
            process.stdin.close()
            await process.wait()
