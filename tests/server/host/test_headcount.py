"""How many are here, by whose they are."""

from server.host.limits import Headcount


def test_whoever_has_gone_is_forgotten() -> None:
    """One is counted for as long as something takes, each by itself."""
    here = Headcount()
    with here.counted("a"), here.counted("a"), here.counted("b"):
        assert (here["a"], here["b"], here["c"], here.total) == (2, 1, 0, 3)
    assert not here
    assert here._counts == {}


def test_there_is_no_room() -> None:
    """The bound of one address is told before that of all together."""
    here = Headcount()
    here.add("a")
    assert here.refusal("a", 1, 1) == "there is already a connection from your address: close it first"
    assert here.refusal("b", 1, 1) == "the server is full: come back later"
    assert here.refusal("b", 1, 2) == ""
