"""Terms of people whom a front speaks for."""

import base64
import hashlib

from protocol.errors import ErrorCode
from protocol.messages import FromServer, Goodbye
from protocol.people import KeyCode, Keys, OfferKey, UseCode
from server.host.terms import Passport, Terms, passing
from tests.server.host.world import Guest, refusal


def key_of(word: str) -> str:
    """Give the fingerprint of someone's key."""
    return "SHA256:" + base64.b64encode(hashlib.sha256(word.encode()).digest()).decode().rstrip("=")


def bearing(word: str, *, looks: bool = False, address: str = "192.0.2.1") -> Terms:
    """Give the terms of whoever has proven this key; no word is no key."""
    return passing(Passport(key_of(word) if word else "", address, looks=looks))


GUEST = bearing("")  # Someone without a key.


def holding(ticket: str) -> Terms:
    """Give the terms of a guest whom a front knows again."""
    return passing(Passport("", "192.0.2.1", ticket=ticket))


async def code_of(guest: Guest) -> str:
    """Ask for a code."""
    answer = await guest.ask(OfferKey)
    assert isinstance(answer, KeyCode), answer
    return answer.code


async def use(guest: Guest, code: str, name: str = "") -> Keys | ErrorCode:
    """Use a code, and give the keys or why not."""
    answer = await guest.ask(lambda number: UseCode(number, code, name))
    return answer if isinstance(answer, Keys) else refusal(answer)


def sent_away(answer: FromServer) -> str:
    """Give why a greeting was refused."""
    assert isinstance(answer, Goodbye), answer
    assert len(answer.text) > 20
    return answer.code
