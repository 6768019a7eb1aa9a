"""The page of figures: what it answers to, and what it does to who asks wrongly."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server import metrics as page_module
from server.fronts.peers import listening_unix
from server.metrics import MOST, Page, read_page


class Shown:
    """A page whose words the test sets."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble = ""
        self.looks = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def figures(self) -> page_module.Shown:
        """Give the figures, as soon as the test allows."""
        await self.may_answer.wait()
        return page_module.Shown("chwech_sessions 3\n")

    async def health(self) -> page_module.Shown:
        """Give what is wrong."""
        self.looks += 1
        return page_module.Shown(f"{self.trouble or 'ok'}\n", well=not self.trouble)

    async def ask(self, request: bytes) -> str:
        """Send these bytes, and give the whole answer."""
        reader, writer = await asyncio.open_unix_connection(str(self.path))
        writer.write(request)
        writer.write_eof()
        answer = await reader.read()
        writer.close()
        return answer.decode()


@asynccontextmanager
async def shown(tmp_path: Path) -> AsyncIterator[Shown]:
    """Show a page on a socket."""
    made = Shown(tmp_path / "page.sock")
    page = Page({"/metrics": made.figures, "/health": made.health})
    async with listening_unix(page.let_in, made.path):
        yield made


async def test_the_figures(tmp_path: Path) -> None:
    """Whoever asks for them gets them in the form of Prometheus, and the connection ends."""
    async with shown(tmp_path) as page:
        answer = await page.ask(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        head, _, body = answer.partition("\r\n\r\n")
        assert head.split("\r\n")[0] == "HTTP/1.0 200 OK"
        assert "Content-Type: text/plain; version=0.0.4; charset=utf-8" in head
        assert f"Content-Length: {len(body)}" in head
        assert body == await read_page(page.path) == "chwech_sessions 3\n"


async def test_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All is well, or it is said what is not, with a status that programs understand."""
    monkeypatch.setattr(page_module, "KEPT_SECONDS", 0.0)
    async with shown(tmp_path) as page:
        assert await page.ask(b"GET /health HTTP/1.0\r\n\r\n") == (
            "HTTP/1.0 200 OK\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
            "Content-Length: 3\r\nConnection: close\r\n\r\nok\n"
        )
        page.trouble = "the store does not answer"
        answer = await page.ask(b"GET /health HTTP/1.0\r\n\r\n")
        assert answer.startswith("HTTP/1.0 503 ")
        assert answer.endswith("\r\n\r\nthe store does not answer\n")
        with pytest.raises(OSError, match=r"answers 503 Service Unavailable: the store does not answer"):
            await read_page(page.path, "/health")


async def test_whoever_asks_often_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is made once for all who ask within a moment: a look at the health of a server writes to its store."""
    monkeypatch.setattr(page_module, "KEPT_SECONDS", 3600.0)
    async with shown(tmp_path) as page:
        for _ in range(20):
            assert (await page.ask(b"GET /health HTTP/1.0\r\n\r\n")).endswith("\r\n\r\nok\n")
        assert page.looks == 1


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.0\r\n\r\n", "404"),
        (b"GET /metrics/../../etc HTTP/1.0\r\n\r\n", "404"),
        (b"POST /metrics HTTP/1.0\r\n\r\n", "405"),
        (b"GET /metrics\r\n\r\n", "400"),
        (b"\xff\x00\r\n\r\n", "400"),
        (b"GET /metrics HTTP/1.0\r\n", "400"),
        (b"", "400"),
        (b"GET /metrics HTTP/1.0\r\n" + b"X: y\r\n" * 1000 + b"\r\n", "400"),
        (b"x" * 100_000, "400"),
    ],
)
async def test_what_is_asked_wrongly(request_: bytes, status: str, tmp_path: Path) -> None:
    """Anything else gets a status and a sentence, and the next one is answered as ever."""
    async with shown(tmp_path) as page:
        try:
            assert (await page.ask(request_)).startswith(f"HTTP/1.0 {status} ")
        except ConnectionError:
            # What was not read of a request that is far too long resets the connection.
            assert len(request_) > 65_536
        assert await read_page(page.path)


async def test_too_many_readers(tmp_path: Path) -> None:
    """Only so many are answered at a time, and the others are told to come again."""
    async with shown(tmp_path) as page:
        page.may_answer.clear()
        asking = [asyncio.create_task(page.ask(b"GET /metrics HTTP/1.0\r\n\r\n")) for _ in range(MOST + 1)]
        done, waiting = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
        assert [task.result().startswith("HTTP/1.0 503 ") for task in done] == [True]
        page.may_answer.set()
        answers = await asyncio.gather(*waiting)
        assert all(answer.startswith("HTTP/1.0 200 ") for answer in answers)
