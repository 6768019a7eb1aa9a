"""What card games share: the run of a deal, what is secret, tricks, auctions, records, words, and the bots' sampler."""
