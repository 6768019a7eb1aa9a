"""News as lines: few, short, and only what is new."""

from msgspec.structs import replace

from chwech_tui.errand import Join, PlayNow, TableOrder, Watch
from chwech_tui.link import Down, Identity, Late, SentAway
from chwech_tui.model.settings import Order, Settings
from protocol.absence import Pause, Paused
from protocol.errors import ErrorCode
from protocol.game import Named, Stage
from protocol.lobby import LeaveLobby, LobbyShown
from protocol.message import Seat
from protocol.messages import (
    Begin,
    Happened,
    JoinTable,
    OpenTable,
    Refused,
    Rules,
    TableChanged,
    Tables,
    WatchTable,
    Welcome,
)
from protocol.seating import Event, RematchOffered, Removed, SeatTaken
from protocol.setup import GameOffer, Setup, TableTime
from protocol.tableview import Occupant, TableEntry, TablePhase
from protocol.talk import Line, Overheard, Said, Say, SayPhrase
from tests.chwech_tui.plain.talk import NOW, OFFERS, REMOTE, Talk
from tests.chwech_tui.values import VIEW, cards, dealing_view, seen, table, told, waiting_view

PERSONS = tuple(map(Occupant, ("Megan", "Owain", "Rhys", "Nia")))


def at_table() -> Talk:
    """Give the dialogue of Megan, at her turn."""
    talk = Talk(REMOTE)
    talk.sit(table())
    return talk


def happened(talk: Talk, event: Event, seq: int = 8, **changes: object) -> str:
    """Give what is told of an event, after which the game differs from the usual one so."""
    return talk.hear(Happened(seq, event, replace(table(seen(VIEW, **changes)), seq=seq)))


def test_arriving_is_told_in_a_few_lines() -> None:
    """The table, the deal, the hand, and whose turn it is."""
    talk = Talk(REMOTE)
    assert talk.sit(table()).splitlines() == [
        "Table calm-river: Chwech for 5, revised rules.",
        "Deal 2 of 5, dealt by Owain. Megan follows or passes.",
        "Your 5 cards: K♣, 10♦, Q♥, A♥, Joker.",
        "Your turn. Follow hearts or pass: Q♥, A♥, Joker.",
    ]


def test_one_letter_gives_one_line() -> None:
    """Whose turn, hand, scores, trick, last trick, clock; words for the rest."""
    talk = Talk()
    talk.sit(table(seen(VIEW, last="0 JK=H, 1 -, 2 AH")))
    assert talk.write("t") == "Your turn. Follow hearts or pass: Q♥, A♥, Joker."
    assert talk.write("h") == "Your 5 cards: K♣, 10♦, Q♥, A♥, Joker."
    assert talk.write("s") == "You 81, Nia 56, Owain 18, Cerys 8, Rhys 0."
    assert talk.write("u") == "This trick: Nia 5♥; so far to Nia."
    assert talk.write("l") == (
        "Last trick: you Joker for ♥, Owain passed, Rhys A♥; taken by Rhys. A♥ was last, and ranks above a Joker only."
    )
    assert talk.write("c") == "No clock runs."
    assert talk.write("deal") == "Deal 2 of 5, dealt by Owain. Megan follows or passes."
    assert talk.write("seats").splitlines()[1] == "Owain (bot): cards 4, won 9, points 45, total 18."
    assert talk.write("sheet 1").splitlines()[2] == "You: 0 18 9 × 9 = 81 81"
    assert talk.write("sheet 2") == "The sheet has the deals 1 to 1."
    assert talk.write("seal") == "No cards are dealt yet."


def test_the_cards_gone_are_told_by_suit() -> None:
    """As far as the rules show them, which the last line says."""
    talk = Talk()
    assert talk.write("k") == "k can only be used at a table."
    talk.sit(table())
    told = talk.write("k").splitlines()
    assert told[0] == "Hearts: 5♥."
    assert "won" in told[-1]


def test_the_settings_of_the_account_come_with_the_greeting() -> None:
    """They hold at every table of this visit."""
    talk = Talk()
    talk.hear(Welcome(1, "test", "Megan", OFFERS, settings={"order": "rank"}))
    assert talk.now.board.settings.order is Order.RANK


