"""Commands for people without a terminal; each asks the host one question and prints one page of answer."""

from server.fronts.ssh.commands.conversation import Reply
from server.fronts.ssh.commands.dispatch import WORDS, answer, is_word, suggestion

__all__ = ["WORDS", "Reply", "answer", "is_word", "suggestion"]
