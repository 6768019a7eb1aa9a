"""Runs the simulation of a seed and holds it against the laws."""

import asyncio
import logging

from server.tables.log import DamagedLog
from tests.server.virtual_time import VirtualLoop
from tests.simulation.laws import before_the_end, check
from tests.simulation.simulation import TWIN_EVERY, Simulation


def run(seed: int, *, twin: bool = False) -> Simulation:
    """Run a simulation to its end."""

    async def scene() -> Simulation:
        simulation = Simulation(seed, twin=twin)
        await simulation.run()
        return simulation

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(scene())


def prove(seed: int) -> Simulation:
    """Run a simulation and hold it against the laws; those of silence need a second world."""
    simulation = run(seed)
    check(simulation)
    if seed % TWIN_EVERY == 0:
        other = run(seed, twin=True)
        assert before_the_end(simulation) == before_the_end(other), "a secret shows"
    return simulation


def fault_of(seed: int) -> str:
    """Give what is wrong in the world of a seed; nothing where all is well."""
    logging.disable(logging.CRITICAL)
    try:
        prove(seed)
    except (AssertionError, TimeoutError, DamagedLog) as problem:
        return f"{type(problem).__name__}: {problem}"
    except BaseExceptionGroup as problems:
        return "; ".join(f"{type(problem).__name__}: {problem}" for problem in problems.exceptions)
    finally:
        logging.disable(logging.NOTSET)
    return ""
