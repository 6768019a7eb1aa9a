"""The pictures of the README and the docs are those that the client draws now, and small."""

import pytest
from rich.segment import Segment
from rich.style import Style

from tools.draw_screens import FOLDER, SHOTS, Shot, draw
from tools.picture import CELL, paint

LARGEST = 80_000  # The size of a picture, in bytes.


@pytest.mark.no_cover
@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name.removeprefix("pictures/"))
async def test_a_picture_is_what_the_client_draws(shot: Shot) -> None:
    """After a change that is meant, ``make screenshots`` draws them anew."""
    drawn = await draw(shot)
    assert drawn == (FOLDER / f"{shot.name}.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg ")
    assert drawn.count("<text ") == drawn.count("</text>") > 10
    assert len(drawn.encode()) < LARGEST


def test_no_picture_is_left_over() -> None:
    """Each file in the folder of pictures is drawn by the tool."""
    assert {path.stem for path in (FOLDER / "pictures").iterdir()} == {
        shot.name.removeprefix("pictures/") for shot in SHOTS if shot.name.startswith("pictures/")
    }


def test_blocks_are_painted_without_seams() -> None:
    """A cell is filled by what its block means, and two halves meet."""
    style = Style(color="#ffffff", bgcolor="#000000")
    image = paint([[Segment("▌▐▄", style)]], 3)
    width, height = CELL
    white = [[image.getpixel((x, y)) == (255, 255, 255) for x in range(3 * width)] for y in range(height)]
    assert sum(map(sum, white)) == 3 * width * height // 2
    assert white[height // 2 - 1] == [x // (width // 2) in {0, 3} for x in range(3 * width)]
