"""The scores of Auction Forty-Fives: those of a deal, and a finished game as its record tells it."""

from msgspec import Struct
from msgspec.json import Decoder

from chwech_tui.drawing.line import cells, right
from chwech_tui.games.auction_fives.words import TITLE, ending
from chwech_tui.games.sides import side_hue, side_letter
from chwech_tui.model.cards import card_words
from chwech_tui.model.figures import change, figure
from chwech_tui.model.game import DealScore, GameResult, RecordedGame, read_recorded
from chwech_tui.model.ink import Hue, Line, Span
from chwech_tui.model.people import People
from protocol.auction_fives.views import AuctionFivesView
from protocol.language import _, pgettext

_GAP = 2


def sides(view: AuctionFivesView) -> tuple[int, ...]:
    """Return the side of each seat."""
    return tuple(seat.side for seat in view.seats)


def points(view: AuctionFivesView, page: int) -> tuple[int, ...]:
    """Return what each seat's side scored in a deal."""
    return view.sheets[page].points


def deal_score(view: AuctionFivesView, page: int, people: People) -> DealScore:
    """Return how the scores of a deal were made: by what each side took, and by the bid."""
    sheet = view.sheets[page]
    titles = (
        pgettext("column", "side"),
        pgettext("score sheet", "tricks"),
        pgettext("score sheet", "taken"),
        pgettext("score sheet", "points"),
        pgettext("score sheet", "total"),
    )
    widths = [max(7, cells(title) + _GAP) for title in titles]

    def row(seat: int) -> Line:
        total = sheet.totals[seat]
        texts = (
            side_letter(view.seats[seat].side),
            str(sheet.tricks[seat]),
            str(sheet.taken[seat]),
            change(sheet.points[seat]),
            figure(total),
        )
        hues = (
            side_hue(view.seats[seat].side),
            Hue.TEXT,
            Hue.TEXT,
            Hue.TEXT,
            Hue.ACCENT if total == max(sheet.totals) else Hue.STRONG,
        )
        return tuple(Span(right(text, width), hue) for text, width, hue in zip(texts, widths, hues, strict=True))

    title = _("Deal {number}", number=page + 1)
    return DealScore(
        title=(Span(title, Hue.STRONG), Span(f"   {ending(sheet, people)}", Hue.TEXT)),
        heading="".join(right(title, width) for title, width in zip(titles, widths, strict=True)),
        rows=tuple(row(seat) for seat in range(len(view.seats))),
        notes=tuple(_notes(view, page, people)),
    )


def _notes(view: AuctionFivesView, page: int, people: People) -> list[str]:
    """Return what the figures mean, and which card scored 5 for its trick."""
    sheet, notes = view.sheets[page], [_("Taken, points and totals are those of the side; partners share them.")]
    if sheet.best is not None and sheet.best_seat is not None:
        own, other = _("{card} of yours was worth 5 more."), _("{card} of {name} was worth 5 more.")
        notes.append(people.tell(sheet.best_seat, own, other, card=card_words(sheet.best)))
    return notes


class _Deal(Struct, frozen=True, gc=False):
    """One deal of a record, by seat."""

    scores: tuple[int, ...]


class _Record(RecordedGame, frozen=True, kw_only=True):
    game: str
    deals: tuple[_Deal, ...]


_DECODER = Decoder(_Record)


def read_result(record: str) -> GameResult | None:
    """Return the result of a game from its record; None if this client cannot read it."""
    game = read_recorded(_DECODER, record)
    if game is None or game.game != "auction-forty-fives":
        return None
    if not all(len(deal.scores) == len(game.totals) for deal in game.deals):
        return None
    deals = tuple(tuple(f"{figure(score)} " for score in deal.scores) for deal in game.deals)
    return GameResult(TITLE, game.names, game.totals, deals)
