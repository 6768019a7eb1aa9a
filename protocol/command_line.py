"""What command lines have in common: how they quote, and what the standard library's argparse says of its own accord.

It asks the library's ``gettext``, which goes by the environment; no process loads argparse for this file's sake.
"""

from gettext import GNUTranslations, bindtextdomain, textdomain
from typing import Final

from protocol.catalogues import DOMAIN, LOCALE, catalogue
from protocol.language import N_, spoken

UNRECOGNIZED: Final = N_("unrecognized arguments: %s")
"""What is said of options that there are not; the words stand last in every language."""

TEXTS: Final = (
    # Translators: the beginning of the usage of a command, before "chwech play [--game NAME] …".
    N_("usage: "),
    # Translators: a heading in the help of a command: what is written without dashes.
    N_("positional arguments"),
    # Translators: a heading in the help of a command: what begins with dashes.
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    UNRECOGNIZED,
)
"""The texts of argparse that our commands can show, marked for translation."""


def escaped(text: str) -> str:
    """Return a text for a message about it: each character that draws nothing is named by its number."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def teach_argparse() -> None:
    """Let argparse find its texts among those of the program; it goes by the environment, as the program does.

    A file that cannot be read is kept from it: it would fail at each text.
    """
    if isinstance(catalogue(spoken()), GNUTranslations):
        bindtextdomain(DOMAIN, str(LOCALE))
        textdomain(DOMAIN)
