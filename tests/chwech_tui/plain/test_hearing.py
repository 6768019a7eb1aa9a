"""News as lines: few, short, and only what is new."""

import pytest
from msgspec.structs import replace

from chwech_tui.errand import ORDER, Errand, Join, PlayNow, Watch
from chwech_tui.link import Down, Identity, Late
from chwech_tui.model.settings import HandOrder, Settings
from protocol.errors import ErrorCode
from protocol.game import Named, Stage
from protocol.lobby import LeaveLobby, LobbyShown
from protocol.message import Seat
from protocol.messages import (
    Begin,
    Goodbye,
    Happened,
    JoinTable,
    OpenTable,
    Refused,
    TableChanged,
    Tables,
    WatchTable,
    Welcome,
)
from protocol.people import SaidTo, SayTo
from protocol.setup import GameOffer, Setup, TableTime
from protocol.table import (
    PHRASES,
    Event,
    Line,
    Occupant,
    Overheard,
    Pause,
    Paused,
    RematchOffered,
    Removed,
    Said,
    SayAtTable,
    SeatTaken,
    TableEntry,
    TablePhase,
    TableView,
)
from tests.chwech_tui.plain.talk import NOW, OFFERS, REMOTE, Talk
from tests.chwech_tui.values import VIEW, cards, dealing_view, seen, table, told, waiting_view

PERSONS = tuple(map(Occupant, ("Megan", "Owain", "Rhys", "Nia")))
GATHERING = table(None, TablePhase.GATHERING)
WATCHED = replace(table(seen(VIEW, viewer=None, legal="")), viewer=None)
AGAIN = Welcome(1, "test", "Megan", OFFERS)


def at_table(view: TableView | None = None, errand: Errand = REMOTE) -> Talk:
    """Give the dialogue of Megan, at her turn or at another table."""
    talk = Talk(errand)
    talk.sit(view or table())
    return talk


def after(event: Event, seq: int = 8, **changes: object) -> Happened:
    """Give an event, after which the game differs from the usual one so."""
    return Happened(seq, event, replace(table(seen(VIEW, **changes)), seq=seq))


def test_arriving_is_told_in_a_few_lines() -> None:
    """The table, the deal, the hand, and whose turn it is; a spectator has no hand."""
    assert Talk(REMOTE).sit(table()).splitlines() == [
        "Table calm-river: Chwech for 5, revised rules.",
        "Deal 2 of 5, dealt by Owain. Megan follows or passes.",
        "Your 5 cards: K♣, 10♦, Q♥, A♥, Joker.",
        "Your turn. Follow hearts or pass: Q♥, A♥, Joker.",
    ]
    talk = Talk(Watch("cards.example", "calm-river"))
    assert talk.latest() == WatchTable(0, "calm-river")
    assert talk.sit(WATCHED).startswith("You watch. Table calm-river")
    talk.goes(("h", "You watch: you have no cards."), ("qh", "There is no command 'qh'.…"))
    over = replace(table(replace(dealing_view(), viewer=None)), viewer=None, seq=8)
    talk.goes((Happened(8, told("out", names=[Named(0)]), over), "…Megan has 81: the most so far."))


def test_one_letter_gives_one_line() -> None:
    """Whose turn, hand, scores, trick, last trick, clock; words for the rest, each only where it means something."""
    talk = Talk()
    talk.goes(("k", "k can only be used at a table."))
    talk.sit(table(seen(VIEW, last="0 JK=H, 1 -, 2 AH")))
    last = "Last trick: you Joker for ♥, Owain passed, Rhys A♥; taken by Rhys."
    talk.goes(
        ("t", "Your turn. Follow hearts or pass: Q♥, A♥, Joker."),
        ("h", "Your 5 cards: K♣, 10♦, Q♥, A♥, Joker."),
        ("s", "You 81, Nia 56, Owain 18, Cerys 8, Rhys 0."),
        ("u", "This trick: Nia 5♥; so far to Nia."),
        ("l", f"{last} A♥ was last, and ranks above a Joker only."),
        ("c", "No clock runs."),
        ("deal", "Deal 2 of 5, dealt by Owain. Megan follows or passes."),
        ("sheet 2", "The sheet has the deals 1 to 1."),
        ("seal", "No cards are dealt yet."),
        ("people", "Here: nobody else."),
    )
    assert talk.write("seats").splitlines()[1] == "Owain (steady bot): cards 4, won 9, points 45, total 18."
    assert talk.write("sheet 1").splitlines()[2] == "You: won 18, played 9, factor 9, score 81, total 81."
    gone = at_table().write("k").splitlines()
    assert (gone[0], "won" in gone[-1]) == ("Hearts: 5♥.", True)


def test_settings_come_with_the_greeting() -> None:
    """They hold at every table of this visit; keys keep their usual names, whatever the device has set."""
    talk = Talk(REMOTE)
    talk.hear(replace(AGAIN, settings={"key.z": "f", "order": "rank"}))
    assert talk.now.board.settings == Settings(order=HandOrder.RANK)


