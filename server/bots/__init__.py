"""The players of the house: each sees a view and nothing else, and gives one of its legal actions."""
