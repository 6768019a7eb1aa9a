"""Several cards of Da Bai Fen, sent by the real table screen under the real rules."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.screens.table import TableScreen
from protocol.cards import Card
from protocol.da_bai_fen.actions import Expose
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.messages import Act
from protocol.vocabulary import Action, Event
from server.rules.da_bai_fen.deal import Playing
from tests.chwech_tui.games.da_bai_fen.sitting import TABLE, Sitting, together
from tests.chwech_tui.screens_text import running


class Person:
    """Somebody at the table screen, whose commands the rules answer."""

    def __init__(self, screen: TableScreen, sitting: Sitting) -> None:
        """Sit down at a table that has not begun."""
        self.screen, self.sitting = screen, sitting
        self.sent: list[Act[Action]] = []
        screen.take(boards.seated(Board(), sitting.table(), sitting.kind))

    def ask(self, make: Callable[[int], Any]) -> int:
        """Take a command in place of a server."""
        message = make(len(self.sent) + 1)
        assert isinstance(message, Act)
        self.sent.append(message)
        return len(self.sent)

    @property
    def view(self) -> DaBaiFenView:
        """What the screen shows."""
        view = self.screen.board.game
        assert isinstance(view, DaBaiFenView)
        return view

    def happen(self, events: Iterable[Event]) -> None:
        """Tell the screen what happens."""
        for event in events:
            told = self.sitting.game.tell(event, self.sitting.viewer)
            self.screen.take(boards.happened(self.screen.board, told, self.sitting.table()))

    def enter(self, key: str) -> list[Act[Action]]:
        """Press a key that sends something; answer all that comes, and give it."""
        before = answered = len(self.sent)
        self.screen.press(key)
        while answered < len(self.sent):
            answered += 1
            self.happen(self.sitting.act(self.sent[answered - 1].action))
            self.screen.take(boards.accepted(self.screen.board, answered))
        return self.sent[before:]

    def point(self, card: Card) -> None:
        """Choose a card by the arrows."""
        for _ in self.view.hand:
            if self.screen.board.chosen_card is card:
                return
            self.screen.press("right")
        assert self.screen.board.chosen_card is card

    def take_turn(self) -> tuple[Card, ...]:
        """Do what is asked, with as many cards as possible; give those that were sent."""
        if self.view.phase is Phase.DRAWING:
            self.answer()
            return ()
        cards = together(self.view)
        for card in cards:
            self.point(card)
            if len(cards) > 1:
                self.screen.press("space")
        acts = self.enter("enter")
        assert [getattr(act.action, "card", None) for act in acts] == list(cards)
        assert (self.screen.board.marked, self.screen.board.notice) == ((), "")
        return cards

    def answer(self) -> None:
        """Expose the last card that can be exposed, or pass."""
        exposing = [action.card for action in self.view.legal if isinstance(action, Expose)]
        if not exposing:
            self.enter("p" if self.view.is_last else "d")
            return
        if not self.enter("m"):
            assert exposing[-1].suit is not None
            self.enter(exposing[-1].suit.value.lower())


async def test_all_cards_of_a_choice_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal is played to its end by keys: six laid aside, several led and several followed with, each card once."""
    aside, led, followed = 0, 0, 0
    async with running(PlayNow()) as (app, _):
        screen = app.screen
        assert isinstance(screen, TableScreen)
        for number in range(8):
            person = Person(screen, Sitting(TABLE, seed=f"send {number}"))
            monkeypatch.setattr(screen._link, "ask", person.ask)
            person.happen(person.sitting.going_on())
            while person.view.legal:
                phase = person.view.phase
                sent = person.take_turn()
                state = person.sitting.state
                aside += phase is Phase.BURYING and isinstance(state, Playing) and {*state.buried} == {*sent}
                led += phase is Phase.LEADING and len(sent) > 1
                followed += phase is Phase.FOLLOWING and len(sent) > 1
                person.happen(person.sitting.going_on())
            assert person.view.phase is Phase.OVER
            if aside and led and followed:
                break
    assert aside
    assert led
    assert followed
