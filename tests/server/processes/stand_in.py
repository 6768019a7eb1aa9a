"""A process that stands in for a host or a front: it says on standard output what happens to it, in one line each."""

import argparse
import contextlib
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator

from server.processes.serving import first_line

BEAT_SECONDS = 0.02  # How often a sign of life is given.


def main() -> None:
    """Behave as the command line says."""
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--listen-fd", type=int, help="answer each connection with the process's number")
    parser.add_argument("--fails", type=int, help="end with this status before it is ready")
    parser.add_argument("--fails-after", type=int, help="end with this status once it was ready")
    parser.add_argument("--beats", action="store_true", help="give signs of life")
    parser.add_argument("--status", help="say so with its first sign of life")
    parser.add_argument("--hangs", action="store_true", help="never be ready")
    parser.add_argument("--together", action="store_true", help="let the first front begin beside the host")
    parser.add_argument("--fails-young", action="store_true", help="end with status 1 after an update")
    parser.add_argument("--untried", action="store_true", help="let the program on disk not answer")
    parser.add_argument("--stubborn", action="store_true", help="do not end when told to")
    parser.add_argument("--says", default="", help="what it says once it is ready")
    parser.add_argument("--told", action="store_true", help="say what it is told")
    parser.add_argument("--drives", default="", help="signals for the supervisor: once it is ready, then at each line")
    options = parser.parse_args()
    at_its_start, steps = json.loads(first_line(0)), iter(options.drives.split(","))
    mouth = at_its_start["ready_fd"]

    def heed(number: int) -> None:
        say(options.name, "told" if number == signal.SIGTERM else "relieved")
        if number == signal.SIGTERM and not options.stubborn:
            sys.exit(0)

    for number in (signal.SIGTERM, signal.SIGUSR2):
        signal.signal(number, lambda _number, _frame: None)
    # A signal is something to wait for: a handler would be cut short by that of the next one.
    bell, rope = os.pipe()
    os.set_blocking(rope, False)
    signal.set_wakeup_fd(rope)
    say(options.name, "begins", os.getpid())
    if options.told:
        say(options.name, "knows", at_its_start["configuration"])
    if options.fails is not None:
        sys.exit(options.fails)
    if options.hangs:
        serve(bell, heed, None, None, told=False, steps=steps)
        return
    os.write(mouth, f"+{options.says}\n".encode())
    if options.status:
        os.write(mouth, f"={options.status}\n".encode())
    if not options.beats:
        os.close(mouth)
    drive(next(steps))
    if options.fails_after is not None:
        sys.exit(options.fails_after)
    serve(bell, heed, options.listen_fd, mouth if options.beats else None, told=options.told, steps=steps)
    say(options.name, "alone")


def drive(step: str) -> None:
    """Send the supervisor the signals of a step."""
    for name in filter(None, step.split("+")):
        os.kill(os.getppid(), signal.Signals[f"SIG{name}"])


def serve(
    bell: int,
    heed: Callable[[int], None],
    listening: int | None,
    mouth: int | None,
    *,
    told: bool,
    steps: Iterator[str],
) -> None:
    """Answer connections until the other end of standard input is gone."""
    with contextlib.ExitStack() as closing:
        listeners = [closing.enter_context(socket.socket(fileno=listening))] if listening is not None else []
        while True:
            watched = [0, bell, *(listener.fileno() for listener in listeners)]
            ready, _, _ = select.select(watched, [], [], None if mouth is None else BEAT_SECONDS)
            for number in os.read(bell, 100) if bell in ready else b"":
                heed(number)
            if mouth is not None:
                os.write(mouth, b"=\n")
            if 0 in ready and not hears(told=told, steps=steps):
                return
            for listener in listeners:
                answer(listener)


def hears(*, told: bool, steps: Iterator[str]) -> bool:
    """Read what comes at standard input, and say it if it is to be told; False at its end."""
    lines = os.read(0, 100).splitlines()
    for line in lines:
        drive(next(steps, ""))
        if told:
            say("told", json.loads(line))
    return bool(lines)


def answer(listener: socket.socket) -> None:
    """Tell whoever waits there which process this is."""
    with contextlib.suppress(BlockingIOError), listener.accept()[0] as connection:
        connection.sendall(f"{os.getpid()}\n".encode())


def say(*words: object) -> None:
    """Write one line at once, whole even beside those of others."""
    os.write(1, f"{' '.join(map(str, words))}\n".encode())


if __name__ == "__main__":
    main()