def test_the_clock_is_that_of_the_server() -> None:
    """Whose time runs, and one's own bank."""
    time = TableTime(NOW - 100, (Seat(0),), 60.0, (300.0,) * 4, NOW - 40, NOW - 70)
    at_table(replace(table(), time=time)).goes(("c", "You have 0:30; your bank has 1:00."))


def test_events_are_short() -> None:
    """A line each; at the deal with one's hand, at its end with what it brought."""
    quiet = {"turn": 2, "legal": ""}
    over = {"stage": Stage.DEALING, "turn": None, "legal": "", "hand": "", "trick": "", "over": True}
    dealt = after(told("dealt", 1, deal=2), 12, **quiet, commitment="c" * 64)
    at_table(table(waiting_view())).goes(
        (after(told("led", 1, play=cards("QH")[0]), 8, **quiet), "Owain leads Q♥."),
        (after(told("passed", 2), 9, **quiet), "Rhys passes."),
        (after(told("lead_passed", 0), 10, **quiet), "You pass the lead."),
        (after(told("took", 1, cards=2), 11, **quiet), "Owain takes 2 cards."),
        (dealt, "Deal 2: Owain deals.\nYour 5 cards: K♣, 10♦, Q♥, A♥, Joker."),
        ("seal", f"The seal of deal 2: {'c' * 64}"),
        (
            after(told("out", names=[Named(0)]), 13, **over),
            "You are out: the deal ends.\nYou score 81: total 81, place 1 of 5.",
        ),
    )


def test_bots_that_others_replace_are_told_once_at_a_table() -> None:
    """When one comes there, or when they sit down; not again with each event."""
    talk = Talk(REMOTE)
    offer = GameOffer("chwech", (4,), (), ("steady", "strong"), fallbacks={"strong": "steady"})
    talk.hear(Welcome(1, "test", "Megan", (offer,)))
    free = replace(GATHERING, seats=(Occupant("Megan"), None, None, None))
    assert "cannot play" not in talk.sit(free)
    weak = replace(free, seats=(Occupant("Megan"), Occupant("Bot", "strong"), None, None), seq=8)
    sits = talk.hear(Happened(8, SeatTaken(Seat(1), "Bot", "strong"), weak))
    assert "Strong bots cannot play here now: steady ones play in their place." in sits
    assert "cannot play" not in talk.hear(Happened(9, Said("Megan", "Oh.", Seat(0)), replace(weak, seq=9)))
    assert "cannot play" in talk.sit(replace(weak, table="other-table"))


def test_talk() -> None:
    """It is heard unless one wants quiet, and does not tell the turn again; a late line is on its way."""
    talk = at_table()
    well = Said("Owain", "Well?", Seat(1))
    talk.goes(
        (after(well), "Owain: Well?"),
        ("quiet", "Talk is muted."),
        (after(well, 9), ""),
        ("quiet", "Talk is on again."),
        (Overheard((Line(1, "Ann", "Nice", NOW),)), "Ann (watching): Nice"),
        ("say Well played, Owain", "", SayAtTable(0, "Well played, Owain")),
        (Late(0), "Your message is on its way."),
        ("x 3", "", SayAtTable(0, PHRASES[2])),
        ("x 20", "phrase NUMBER says: 1 Your turn.…"),
        ("to Owain where?", "", SayTo(0, "Owain", "where?")),
        (SaidTo("Owain", "Nia", "here", NOW), "Owain to you alone: here"),
        ("/to Owain where?", "", SayTo(0, "Owain", "where?")),
        ("say /Owain where?", "Write /to, a name and your words."),
        ("talk", "Owain: Well?\nAnn (watching): Nice\nOwain to you alone: here"),
        ("x", "phrase NUMBER says: 1 Your turn., 2 One moment, please.…"),
    )
    heard = "Only spectators hear you."
    at_table(replace(table(), viewer=None)).goes(
        ("say Well", heard, SayAtTable(0, "Well")), ("x 3", heard, SayAtTable(0, PHRASES[2]))
    )


def test_offers_and_absences_are_told_once() -> None:
    """A pause that is asked for, a deal that waits, who goes offline."""
    here = replace(table(waiting_view()), seats=PERSONS)
    gone = replace(here, seats=(*PERSONS[:3], replace(PERSONS[3], here=False)), pause=Pause((Seat(1),)))
    at_table(here).goes(
        (TableChanged(gone), "Nia is away.\nOwain asks for a pause: z agrees."),
        (TableChanged(gone), ""),
        (TableChanged(replace(here, pause=Pause((Seat(0), Seat(1)), NOW, NOW + 60))), "Nia is here again."),
        ("t", "The game is paused: z goes on."),
        (TableChanged(replace(table(dealing_view(), waits=(0,)), seats=PERSONS)), "Enter deals the next cards."),
    )


