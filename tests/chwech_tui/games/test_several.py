"""Several cards of one choice, sent one after the other by keys and by words: whole deals of Da Bai Fen."""

from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest

from chwech_tui.errand import PlayNow
from chwech_tui.model import board as boards
from chwech_tui.model.board import Board
from chwech_tui.screens.table import TableScreen
from protocol.cards import Card
from protocol.game import Answer, Answered, View
from protocol.game import Stage as Phase
from protocol.game import Stage as State
from protocol.messages import Accepted, Act, FromClient, Happened
from protocol.setup import Setup
from protocol.table import Event
from tests.chwech_tui.games.stage import VIEWER, Stage
from tests.chwech_tui.plain.talk import Talk
from tests.chwech_tui.player import table_of
from tests.chwech_tui.screens_text import running

TABLE = Setup("da-bai-fen", 4, {"most_deals": 1, "draw": 6, "leads": "cut"})
"""One deal, in which any cards of a suit may be led."""


class Sitting(Stage):
    """A game in which one seat is played by the test."""

    def __init__(self, number: int) -> None:
        super().__init__(TABLE, seed=f"several {number}", level="easy")
        self.kind: Any = self.kind
        self.happens: Callable[[Event], object] = repr
        self.counts = {"bury": 0, "lead": 0, "follow": 0, "any": 0}
        """How many choices of several cards there have been, by what was asked."""

    def go_on(self) -> None:
        """Play for the others until the test's seat is asked, or the game is over."""
        while self.state.stage is not State.OVER:
            if self.state.stage is State.DEALING:
                self.take(self.state.shuffle(self.luck.randbytes(32)))
                continue
            others = sorted(self.state.asked - {VIEWER})
            if not others:
                return
            self.take(self.state.decide(others[0], self.choose(others[0])))

    def act(self, action: Answer) -> None:
        """Do what the test's seat does."""
        self.take(self.state.decide(VIEWER, action))

    def take(self, event: Answered) -> None:
        """Have an event happen, and tell it."""
        self.state = self.state.evolve(event)
        self.seq += 1
        self.happens(self.state.tell(event, VIEWER))

    def due(self, view: View) -> list[Card]:
        """Give the cards that the test lays aside, leads or follows with at once: as many as it can."""
        seen = self.kind.seen(view)
        able = [choice for choice in seen.legal if isinstance(choice, Card)]
        if view.prompt == "bury":
            due = list(seen.hand[:6])
        elif view.prompt == "lead":
            more = [choice[0] for choice in seen.legal if isinstance(choice, tuple)]
            suits = [list(cards) for _, cards in groupby(more, seen.table.suit_of)]
            due = max([able[:1], *suits], key=len)[:3]
        else:
            due = [*able, *[card for card in seen.hand if card not in able]][: seen.table.number]
        self.counts[view.prompt] += len(due) > 1
        return due


class Person:
    """Someone at the table screen, whose commands the rules answer."""

    def __init__(self, screen: TableScreen, sitting: Sitting) -> None:
        self.screen, self.sitting = screen, sitting
        self.sent: list[Act] = []
        screen.take(boards.seated(Board(), sitting.table(), sitting.kind))
        sitting.happens = lambda told: screen.take(boards.happened(screen.board, told, sitting.table()))
        sitting.go_on()

    def ask(self, make: Callable[[int], Any]) -> int:
        """Take a command in place of a server."""
        message = make(len(self.sent) + 1)
        assert isinstance(message, Act)
        self.sent.append(message)
        return len(self.sent)

    def enter(self, key: str) -> list[str]:
        """Press a key that sends something; answer all that comes, and give it."""
        before = answered = len(self.sent)
        self.screen.press(key)
        while answered < len(self.sent):
            answered += 1
            self.sitting.act(self.sent[answered - 1].action)
            self.screen.take(boards.accepted(self.screen.board, answered))
        return [getattr(act.action, "said", "") for act in self.sent[before:]]

    def take_turn(self, view: View) -> None:
        """Do what is asked, with as many cards as possible: by marks, and then Enter."""
        if "expose" in view.prompt:
            move = self.sitting.kind.moves(view, None)[0]
            if not self.enter(move.key):
                self.enter(move.choices[0].key)
            self.sitting.go_on()
            return
        cards = self.sitting.due(view)
        for card in cards:
            while self.screen.board.chosen_card is not card:
                self.screen.press("right")
            if len(cards) > 1:
                self.screen.press("space")
        sent = self.enter("enter")
        assert [said.removeprefix("bury ").rstrip("+") for said in sent] == [card.text for card in cards]
        assert (self.screen.board.marked, self.screen.board.notice) == ((), "")
        self.sitting.go_on()


async def test_all_marked_cards_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals are played to their ends by keys: six laid aside, several led and several followed with, each card once."""
    found: set[str] = set()
    async with running(PlayNow()) as (app, _):
        screen = table_of(app)
        for number in range(12):
            person = Person(screen, Sitting(number))
            monkeypatch.setattr(screen._link, "ask", person.ask)
            while isinstance(view := screen.board.game, View) and view.choices:
                person.take_turn(view)
            assert isinstance(view, View)
            assert view.stage is Phase.OVER
            found |= {asked for asked, count in person.sitting.counts.items() if count}
            if len(found) == len(person.sitting.counts):
                break
    assert found == {"bury", "lead", "follow", "any"}


def act_for(act: FromClient, number: int, sitting: Sitting, talk: Talk) -> list[str]:
    """Do what a player has sent, if it is an action, and give what is said to it; at the end other things are asked."""
    if not isinstance(act, Act):
        return []
    sitting.act(act.action)
    return [talk.hear(Accepted(act.id or number, sitting.seq))]


def test_all_cards_named_in_a_line_are_sent() -> None:
    """Deals are played by words: every line is understood, all of its cards are sent, and the end is told."""
    everything = ""
    for number in range(4):
        sitting, talk = Sitting(number), Talk(None)
        told = [talk.sit(sitting.table())]

        def hear(event: Event, talk: Talk = talk, sitting: Sitting = sitting, told: list[str] = told) -> None:
            told.append(talk.hear(Happened(sitting.seq, event, sitting.table())))

        sitting.happens = hear
        sitting.go_on()
        while isinstance(view := talk.now.board.game, View) and view.choices:
            if "expose" in view.prompt:
                exposing = [action.said for action in view.legal if action.said.startswith("expose ")]
                line = exposing[-1].lower() if exposing else "pass"
            else:
                line = " ".join([card.text.lower() for card in sitting.due(view)])
            before = done = len(talk.sent)
            told.append(talk.write(line))
            while done < len(talk.sent):
                done += 1
                told += act_for(talk.sent[done - 1], done, sitting, talk)
            acts = [act for act in talk.sent[before:done] if isinstance(act, Act)]
            assert len(acts) == (1 if "expose" in view.prompt else len(line.split())), told[-3:]
            sitting.go_on()
        assert isinstance(view, View)
        assert view.stage is Phase.OVER
        everything += "\n".join(told)
    assert "The game is over." in everything
    assert "cards" in everything
