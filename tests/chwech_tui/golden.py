"""Golden screens: the text of a screen as committed, which CHWECH_REGENERATE=screens writes anew."""

import os
from pathlib import Path

GOLDENS = Path(__file__).parent.parent / "golden" / "screens"
SIZES = ((80, 24), (100, 30), (160, 50), (200, 60))


def compare(name: str, text: str) -> None:
    """Hold a screen against its golden, or write the golden anew."""
    path = GOLDENS / f"{name}.txt"
    if os.environ.get("CHWECH_REGENERATE") == "screens":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