def test_the_clock_is_that_of_the_server() -> None:
    """Whose time runs, and one's own bank."""
    talk = Talk(REMOTE)
    time = TableTime(NOW - 100, (Seat(0),), 60.0, (300.0,) * 4, NOW - 40, NOW - 70)
    talk.sit(replace(table(), time=time))
    assert talk.write("c") == "You have 0:30; your bank has 1:00."


def test_events_are_short() -> None:
    """A line each; at the deal with one's hand, at its end with what it brought."""
    talk = Talk(REMOTE)
    talk.sit(table(waiting_view()))
    quiet = {"turn": 2, "legal": ""}
    assert happened(talk, told("led", 1, play=cards("QH")[0]), 8, **quiet) == "Owain leads Q♥."
    assert happened(talk, told("passed", 2), 9, **quiet) == "Rhys passes."
    assert happened(talk, told("lead_passed", 0), 10, **quiet) == "You pass the lead."
    assert happened(talk, told("took", 1, cards=2), 11, **quiet) == "Owain takes 2 cards."
    dealt = told("dealt", 1, deal=2)
    sealed = quiet | {"commitment": "c" * 64}
    assert happened(talk, dealt, 12, **sealed) == "Deal 2: Owain deals.\nYour 5 cards: K♣, 10♦, Q♥, A♥, Joker."
    assert talk.write("seal") == f"The seal of deal 2: {'c' * 64}"
    ended = happened(
        talk, told("out", names=[Named(0)]), 13, stage=Stage.DEALING, turn=None, legal="", hand="", trick="", over=True
    )
    assert ended == "You are out: the deal ends.\nYou score 81: total 81, place 1 of 5."


def test_bots_that_others_replace_are_told_once_at_a_table() -> None:
    """When one comes there, or when they sit down; not again with each event."""
    offer = GameOffer("chwech", (4,), (), ("steady", "strong"), fallbacks={"strong": "steady"})
    talk = Talk(REMOTE)
    talk.hear(Welcome(1, "test", "Megan", (offer,)))
    free = replace(table(None, TablePhase.GATHERING), seats=(Occupant("Megan"), None, None, None))
    assert "cannot play" not in talk.sit(free)
    weak = replace(free, seats=(Occupant("Megan"), Occupant("Bot", "strong"), None, None), seq=8)
    told = talk.hear(Happened(8, SeatTaken(Seat(1), "Bot", "strong"), weak))
    assert "Strong bots cannot play here now: steady ones play in their place." in told
    assert "cannot play" not in talk.hear(Happened(9, Said("Megan", "Oh.", Seat(0)), replace(weak, seq=9)))
    assert "cannot play" in talk.sit(replace(weak, table="other-table"))


def test_a_turn_is_told_once() -> None:
    """Talk meanwhile does not tell it again."""
    talk = at_table()
    assert happened(talk, Said("Owain", "Well?", Seat(1))) == "Owain: Well?"
    assert talk.write("quiet") == "You hear no talk from now on: quiet again hears it."
    assert happened(talk, Said("Owain", "Well?", Seat(1)), 9) == ""
    assert talk.write("quiet") == "You hear people again."
    assert talk.hear(Overheard((Line(1, "Ann", "Nice", NOW),))) == "Ann (watching): Nice"


def test_who_watches_a_game_is_told_who_hears_them() -> None:
    """Those who play do not hear a word or a phrase of it."""
    talk = Talk(REMOTE)
    talk.sit(replace(table(), viewer=None))
    assert talk.write("say Well played, Owain") == "Only those who watch hear you."
    assert talk.latest() == Say(0, "Well played, Owain")
    assert talk.write("x 3") == "Only those who watch hear you."
    assert talk.latest() == SayPhrase(0, 2)


def test_what_is_said_and_late_is_on_its_way() -> None:
    """Whoever waits for it hears so."""
    talk = at_table()
    talk.write("say Well played, Owain")
    assert talk.hear(Late(talk.number(Say))) == "What you have said is on its way."


