"""The screens: they turn keys and clicks into wishes, and what the app knows into pictures."""
