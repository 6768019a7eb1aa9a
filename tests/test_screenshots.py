"""The pictures of the README and the docs are those that the client draws now, and small."""

import pytest

from tools.draw_screens import FOLDER, SHOTS, Shot, draw

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
