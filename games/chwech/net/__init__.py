"""The net that plays Chwech, and the search that plays by it."""
