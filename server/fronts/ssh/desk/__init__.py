"""The desk: commands for people without a terminal; each is a question to the host and one page of answer."""

from server.fronts.ssh.desk.counter import WORDS, answer, is_word, suggestion
from server.fronts.ssh.desk.reply import Reply

__all__ = ["WORDS", "Reply", "answer", "is_word", "suggestion"]
