"""What screens are made of: values, which lead to nothing that leads back to them."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parents[2]

PARTS = ("protocol", "chwech_tui/model", "chwech_tui/drawing", "chwech_tui/games")


def _values(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in base.__subclasses__():
        if one.__struct_config__.frozen:
            yield one
        yield from _values(one)


@pytest.mark.parametrize("part", PARTS)
def test_the_collector_passes_over_values(part: str) -> None:
    """A front holds hundreds of them for each visitor, and replaces many at a key: to walk them takes long."""
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in (ROOT / part).rglob("*.py")}
    for module in modules:
        import_module(module.removesuffix(".__init__"))
    walked = {
        one.__qualname__ for one in _values(msgspec.Struct) if one.__module__ in modules and one.__struct_config__.gc
    }
    assert not walked
