"""A server that is spread over machines: what it stores is one journal, which each of its nodes follows."""
