"""Messages about reviews of finished games: one of each kind."""

from typing import Final

from protocol.archive import ReadReview, ReviewPart, SeatReview, TurnReview
from protocol.messages import FromClient, FromServer
from protocol.vocabulary import Seat

FROM_CLIENT: Final[dict[str, FromClient]] = {"read review": ReadReview(id=50, game=17, deal=3)}

FROM_SERVER: Final[dict[str, FromServer]] = {
    "review part": ReviewPart(
        id=50,
        deal=3,
        seats=(SeatReview(72, -3.5, 15.5, 1.2), SeatReview(48, 3.5, -15.5, 0.9)),
        turns=(
            TurnReview(1, 1, Seat(0), "KH", -1.0, "-", 3.25, 0.4, mistake=True),
            TurnReview(2, 1, Seat(1), "-", -7.0),
        ),
        turning_points=(1,),
    ),
}
