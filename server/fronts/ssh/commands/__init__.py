"""Commands for people without a terminal; each asks the host one question and prints one page of answer."""
