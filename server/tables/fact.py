"""What everything that a table's log can hold has in common."""

from msgspec import Struct


class Fact(Struct, frozen=True, gc=False, tag_field="fact", omit_defaults=True):
    """Something that became true at a table."""