@pytest.mark.parametrize("viewer", [0, None])
def test_a_rematch_is_told_with_the_word_for_it(viewer: Seat | None) -> None:
    """A player joins it, and a spectator watches it."""
    over = replace(table(phase=TablePhase.OVER), seq=8, rematch="red-tree-sky", viewer=viewer)
    heard = at_table(replace(table(), viewer=viewer)).hear(Happened(8, RematchOffered("red-tree-sky", Seat(1)), over))
    way = "joins" if viewer is not None else "watches"
    assert heard.splitlines()[0] == "Owain wants a rematch."
    assert heard.splitlines()[-1] == f"Rematch at red-tree-sky: n {way}."


# The connection, and what one came for


def test_a_lost_connection_is_told_once() -> None:
    """And of what was missed only that."""
    talk = at_table()
    talk.goes((Down("The connection was lost."), "The connection was lost. Trying again."), (Down("nobody"), ""))
    assert not talk.now.busy
    talk.goes((AGAIN, "Connected again."))
    assert talk.sit(table()) == ""
    assert talk.sit(replace(table(waiting_view()), seq=20)) == "Deal 2 of 5, dealt by Owain. Rhys follows or passes."


def test_the_words_of_the_server_come_first() -> None:
    """Its name and its greeting, each once, before who one is, and for a guest how to stay."""
    talk = Talk(REMOTE, title="Nos \x1bWener", greeting="Croeso!\nBe kind\n", guest=True)
    own = "You are Megan. You are a guest: keys explains how to keep your name."
    assert talk.first.splitlines()[:4] == ["Chwech at Nos Wener.", "Croeso!", "Be kind.", own]
    assert "Croeso" not in talk.hear(replace(AGAIN, greeting="Croeso!"))


def test_a_nickname_is_asked_for() -> None:
    """Where there is none, or another one has it."""
    talk = Talk(REMOTE)
    talk.now.visit.welcome = None
    talk.goes(
        (Goodbye("name_needed", "no name"), "What shall we call you? Write a nickname."),
        ("  Angharad ", "", Identity("Angharad")),
        (Goodbye("invalid_name", "that is taken"), "That is taken.\nWhat shall…"),
        ("", "Goodbye."),
    )
    assert talk.now.status == 0


def test_a_server_may_end_it() -> None:
    """With its reason as the last line; a server of plain TCP that never answers ends it, too."""
    talk = at_table()
    talk.goes((Goodbye("superseded", "you came from elsewhere"), "You came from elsewhere."))
    silent = Talk(Join("tcp://cards.example:4000"))
    silent.now.visit.answered = False
    silent.goes((Down("no server listens there"), "chwech: no server listens there."))
    assert talk.now.status == silent.now.status == 1


def test_a_seat_can_be_lost() -> None:
    """The host frees it, and the lobby is there again."""
    talk = at_table(GATHERING)
    freed = Happened(8, Removed(Seat(0), "Megan"), replace(GATHERING, viewer=None, seq=8))
    talk.goes((freed, "The host of the table has freed your seat."))
    assert "forget" in talk.sent
    assert not talk.now.at_table


def test_the_first_step_follows_the_errand() -> None:
    """A table by its code, a game to go on with, or a new one; a missing table leads to the lobby or ends it."""
    talk = Talk(PlayNow(ORDER, fresh=True))
    assert isinstance(talk.latest(), OpenTable)
    assert talk.sit(GATHERING) == "Table calm-river: Chwech for 5, revised rules."
    assert talk.latest() == Begin(0)
    talk.goes((Happened(8, SeatTaken(Seat(1), "Owain", "steady"), GATHERING), ""))
    talk = Talk(PlayNow())
    own = TableEntry("old-oak", Setup("chwech", 6), TablePhase.PLAYING, (), "", yours=True)
    talk.goes((Tables(0, (own,)), "", JoinTable(0, "old-oak")))
    assert "chwech play --new --plain" in talk.sit(table())
    talk = Talk(PlayNow())
    invalid: Refused = Refused(0, ErrorCode.INVALID_SETUP, "no such option")
    talk.goes((Tables(0, ()), ""), (invalid, "chwech: no such option"))
    assert talk.now.status == 2
    talk = Talk(Join("cards.example", "calm-river"))
    assert talk.latest() == JoinTable(0, "calm-river")
    missing: Refused = Refused(0, ErrorCode.UNKNOWN_TABLE, "there is no such table")
    talk.goes((missing, "There is no such table."), (LobbyShown(0, (), (), (), 1), "The lobby of cards.example: 1…"))
    talk.sit(table())
    assert talk.latest() == LeaveLobby(0)


def test_unknown_games_are_not_shown() -> None:
    """A table of one is told as such, and nothing else of it."""
    talk, other = Talk(REMOTE), replace(table(), setup=Setup("whist", 4))
    assert talk.sit(other) == "This table plays a game that this client does not know. q leaves."
    talk.goes((Happened(8, Paused(()), other), ""), (TableChanged(other), ""))
