"""The weights of the net: a file of the package, and beside it a card that says what it is and what it knows."""

import hashlib
import json
from importlib.resources import files
from typing import Any, Final

from msgspec import Struct, ValidationError, convert

from server.bots.chwech.features import FEATURES

FORMAT: Final = 1
"""The version of the files."""

LAYERS: Final = 6


class ModelCard(Struct, frozen=True):
    """What is known of a file of weights."""

    version: int
    """The version of its format."""

    name: str
    sha256: str
    """The hash of the file, in hex."""

    features: int
    """How many features the net is shown."""

    rules: tuple[dict[str, Any], ...]
    """The tables for which it was trained: players, options, share of the deals."""

    training: dict[str, Any]
    """How it was trained: seeds, rounds, deals, samples, seconds, versions."""

    strength: dict[str, Any]
    """How it plays: points a deal over the mean of five ``steady``, with their standard errors, by table."""


class UnusableWeights(ValueError):
    """A file of weights that is missing, damaged or made for another version; the text says which and why."""


def read_weights(name: str) -> tuple[Any, ...]:
    """Return the layers of a net by the name of its file.

    Raises:
        UnusableWeights: there is no such file, it is damaged, or it was made for another version of the program.
    """
    try:
        import numpy as np
    except ImportError:
        raise UnusableWeights("numpy is not installed, and the net is run with it") from None
    folder = files("server.bots.chwech") / "weights"
    try:
        card = convert(json.loads((folder / f"{name}.json").read_bytes()), ModelCard)
        data = (folder / f"{name}.npz").read_bytes()
    except (OSError, ValueError, ValidationError) as error:
        raise UnusableWeights(f"the weights {name} cannot be read: {error}") from None
    if (card.version, card.features) != (FORMAT, FEATURES):
        raise UnusableWeights(f"the weights {name} were made for another version of the program")
    if hashlib.sha256(data).hexdigest() != card.sha256:
        raise UnusableWeights(f"the weights {name} are damaged: their hash is not the one of their card")
    import io

    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return tuple(file[f"layer{place}"] for place in range(LAYERS))
