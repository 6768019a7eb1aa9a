"""The load of the SSH front in small."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="cores are given out as Linux does")


@pytest.mark.no_cover
async def test_the_benchmark_calls_a_front() -> None:
    """At its smallest two people come, press keys and go, and every figure is there beside its floor."""
    options = ("--sessions", "2", "--seconds", "1", "--rounds", "4")
    bench = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.ssh", *options, stdout=PIPE, stderr=PIPE
    )
    said, fault = (text.decode() for text in await bench.communicate())
    for figure in ("floor:", "first whole screen", "changed cell", "idle", "1 arrive", "meanwhile", "open files"):
        assert figure in said, said + fault
