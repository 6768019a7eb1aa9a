"""The lobby: the directory of unfinished tables, the people online, the chat, and the news sent to its readers."""
