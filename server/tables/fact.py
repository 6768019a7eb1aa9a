"""What every entry in a table's log is made of."""

from msgspec import Struct


class Fact(Struct, frozen=True, gc=False, tag_field="fact", omit_defaults=True):
    """Something that became true at a table."""
