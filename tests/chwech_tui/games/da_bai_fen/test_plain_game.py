"""A whole game of Da Bai Fen by words alone, under the real rules."""

import re
from collections.abc import Iterable

from protocol.da_bai_fen.actions import Expose
from protocol.da_bai_fen.views import DaBaiFenView, Phase
from protocol.messages import Accepted, Act, Happened
from protocol.vocabulary import Event
from tests.chwech_tui.games.da_bai_fen.sitting import TABLE, Sitting, together
from tests.chwech_tui.plain.talk import Talk


class Speaker:
    """Somebody who plays by words, whose commands the rules answer."""

    def __init__(self, sitting: Sitting) -> None:
        """Sit down at a table that has not begun."""
        self.sitting = sitting
        self.talk = Talk(None)
        self.told = [self.talk.sit(sitting.table())]
        self.heard(sitting.going_on())

    @property
    def view(self) -> DaBaiFenView:
        """What the dialogue knows."""
        view = self.talk.state.board.game
        assert isinstance(view, DaBaiFenView)
        return view

    def heard(self, events: Iterable[Event]) -> None:
        """Tell the dialogue what happens."""
        for event in events:
            told = self.sitting.game.tell(event, self.sitting.viewer)
            self.told.append(self.talk.hear(Happened(self.sitting.seq, told, self.sitting.table())))

    def say(self, line: str) -> int:
        """Type a line, answer all that it sends, and give how many actions that was."""
        before = done = len(self.talk.sent)
        self.told.append(self.talk.write(line))
        while done < len(self.talk.sent):
            act = self.talk.sent[done]
            done += 1
            assert isinstance(act, Act)
            self.heard(self.sitting.act(act.action))
            self.told.append(self.talk.hear(Accepted(act.id or done, self.sitting.seq)))
        self.heard(self.sitting.going_on())
        return done - before

    def line(self) -> str:
        """Give the line to type now."""
        if self.view.phase is not Phase.DRAWING:
            return " ".join(card.text.lower() for card in together(self.view))
        exposing = [action.card.text.lower() for action in self.view.legal if isinstance(action, Expose)]
        if exposing:
            return f"expose {exposing[-1]}"
        return "pass" if self.view.is_last else "done"


def test_a_whole_game_is_played_by_words() -> None:
    """Every line is understood, several cards of one line are all sent, and the end is told."""
    many, everything = 0, ""
    for number in range(4):
        speaker = Speaker(Sitting(TABLE, seed=f"words {number}"))
        while speaker.view.legal:
            line = speaker.line()
            exposes = line.startswith("expose")
            sent = speaker.say(line)
            assert sent == (1 if exposes else len(line.split())), speaker.told[-3:]
            many += sent > 1 and speaker.view.phase is not Phase.BURYING
        assert speaker.view.phase is Phase.OVER
        told = "\n".join(speaker.told)
        assert "Your turn. Lead" in told or "Your turn. Follow" in told
        assert "The game is over." in told
        everything += told
    assert many > 1
    assert re.search(r"Your turn\. (Follow \w+|Play any card), [2-9] cards", everything)
