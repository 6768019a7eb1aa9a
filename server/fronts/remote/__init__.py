"""Fronts on other machines: how they reach the host over TLS, and whom the host lets do so."""
