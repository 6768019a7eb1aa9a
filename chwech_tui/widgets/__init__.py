"""The widgets: they draw the pictures that they are given and report clicks."""
