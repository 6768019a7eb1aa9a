"""The rules of Durak in teams, for four and six players."""
