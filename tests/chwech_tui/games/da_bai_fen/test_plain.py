"""Da Bai Fen by words alone: the draw, and the choices of several cards."""

from chwech_tui.plain.playing import outcome
from protocol.da_bai_fen.actions import FINISH, PASS, Bury, Expose, Lay
from protocol.da_bai_fen.views import Phase
from protocol.setup import Setup
from tests.chwech_tui.games.stage import find

TABLE = Setup("da-bai-fen", 4)


def test_the_draw_is_answered_by_words() -> None:
    """A card is exposed by its suit, and both passes have their words."""
    board = find(TABLE, lambda view: any(isinstance(action, Expose) for action in view.legal))
    assert board.game is not None
    for words, action in ((("pass",), PASS), (("done",), FINISH)):
        sent = outcome(board, words)
        assert not isinstance(sent, str)
        assert sent[1] == action
    exposing = next(action for action in board.game.legal if isinstance(action, Expose))
    asked = outcome(board, ("expose",))
    assert not isinstance(asked, str)
    assert asked[1] == exposing or asked[0].asking.value


def test_several_cards_are_named_in_one_line() -> None:
    """Six to lay aside, and those that are led together."""
    board = find(TABLE, lambda view: view.phase is Phase.BURYING and bool(view.legal) and not view.aside)
    assert board.game is not None
    names = [word for card in board.game.hand[:6] for word in (card.text.lower(),)]
    sent = outcome(board, names)
    assert not isinstance(sent, str)
    assert sent[1] == Bury(board.game.hand[0])
    board = find(TABLE, lambda view: any(isinstance(action, Lay) for action in view.legal))
    assert board.game is not None
    lays = [action.card for action in board.game.legal if isinstance(action, Lay)]
    alike = [card for card in lays if card.suit is lays[0].suit][:2]
    sent = outcome(board, [card.text.lower() for card in alike])
    assert not isinstance(sent, str)