def test_talk_goes_to_the_table() -> None:
    """In one's own words, or by the number of a phrase."""
    talk = at_table()
    talk.write("say Well played, Owain")
    assert talk.latest() == Say(0, "Well played, Owain")
    talk.write("x 3")
    assert talk.latest() == SayPhrase(0, 2)
    assert talk.write("x").startswith("phrase NUMBER says: 1 Hello, everybody!, 2 Good luck!")
    assert talk.write("people") == "Here: nobody else."
    assert talk.write("invite") == "Others come by: chwech join cards.example calm-river"


def test_offers_and_absences_are_told_once() -> None:
    """A pause that is asked for, a deal that waits, who goes offline."""
    talk = Talk(REMOTE)
    here = replace(table(waiting_view()), seats=PERSONS)
    talk.sit(here)
    gone = replace(here, seats=(*PERSONS[:3], replace(PERSONS[3], here=False)), pause=Pause((Seat(1),)))
    assert talk.hear(TableChanged(gone)) == "Nia is away.\nOwain asks for a pause: z agrees."
    assert talk.hear(TableChanged(gone)) == ""
    back = replace(here, pause=Pause((Seat(0), Seat(1)), NOW, NOW + 60))
    assert talk.hear(TableChanged(back)) == "Nia is here again."
    assert talk.write("t") == "The game is paused: z goes on."
    waits = replace(table(dealing_view(), waits=(0,)), seats=PERSONS)
    assert talk.hear(TableChanged(waits)) == "Enter deals the next cards."


def test_a_lost_connection_is_told_once() -> None:
    """And of what was missed only that."""
    talk = at_table()
    assert talk.hear(Down("The connection was lost.")) == "The connection was lost. Trying again."
    assert talk.hear(Down("nobody answers")) == ""
    assert not talk.now.busy
    assert talk.hear(Welcome(1, "test", "Megan", OFFERS)) == "Connected again."
    assert talk.sit(table()) == ""
    late = replace(table(waiting_view()), seq=20)
    assert talk.sit(late) == "Deal 2 of 5, dealt by Owain. Rhys follows or passes."


def test_a_spectator_has_no_hand() -> None:
    """All else is told."""
    talk = Talk(Watch("cards.example", "calm-river"))
    assert talk.latest() == WatchTable(0, "calm-river")
    arrived = talk.sit(replace(table(seen(VIEW, viewer=None, legal="")), viewer=None))
    assert arrived.startswith("You watch. Table calm-river")
    assert talk.write("h") == "You watch: you have no cards."
    assert talk.write("qh").startswith("There is no command 'qh'.")
    ended = talk.hear(
        Happened(
            8, told("out", names=[Named(0)]), replace(table(replace(dealing_view(), viewer=None)), viewer=None, seq=8)
        )
    )
    assert ended.splitlines()[-1] == "Megan has 81: the most so far."


def test_a_guest_is_told_how_to_stay() -> None:
    """Where one's name is at stake."""
    assert Talk(REMOTE, guest=True).first == "You are Megan. You are a guest: keys tells how to keep the name."


def test_a_nickname_is_asked_for() -> None:
    """Where there is none, or another one has it."""
    talk = Talk(REMOTE)
    talk.now.visit.welcome = None
    assert talk.hear(SentAway("name_needed", "no name")) == "What shall we call you? Write a nickname."
    talk.write("  Angharad ")
    assert talk.latest() == Identity("Angharad")
    assert talk.hear(SentAway("invalid_name", "that is taken")).startswith("That is taken.\nWhat shall")
    assert talk.write("") == "Goodbye."
    assert talk.now.status == 0


def test_a_server_may_end_it() -> None:
    """With its reason as the last line; a server of plain TCP that never answers ends it, too."""
    talk = at_table()
    assert talk.hear(SentAway("superseded", "you came from elsewhere")) == "You came from elsewhere."
    assert talk.now.status == 1
    talk = Talk(Join("tcp://cards.example:4000"))
    talk.now.visit.answered = False
    assert talk.hear(Down("no server listens there")) == "chwech: no server listens there."
    assert talk.now.status == 1


