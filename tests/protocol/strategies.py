"""Any message at all, for properties: made from the types of the protocol themselves, so that none is left out."""

from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from msgspec import inspect
from msgspec.structs import replace

from protocol.cards import FACES
from protocol.messages import CLIENT_MESSAGES, SERVER_MESSAGES, FromClient, FromServer, Showing
from protocol.table import Event, TableView

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For properties of large values, on a machine that has other things to do."""


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Give any value of a type, small where it has parts."""
    match kind:
        case inspect.UnionType():
            return st.one_of(*map(values, kind.types))
        case inspect.TupleType():
            return st.tuples(*map(values, kind.item_types))
        case inspect.VarTupleType():
            return st.lists(values(kind.item_type), min_size=kind.min_length or 0, max_size=2).map(tuple)
        case inspect.DictType():
            return st.dictionaries(values(kind.key_type), values(kind.value_type), max_size=2)
        case inspect.StructType():
            required = {field.name: values(field.type) for field in kind.fields if field.required}
            optional = {field.name: values(field.type) for field in kind.fields if not field.required}
            return st.fixed_dictionaries(required, optional=optional).map(lambda fields: kind.cls(**fields))
        case _:
            return _simple(kind)


def _simple(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return st.integers(kind.ge if kind.ge is not None else -(2**63), kind.le or 2**63 - 1)
        case inspect.FloatType():
            return st.floats(kind.ge, kind.le, allow_nan=False, allow_infinity=False)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern)
        case inspect.StrType():
            return st.text(min_size=kind.min_length or 0, max_size=min(kind.max_length or 12, 12))
        case inspect.EnumType():
            return st.sampled_from(list(kind.cls))
        case inspect.CustomType():
            return st.sampled_from(FACES)
        case inspect.AnyType():
            return st.none() | st.booleans() | st.integers(0, 99) | st.text(max_size=12)
    assert isinstance(kind, inspect.NoneType), kind
    return st.none()


def _any_of(types: Iterable[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(*(st.deferred(lambda one=one: values(inspect.type_info(one))) for one in types))  # type: ignore[misc]


def _whole(message: FromServer) -> FromServer:
    """Give a message as it is read: nothing of one's own stands apart."""
    return replace(message, own=None) if isinstance(message, Showing) else message


events: st.SearchStrategy[Event] = _any_of([Event])
_client = {tag: _any_of([message]) for tag, message in CLIENT_MESSAGES.items()}
_server = {tag: _any_of([message]).map(_whole) for tag, message in SERVER_MESSAGES.items()}
from_client: st.SearchStrategy[FromClient] = st.one_of(*_client.values())
from_server: st.SearchStrategy[FromServer] = st.one_of(*_server.values())
commands: st.SearchStrategy[FromClient] = st.one_of(*(one for tag, one in _client.items() if tag != "hello"))
news: st.SearchStrategy[FromServer] = st.one_of(
    *(one for tag, one in _server.items() if tag not in {"welcome", "interrupted", "goodbye"})
)
tables: st.SearchStrategy[list[TableView]] = st.lists(_any_of([TableView]), min_size=2, max_size=6)
