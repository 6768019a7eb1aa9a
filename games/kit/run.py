"""The run of a game: a deal is a generator that asks seats and returns its sheet; everything else is derived.

A running deal is its shuffle and the answers of the seats since. Replay, recovery, records and forks are one loop over
them, and never cost more than one deal.
"""

from collections.abc import Sequence
from typing import Any

from games.kit.asking import Ask, AskAny, Choice, Illegal, Offer, Question, Rules, Shuffle, read, text
from games.kit.game import CardTable, Match
from games.kit.secrets import Told

Order = tuple[int, ...]
Answer = tuple[int, Choice]


class Run:
    """A game as far as it has come. It changes with every answer, and is never pickled: a match and answers are."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self.table: Any = None
        """The table of the running or last deal, of the game's own class; None before the first deal."""

        self.order: Order = ()  # The order of the pack in the running deal.
        self.answers: list[Answer] = []  # The answers of the running deal.
        self.past: list[tuple[Order, list[Answer]]] = []  # The same of the finished deals that this run has played.

        self._deal: Rules[Any] | None = None
        self.asks: Question | None = None  # What is asked; None once the game is over.
        self._between()

    def _between(self) -> None:
        self._deal = None
        self.asks = None if self.match.winners else Shuffle(len(self.game.pack(self.match)))

    def shuffle(self, order: Sequence[int]) -> list[Told]:
        """Deal the pack in this order, and return what happened; raise ``Illegal``, changing nothing, if it may not."""
        asks = self.asks
        if not isinstance(asks, Shuffle) or sorted(order) != list(range(asks.cards)):
            raise Illegal("no shuffle is asked for, or this is no order of the pack")
        match = self.match
        pack = self.game.pack(match)
        table: CardTable = self.game.table(match, match.dealer)
        self.table, self.order, self.answers = table, tuple(order), []
        self._deal = self.game.deal(table, self.game.lay(match, [pack[place] for place in order]))
        try:
            self.asks = next(self._deal)
        except StopIteration as ended:
            self._ended(ended.value)
        return table.told

    def act(self, seat: int, choice: Choice) -> list[Told]:
        """Take the answer of a seat, and return what happened; raise ``Illegal``, changing nothing, if it may not."""
        asks = self.asks
        answer: Any = choice
        # Nearly every turn is that of one seat, so it is written out for speed.
        if type(asks) is not Ask or seat != asks.seat or choice not in asks.choices:
            offer = self.offer(seat)
            if offer is None or choice not in offer.choices:
                raise Illegal(f"{text(choice)} is not asked for")
            answer = choice if isinstance(asks, Ask) else (seat, choice)
        self.answers.append((seat, choice))
        told: list[Told] = []
        self.table.told = told
        assert self._deal is not None
        try:
            self.asks = self._deal.send(answer)
        except StopIteration as ended:
            self._ended(ended.value)
        return told

    def _ended(self, sheet: Any) -> None:  # noqa: ANN401
        """Keep the sheet and the answers of a deal that is over; its table stays as it is until the next one."""
        self.table.over = True
        for what, about in self.game.ended(sheet):
            self.table.tell(what, **about)
        self.match.sheets.append(sheet)
        self.past.append((self.order, self.answers))
        self.order, self.answers = (), []
        self._between()

    @property
    def waiting(self) -> str:
        """The functions and lines at which the deal waits, the outermost first; empty if there is none."""
        rules, places = self._deal, list[str]()
        while (frame := getattr(rules, "gi_frame", None)) is not None:
            places.append(f"{frame.f_code.co_name}:{frame.f_lineno}")
            rules = getattr(rules, "gi_yieldfrom", None)
        return " > ".join(places)

    def offer(self, seat: int | None) -> Ask | Offer | None:
        """Return what a seat may choose, how it is asked, and why anything else is refused; None if it may not act."""
        asks = self.asks
        if type(asks) is Ask:
            return asks if seat == asks.seat else None
        return asks.offer(seat) if type(asks) is AskAny else None

    def legal(self, seat: int | None) -> Sequence[Choice]:
        """Return what a seat may choose now."""
        offer = self.offer(seat)
        return offer.choices if offer is not None else ()

    def read(self, seat: int, said: str) -> Choice:
        """Return the choice of a seat that records write so; if there is none, what the text names: a card, say."""
        named = read(said)
        legal = self.legal(seat)
        return named if named in legal else next((choice for choice in legal if text(choice) == said), named)

    def fallback(self, seat: int) -> Choice:
        """Return what is done for a seat that is late."""
        return self.game.fallback(self.table, seat, self.legal(seat))


def resume(match: Match, order: Order, answers: Sequence[Answer]) -> Run:
    """Return a run of a match with a deal under way; the match goes on in it."""
    run = Run(match)
    run.shuffle(order)
    for seat, choice in answers:
        run.act(seat, choice)
    return run


def fork(run: Run) -> Run:
    """Return the same game once more, for trying what might follow; it costs the running deal."""
    match = run.match.before(run.match.deal)
    if run.asks is None or isinstance(run.asks, Shuffle):
        return Run(match)
    return resume(match, run.order, run.answers)
