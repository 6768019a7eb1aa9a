"""The words that server and clients share: cards, actions, events, views, messages and their bytes."""
