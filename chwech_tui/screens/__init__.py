"""The screens: they turn keys and clicks into wishes, and the app's state into pictures."""
