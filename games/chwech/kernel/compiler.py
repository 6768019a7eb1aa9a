"""What compiles functions, where it is installed."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def compiler() -> Callable[..., Callable[[F], F]] | None:
    """Return what makes decorators that compile; None without numba."""
    try:
        njit: Callable[..., Callable[[F], F]] = import_module("numba").njit
    except ImportError:
        return None
    return njit
