"""Copies of records in files of this machine: new files alone, for nothing that is there is ever written over."""

from pathlib import Path

from protocol.text import clean_text


class UnusablePath(ValueError):
    """No file can be made there; the text says why."""


def keep_copy(path: str, text: str) -> str:
    """Write a text to a new file, and give its whole path; ``~`` is one's own home.

    Raises:
        UnusablePath: there is something already, or nothing can be written there.
    """
    shown = clean_text(path, cells=60) or "an empty path"
    try:
        target = Path(path).expanduser().absolute()
        stream = target.open("x", encoding="utf-8", newline="")
    except FileExistsError:
        raise UnusablePath(f"there is something at {shown} already: choose another name") from None
    except (OSError, RuntimeError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise UnusablePath(f"no file can be made at {shown}: {reason}") from None
    try:
        with stream:
            stream.write(text)
    except OSError as problem:
        target.unlink(missing_ok=True)
        raise UnusablePath(f"the file {shown} cannot be written: {problem.strerror}") from None
    return str(target)
