"""Tournaments at the host: what is asked of them, and the task that opens their tables and collects the results."""
