"""The widgets of the table: they draw a picture handed down and say what was clicked."""