def test_a_seat_can_be_lost() -> None:
    """The host frees it, and the lobby is there again."""
    talk = Talk(REMOTE)
    talk.sit(table(None, TablePhase.GATHERING))
    event = Happened(8, Removed(Seat(0), "Megan"), replace(table(None, TablePhase.GATHERING), viewer=None, seq=8))
    assert talk.hear(event) == "The host of the table has freed your seat."
    assert "forget" in talk.sent
    assert not talk.now.at_table


def test_the_first_step_follows_the_errand() -> None:
    """A table by its code, a game to go on with, or a new one."""
    assert Talk(Join("cards.example", "calm-river")).latest() == JoinTable(0, "calm-river")
    talk = Talk(PlayNow(TableOrder(), fresh=True))
    assert isinstance(talk.latest(), OpenTable)
    assert talk.sit(table(None, TablePhase.GATHERING)) == "Table calm-river: Chwech for 5, revised rules."
    assert talk.latest() == Begin(0)
    assert talk.hear(Happened(8, SeatTaken(Seat(1), "Owain", "steady"), table(None, TablePhase.GATHERING))) == ""
    talk = Talk(PlayNow())
    talk.hear(Tables(0, (TableEntry("old-oak", Setup("chwech", 6), TablePhase.PLAYING, (), "", yours=True),)))
    assert talk.latest() == JoinTable(0, "old-oak")
    assert "chwech play --new --plain" in talk.sit(table())
    talk = Talk(PlayNow())
    talk.hear(Tables(0, ()))
    assert (
        talk.hear(Refused(talk.number(OpenTable), ErrorCode.INVALID_SETUP, "no such option"))
        == "chwech: no such option"
    )
    assert talk.now.status == 2


def test_a_missing_table_leads_to_the_lobby() -> None:
    """With the reason."""
    talk = Talk(Join("cards.example", "calm-river"))
    told = talk.hear(Refused(talk.number(JoinTable), ErrorCode.UNKNOWN_TABLE, "there is no such table"))
    assert told == "There is no such table."
    assert talk.hear(LobbyShown(0, (), (), (), 1)).startswith("The lobby of cards.example: 1 online, 0 tables.")
    talk.sit(table())
    assert talk.latest() == LeaveLobby(0)


def test_unknown_games_are_not_shown() -> None:
    """A table of one is told as such, and nothing else of it."""
    talk = Talk(REMOTE)
    other = replace(table(), setup=Setup("whist", 4))
    assert talk.sit(other) == "This table plays a game that this client does not know. q leaves."
    assert talk.hear(Happened(8, Paused(()), other)) == ""
    assert talk.hear(TableChanged(other)) == ""
    assert talk.hear(Rules(0, "# Whist")) == "Whist"


def test_a_rematch_is_told_with_the_word_for_it() -> None:
    """A player joins it, and a spectator watches it."""
    offered = RematchOffered("red-tree-sky", Seat(1))
    over = replace(table(phase=TablePhase.OVER), seq=8, rematch="red-tree-sky")
    told = at_table().hear(Happened(8, offered, over)).splitlines()
    assert (told[0], told[-1]) == ("Owain wants to play once more.", "Once more at red-tree-sky: n joins.")
    talk = Talk(REMOTE)
    talk.sit(replace(table(), viewer=None))
    told = talk.hear(Happened(8, offered, replace(over, viewer=None))).splitlines()
    assert (told[0], told[-1]) == ("Owain wants to play once more.", "Once more at red-tree-sky: n watches.")


def test_own_keys_are_for_the_screens() -> None:
    """By words, every key keeps the usual name, whatever the device has set."""
    talk = Talk(REMOTE)
    talk.hear(Welcome(1, "test", "Megan", OFFERS, settings={"key.z": "f", "order": "rank"}))
    assert talk.now.board.settings == Settings(order=Order.RANK)


def test_the_words_of_the_server_come_first() -> None:
    """Its name and its greeting, each once, before who one is; not when the connection was lost for a while."""
    talk = Talk(REMOTE, title="Nos \x1bWener", greeting="Croeso!\nBe kind\n")
    assert talk.first.splitlines()[:4] == ["Chwech at Nos Wener.", "Croeso!", "Be kind.", "You are Megan."]
    again = Welcome(1, "test", "Megan", OFFERS, title="Nos Wener", greeting="Croeso!")
    assert "Croeso" not in talk.hear(again)
