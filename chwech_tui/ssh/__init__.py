"""The way to a server over SSH: who one is there, whose server it is, and what carries the bytes."""
