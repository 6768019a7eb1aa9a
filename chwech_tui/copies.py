"""Copies of records in files on this machine; only new files, so that nothing is ever overwritten."""

from pathlib import Path

from protocol.text import clean_text


class UnusablePath(ValueError):
    """The file cannot be created; the text says why."""


def keep_copy(path: str, text: str) -> str:
    """Write a text to a new file, and return its absolute path; ``~`` is the user's home directory.

    Raises:
        UnusablePath: the path exists already, or cannot be written.
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
