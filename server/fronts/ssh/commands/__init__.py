"""The desk: commands for people without a terminal; each is a question to the host and one page of answer."""

from server.fronts.ssh.commands.conversation import Reply
from server.fronts.ssh.commands.dispatch import WORDS, answer, is_word, suggestion

__all__ = ["WORDS", "Reply", "answer", "is_word", "suggestion"]
