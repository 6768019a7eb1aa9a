"""Tables at work: an actor for each, who is told of it, its log, its timers and its bots."""
