"""Plain mode: the client as a dialogue of lines, for screen readers, braille lines, slow links and dumb terminals."""
