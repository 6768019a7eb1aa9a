"""Finished games: filing, listing, records, statistics and replays."""
