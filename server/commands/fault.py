"""What is said of a command that fails."""

import sys

from protocol.language import told


def failed(command: str, problem: Exception | str, status: int = 1) -> int:
    """Print why a command fails, and return its exit status."""
    print(f"chwech {command}: {_reason(problem)}", file=sys.stderr)
    return status


def _reason(problem: Exception | str) -> str:
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.filename}: {problem.strerror}" if problem.filename else problem.strerror
    return told(str(problem))
