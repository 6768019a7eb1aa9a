"""Running tables: an actor for each, with its subscribers, its log, its timers and its bots."""
