"""What a serving process is told of the configuration."""

import json
import logging

import pytest

from server.commands.process import ConfigurationFeed, read_configuration
from server.configuration import KEYS
from server.host.limits import ServerConfiguration


def test_the_defaults_are_those_of_the_keys() -> None:
    """A process that is told nothing is as one whose operator has said nothing."""
    defaults = {key.field: key.default for key in KEYS}
    told = read_configuration("{}")
    fields = {*ServerConfiguration.__struct_fields__} - {"command"}
    assert {name: getattr(told, name) for name in fields} == {name: defaults[name] for name in fields}


def test_what_people_see_is_cleaned() -> None:
    """Escapes, controls and what turns the direction of writing never reach a terminal."""
    told = read_configuration(json.dumps({"name": "Cards\x1b[31m\u202e", "greeting": "Hello\x07\n\u200bfriend\n\n"}))
    assert (told.name, told.greeting) == ("Cards[31m", "Hello\nfriend")


def test_each_configuration_reaches_whoever_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that comes too early waits; each sets what is logged."""
    monkeypatch.setattr(logging.getLogger(), "level", logging.WARNING)
    feed, told = ConfigurationFeed(), list[ServerConfiguration]()
    feed.follow(told.append)
    assert told == []
    early = ConfigurationFeed()
    early.hear('{"name": "one", "verbose": true}')
    assert logging.getLogger().level == logging.INFO
    early.follow(told.append)
    early.hear('{"name": "two"}')
    assert [one.name for one in told] == ["one", "two"]
    assert logging.getLogger().level == logging.WARNING
