"""Lists by words: tables and people, the account, finished games and their replay, rankings, days, tournaments."""

import pytest
from msgspec.structs import replace

from chwech_tui.errand import Greet, Join
from chwech_tui.plain.lists import MOST_NUMBERED
from games.registry import REVIEWS
from protocol.archive import (
    Complain,
    Games,
    ListGames,
    ReadReplay,
    ReadReview,
    ReadStatistics,
    ReplayPart,
    ReviewPart,
    Statistics,
    Trials,
    TurnReview,
)
from protocol.daily import DailyMark, PlayDaily, ReadDaily
from protocol.errors import ErrorCode
from protocol.language import speaking
from protocol.lobby import (
    EnterLobby,
    LobbyChanged,
    LobbyShown,
    NewsItem,
    NewsKind,
    NewsShown,
    Person,
    ReadNews,
    SayInLobby,
    Where,
)
from protocol.message import Seat
from protocol.messages import (
    Accepted,
    Happened,
    JoinTable,
    ListTables,
    OpenTable,
    ReadRules,
    Refused,
    Rules,
    Seated,
    Tables,
    WatchTable,
)
from protocol.people import (
    Contacts,
    Friend,
    Invite,
    Invited,
    KeyCode,
    KeyEntry,
    Keys,
    ListContacts,
    ListKeys,
    NameKey,
    Notice,
    OfferKey,
    Rename,
    Renamed,
    ReportPerson,
    RevokeKey,
    SetBlocked,
    SetFriend,
)
from protocol.rating import MonthPlace, RankedPlayer, Rankings, Rating, ReadRankings
from protocol.setup import USUAL, GameOffer, Setup
from protocol.table import Line, QuickTable, RematchOffered, TableEntry, TablePhase
from protocol.tournaments import (
    EnterTournament,
    ListTournaments,
    MakeTournament,
    ReadTournament,
    Tournaments,
    TournamentShown,
)
from tests.chwech_tui.days import RESULT, TODAY, YESTERDAY, best
from tests.chwech_tui.plain.talk import NOW, REMOTE, Talk
from tests.chwech_tui.ratings import RANKED
from tests.chwech_tui.replays import entry_of, record_of, review_of, steps_of
from tests.chwech_tui.stage import Stage
from tests.chwech_tui.values import over_view, table
from tests.protocol.examples import FROM_SERVER

PLAYING, GATHERING = TablePhase.PLAYING, TablePhase.GATHERING
ONE = TableEntry("calm-river-stone", Setup("chwech", 6), GATHERING, ("Owain", "", "", "", "", ""), "", vacant=5)
FULL = TableEntry("deep-blue-sea", Setup("chwech", 4), PLAYING, ("A", "B", "C", "D"), "deal 3 of 8")
OWN = TableEntry("old-oak-tree", Setup("chwech", 6), PLAYING, ("Megan",), "deal 2 of 6", yours=True, total=81)
PEOPLE = (Person("Owain", Where.LOBBY), Person("Megan"))
LOBBY = LobbyShown(0, (ONE, FULL), PEOPLE, (Line(1, "Owain", "Hello!", NOW),), 2)


def lobby() -> Talk:
    """Give the dialogue of someone in a lobby, whose finished games were asked for."""
    talk = Talk(REMOTE)
    talk.hear(LOBBY)
    talk.now.waiting.clear()
    return talk


# Tables


def test_the_menu_of_this_machine() -> None:
    """Unfinished games are listed by numbers, and what needs others is neither told by help nor done."""
    talk = Talk()
    assert talk.first == "Chwech: six players, nine cards, and a score that multiplies by nine."
    assert talk.sent == [ListTables(0)]
    ways = "go NUMBER resumes a game. new makes a table; rules, history, help, quit."
    alone = "You are playing offline."
    talk.goes(
        (Tables(0, (OWN,)), f"1. Chwech for 6: yours, deal 2 of 6, your total 81, old-oak-tree.\n{ways}"),
        ("go 1", "", JoinTable(0, "old-oak-tree")),
        ("go 2", "There is no table 2 in the list: tables lists them.", None),
        *((line, alone, None) for line in ("people", "block Owain", "report O: x", "keys", "tournament")),
        ("say hello", f"{alone[:-1]}: there is nobody to hear you.", None),
        (Invited("Owain", "red-sky-lamp"), "", None),
        ("quick", "", OpenTable(0, Setup("chwech", 6), ("steady",), 0.6, "", USUAL)),
    )
    for talk, tells in ((Talk(), False), (Talk(REMOTE), True)):
        away = talk.write("help")
        talk.sit(table())
        both = away + talk.write("help")
        assert [words in both for words in ("say TEXT", "people", "tournament", "invite", "keys")] == [tells] * 5
        assert all(words in both for words in ("new [GAME]", "hint", "leave (q)", "history"))


def test_the_game_with_the_coach_says_so() -> None:
    """Of two games that are otherwise alike it is known which one has him."""
    told = Talk(settings={"coached": "old-oak-tree"}).hear(Tables(0, (OWN, replace(OWN, table="new-oak-tree"))))
    assert "1. Chwech for 6: yours, with the coach, deal 2 of 6, your total 81, old-oak-tree." in told
    assert "2. Chwech for 6: yours, deal 2 of 6, your total 81, new-oak-tree." in told


def test_the_news_are_followed_by_number() -> None:
    """What is new has a number, which leads where it says; people are told whatever else there is."""
    beaten = NewsItem(NewsKind.BEATEN, name="Rhys", points=4, place=3, of=8, day="2026-11-20")
    items = (NewsItem(NewsKind.TURN, "calm-river-stone", "chwech", until=NOW + 7200.0), beaten)
    told = (
        "Since your last visit:\n1. Your turn in Chwech: 2 h left.\n"
        "2. Rhys beat your deal of the day by 4: you are #3 of 8.\nnews NUMBER goes there.\n"
        "Online now: Nia and 2 others."
    )
    Talk(REMOTE).goes(
        (LOBBY, "The lobby of cards.example: 2 online…"),
        ("news", "", ReadNews(0)),
        (NewsShown(0, items, ("Nia",), 3), told),
        ("news 2", "", ReadDaily(0)),
        (Refused(0, ErrorCode.TOO_MANY, "not so fast"), "Not so fast."),
        ("news 1", "", JoinTable(0, "calm-river-stone")),
    )


def test_the_lobby() -> None:
    """It is told once, then what is new in it; seats are taken by number or code, people heard or not."""
    talk = Talk(REMOTE)
    assert (talk.first, talk.sent) == ("You are Megan.", [ReadNews(0), EnterLobby(0)])
    tables = [
        "1. Chwech for 6: Owain, 1 of 6 seats taken, 6 deals, rated, calm-river-stone.",
        "2. Chwech for 4: A, B, C and D, deal 3 of 8, rated, deep-blue-sea.",
        "go NUMBER sits down, watch NUMBER watches, new makes a table, help lists more.",
    ]
    seats = TableEntry("new-one-here", Setup("forty-five", 4), GATHERING, ("", ""), "", vacant=2)
    refused: Refused = Refused(0, ErrorCode.TABLE_FULL, "all seats are taken")
    talk.goes(
        (LOBBY, "\n".join(("The lobby of cards.example: 2 online, 2 tables.", *tables, "Owain: Hello!"))),
        (replace(LOBBY, talk=(*LOBBY.talk, Line(2, "Owain", "Anybody?", NOW))), "Owain: Anybody?"),
        ("tables", "\n".join(tables)),
        (
            LobbyChanged(3, (FULL, seats), talk=(Line(3, "Ann", "Hi", NOW),)),
            "New: 3. Forty-Five for 4: 0 of 4 seats taken, to 45, rated, new-one-here.\nAnn: Hi",
        ),
        ("go 3", "", JoinTable(0, "new-one-here")),
        ("join amber river stone", "", JoinTable(0, "amber-river-stone")),
        ("go 2", "No seat is free there: watch deep-blue-sea watches.", None),
        ("watch 2", "", WatchTable(0, "deep-blue-sea")),
        ("go", "Write go and the number of a table in the list, or its code.", None),
        ("go 1", ""),
        (refused, "All seats are taken. watch calm-river-stone watches."),
        ("people", "3 people online.", ListContacts(0)),
        (Contacts(0), "Owain: here.\nAnn: not online."),
        ("ignore ow", "You ignore Owain from now on."),
        (LobbyChanged(2, talk=(Line(4, "Owain", "Well?", NOW),)), ""),
        ("who", "2 people online."),
        (Contacts(0), "Owain (ignored): here.\nAnn: not online."),
        ("i owain", "You hear Owain again."),
        ("i", "Whom? Owain, Ann."),
        ("say  Hello, Owain!", "", SayInLobby(0, "Hello, Owain!")),
        ("say", "Everyone in the lobby hears you.\nSay what? Write say and your words, or…", None),
        (Notice("back at\x1b[2J ten"), "From those who run the server: back at[2J ten"),
    )


def test_numbers_begin_anew_after_many_tables() -> None:
    """Whoever stays in the lobby for days keeps no list of all tables that there ever were."""
    talk, told, place = lobby(), "", 0
    for place in range(2 * MOST_NUMBERED):
        new = TableEntry(f"table-{place}", Setup("forty-five", 4), GATHERING, ("",) * 4, "", vacant=4)
        told = talk.hear(LobbyChanged(3, (new,)))
        assert len(talk.now.entries) <= MOST_NUMBERED
    talk.write(f"go {told.removeprefix('New: ').partition('.')[0]}")
    assert talk.latest() == JoinTable(0, f"table-{place}")


def test_games_are_named() -> None:
    """Whole titles with or without accents; one that goes on is another game; quick takes the usual one."""
    none = "There is no game 'whist': choose chwech or forty-five."
    lobby().goes(
        ("quick", "", QuickTable(0, Setup("chwech", 6), ("chwech", "forty-five"))),
        ("g forty-five", "", QuickTable(0, Setup("forty-five", 5))),
        ("g whist", none, None),
        ("rules whist", none, None),
    )
    talk, names = lobby(), ("roque", "roque-three", "spoil-five", "bete")
    assert talk.now.visit.welcome is not None
    games = tuple(GameOffer(name, (4,), (), ("steady",)) for name in names)
    talk.now.visit.welcome = replace(talk.now.visit.welcome, games=games)
    for words, name in zip(("roque for three", "spoil five", "bête", "bete"), (*names[1:], names[3]), strict=True):
        talk.goes((f"quick {words}", "", QuickTable(0, Setup(name, 4))))
    talk.goes(
        ("rules roque for six", "There is no game 'roque for six': choose roque, …"), ("new roque for three 4", "")
    )
    assert talk.latest().setup == Setup(names[1], 4)


def test_only_ticked_games_are_listed() -> None:
    """Both tables and quick games, which say what they led to; watch alone takes the table with most people."""
    fives = replace(FULL, table="red-lamp", setup=Setup("forty-five", 4))
    talk = lobby()
    talk.hear(LobbyChanged(2, tables=(fives,)))
    talk.goes(
        ("games", "Tables and quick games of: every game."),
        ("games forty-five, whist", "There is no game 'whist': choose chwech or forty-five."),
        ("games forty-five", "Tables and quick games of: Forty-Five."),
        ("tables", "1. Forty-Five for 4: A, B, C and D…"),
        ("g", "", QuickTable(0, Setup("forty-five", 5), ("forty-five",))),
    )
    view = replace(table(None, GATHERING), viewer=Seat(0), host=Seat(0))
    alone = replace(view, seats=(view.seats[0], *[None] * (len(view.seats) - 1)))
    assert "This is your table for Chwech: nobody else has come yet." in talk.answer(Seated(0, alone))
    talk = lobby()
    talk.goes(
        ("games all", "Tables and quick games of: every game."),
        ("watch", "Chwech for 4: A, B, C and D…", WatchTable(0, "deep-blue-sea")),
    )
    assert talk.kept().get("games") == ""


def test_servers_are_told() -> None:
    """Those one has joined, each with the command for it; on a server, who is there."""
    talk = Talk(Greet(servers=("cards.example",)))
    talk.goes(("servers", "cards.example: chwech join cards.example."))
    talk.now.servers["cards.example"] = "3 online"
    talk.goes(("servers", "cards.example: 3 online, chwech join cards.example."))
    Talk().goes(("servers", "You have joined no server yet: chwech join HOST does."))
    lobby().goes(("servers", "cards.example: 2 online, chwech join cards.example."))


def test_rules_are_read_in_pages() -> None:
    """Without the marks of Markdown; an empty line goes on, any other word ends it."""
    lines = "\n".join(f"* line **{number}**" for number in range(30))
    text = f"# Rules\n\n{lines}\n| a | b |\n|---|---|\n| c | `d` |\n"
    Talk().goes(
        ("rules forty-five", "", ReadRules(0, Setup("forty-five", 5))),
        (Rules(0, text), "…* line 14\n(17 lines more: Enter goes on.)"),
        ("", "…* line 29\na; b\nc; d"),
        ("", "…"),
    )


def test_unknown_words_are_answered() -> None:
    """With what was probably meant, or where the word belongs; what draws nothing is named."""
    talk = Talk()
    assert talk.write("\ufeffhelp") == talk.write("help")
    talk.goes(
        ("histroy", "There is no command 'histroy'. Did you mean history? help lists them; say TEXT talks."),
        ("xyzzy\x1b[2J", "There is no command 'xyzzy\\x1b[2j'. help lists them…"),
        ("hel\0p", "There is no command 'hel\\x00p'. Did you mean help?…"),
        ("hand", "hand can only be used at a table."),
        ("hist", "", ListGames(0)),
        ("help history", "history: list your finished games."),
        ("quit", "Goodbye."),
    )
    assert talk.now.status == 0


# People and the account

KEYS = (KeyEntry("SHA256:abcdefghijklmnop", NOW, "laptop", current=True), KeyEntry("SHA256:qrstuvwxyz", NOW))
WAYS = "keys add adds one, keys name NUMBER TEXT names it, keys revoke NUMBER revokes it."


def test_keys_are_listed_named_added_and_revoked() -> None:
    """By their numbers; a revocation asks first, and the last key is worth a warning."""
    talk, device = Talk(REMOTE), "Within 10 minutes, type on the other device: ssh -t chwech@"
    talk.goes(
        *((line, "keys lists them with their numbers; keys add…", None) for line in ("keys name 1 x", "keys eat")),
        ("keys", "", ListKeys(0)),
        (Keys(0, "Megan", ()), "You have no key: a guest is forgotten. keys add keeps your name."),
        ("keys", ""),
        (
            Keys(0, "Megan", KEYS),
            f"1. SHA256:abcdefghijkl…: laptop, used for this visit.\n2. SHA256:qrstuvwxyz….\n{WAYS}",
        ),
        ("keys name 2 old box", "", NameKey(0, KEYS[1].key, "old box")),
        ("keys add", "", OfferKey(0)),
        (KeyCode(0, "abc-def", 600), f"{device}cards.example keys join abc-def"),
        ("keys revoke 1", "It will no longer let you in. You are here with it. keys revoke 1 yes does it.", None),
        ("keys revoke 1 yes", "", RevokeKey(0, KEYS[0].key, last=False)),
        (Keys(0, "Megan", KEYS[:1]), "1. SHA256…"),
        ("keys revoke 1", "…this account then. keys revoke 1 yes does it.", None),
    )
    told = f"{device}HOST keys join a\nReplace HOST with the address you connected to."
    talk = Talk(Join("this server", invitation="ssh -t chwech@HOST {code}"))
    talk.goes(("keys add", ""), (KeyCode(0, "a", 600), told))


def test_another_nickname_is_taken() -> None:
    """By rename or p, as on the screens; without a name it is said what to write, and what that changes."""
    talk = Talk(REMOTE)
    talk.goes(
        ("p", "What shall the others call you? Write rename and the name.\nYour old name becomes free…"),
        ("rename Bronwen", "", Rename(0, "Bronwen")),
        (Renamed(0, "Bronwen"), "You are Bronwen now."),
    )
    assert (talk.now.board.own, talk.now.link.identity.name) == ("Bronwen", "Bronwen")


def test_friends_and_whom_one_blocks() -> None:
    """The beginning of a name does for someone who is here; whoever is blocked is not heard."""
    talk = lobby()
    rhys, huw = Friend("Rhys", Where.TABLE, "red-sky"), Friend("Huw", Where.ELSEWHERE)
    friends = (Friend("Megan"), Friend("Nia", Where.LOBBY), rhys, huw)
    told = "Nia (friend): here.\nRhys (friend): red-sky.\nHuw (friend): online.\nOwain: here.\nEv[2Jil (blocked)."
    talk.goes(
        (LobbyChanged(9), ""),
        ("friends", "9 people online.", ListContacts(0)),
        (Contacts(0, friends, ("Ev\x1b[2Jil",)), told),
        ("friend", "Whom?…", None),
        ("friend ow", "", SetFriend(0, "Owain")),
        (Contacts(0), "Owain is your friend now."),
        ("unfriend Siân Llewellyn", "", SetFriend(0, "Siân Llewellyn", friend=False)),
        (Contacts(0), "Siân Llewellyn is not your friend any more."),
        ("friend Nobody", ""),
        (Refused(0, ErrorCode.UNKNOWN_PERSON, "nobody here has this name"), "Nobody here has this name."),
        ("block Owain", "", SetBlocked(0, "Owain")),
        (Contacts(0, blocked=("Owain",)), "You block Owain: you won't hear or see each other online."),
        (Invited("Owain", "red-sky"), ""),
        ("unblock Owain", "", SetBlocked(0, "Owain", blocked=False)),
        (Contacts(0), "You block Owain no longer."),
        (Invited("Owain", "red-sky-lamp", "roque"), "Owain invites you to Roque: go red-sky-lamp."),
    )
    assert talk.now.board.ignored == frozenset()


def test_invitations_and_reports() -> None:
    """Without a name the command is told by which others come; a report has a name, a colon and a text."""
    talk, here = lobby(), Stage(Setup()).table()
    talk.sit(here)
    talk.goes(
        (
            Invited("Owain", "red-sky-lamp", "roque", "Nia"),
            "Owain invites you to Roque at the table of Nia: leave, then go red-sky-lamp.",
        ),
        ("invite", f"Others join with: chwech join cards.example {here.table}"),
        ("invite Huw", "", Invite(0, "Huw", here.table)),
        (Accepted(0, 0), "Huw will see it if they are online."),
        *((line, "Write the name, a colon and…", None) for line in ("report", "report O", "report : x", "report O:")),
        ("report Siân Llewellyn: shouts: at all", "", ReportPerson(0, "Siân Llewellyn", "shouts: at all")),
        (Accepted(0, 0), "Siân Llewellyn is reported to those who run the server."),
    )


# Finished games and their replay

ENTRY = entry_of()
RECORD = record_of()
STEPS = steps_of(RECORD)
UNKNOWN = "This client cannot show this game."


def listed() -> Talk:
    """Give a dialogue in which the finished games were listed."""
    talk = Talk(Greet("/games"))
    talk.write("history")
    talk.answer(Games(0, (ENTRY,)))
    return talk


def replayed() -> Talk:
    """Give a dialogue in which the first deal of a game is shown."""
    talk = listed()
    talk.write(f"replay {ENTRY.game}")
    send_deal(talk, 1)
    return talk


def send_deal(talk: Talk, deal: int) -> str:
    """Answer the request for a deal, in two parts, and give what is told."""
    told = talk.answer(ReplayPart(0, STEPS[deal - 1][:3], more=True, deals=2))
    return told + talk.answer(ReplayPart(0, STEPS[deal - 1][3:], deals=2))


def test_finished_games() -> None:
    """A line for each game, and one for each kind of game."""
    played = Statistics(0, "Ann", 2, 1, 16, 400, "chwech", "exact multiples of nine", 3)
    talk = Talk(Greet("/games"))
    talk.goes(
        ("history", "", ListGames(0)),
        (Games(0, ()), "You haven't finished a game yet."),
        *((line, "Write replay and the number of a game: history lists…") for line in ("replay 3", "replay")),
        ("history", ""),
        (Games(0, (replace(ENTRY, hinted=(Seat(0), Seat(2))),)), f"{ENTRY.game}. …", ReadStatistics(0, "", "chwech")),
        (played, "Chwech: 2 games played, 1 won; 25.0 points a deal; exact multiples of nine: 3."),
        (f"replay {ENTRY.game}", "", ReadReplay(0, ENTRY.game)),
        (ReplayPart(0, ()), UNKNOWN),
        (f"export {ENTRY.game}", f"…chwech history {ENTRY.game} --data /games > game.jsonl"),
    )


def test_a_replay_goes_by_words() -> None:
    """Enter steps on; further deals are fetched when they are reached; what does not fit ends it."""
    talk = replayed()
    talk.goes(
        ("", "Deal 1 of 2, trick 1, play 1: …"),
        ("back", "Deal 1 of 2, as it was dealt…"),
        ("back", "There is no more in that direction."),
        ("trick", "…"),
        ("end", "", ReadReplay(0, ENTRY.game, 2)),
    )
    assert send_deal(talk, 2).startswith("Deal 2 of 2, the score: ")
    assert talk.write("sheet").startswith("Deal 2 of 2")
    assert talk.write("hands").count("\n") == 3
    talk.goes(
        ("deal back", "Deal 2 of 2, as it was dealt…"),
        ("start", "Deal 1 of 2, as it was dealt…"),
        ("close", "The replay is closed."),
    )
    talk.goes((f"replay {ENTRY.game}", "", ReadReplay(0, ENTRY.game, 1)), (ReplayPart(0, (), deals=2), UNKNOWN))


def test_a_deal_is_looked_back_at_by_a_word() -> None:
    """Luck and skill of each seat, then the turning points; from then on each step tells its worth."""
    talk, part = replayed(), review_of(ENTRY, STEPS[0], 1)
    talk.goes(("review", "Looking back at this deal…", ReadReview(0, ENTRY.game, 1)))
    told = talk.answer(part)
    lines = told.splitlines()
    assert len(lines) == 4 + 3
    assert lines[0].endswith(" 0: luck +2.5, skill −2.5 (±1.5).")
    assert lines[4].startswith("Trick 1: ")
    assert lines[4].endswith(" better (±1.2).")
    talk.goes(("review", told, None), ("", "… Worth −8.2; a pass instead: +3.5 (±1.2)."))


def test_a_bot_says_why_by_a_word() -> None:
    """At its play: what other choice was as good, and how both would have done."""
    talk = replayed()
    talk.goes(("why", "This asks about a bot: go to a play of one."))
    seats = [getattr(step.events[0], "seat", None) or 0 for step in STEPS[0]]
    number = next(number for number, seat in enumerate(seats) if number and ENTRY.names[seat].endswith("(bot)"))
    for _ in range(number):
        talk.write("")
    one = TurnReview(number, 1, Seat(1), "KH", 0.0, "2C", trials=Trials(40, 30, 2, 36, 4), mistake=True)
    talk.goes(("why", "", ReadReview(0, ENTRY.game, 1, number)))
    talk.goes(
        (
            ReviewPart(0, 1, (), (one,)),
            (
                "In 40 deals that fit what it knew, K♥ does better than 2♣ in 30, worse in 2. The trick is won in 36 "
                "of them, with 2♣ in 4. It would not choose so again."
            ),
        )
    )
    talk.goes(("stupid", "", Complain(0, 0, ENTRY.game, 1, number)), (Accepted(0, 0), "Kept for the host."))


def test_the_whole_game_is_looked_back_at_by_two_words() -> None:
    """Each deal is asked for once; then scores, luck and skill are of all deals, and each point names its deal."""
    talk = replayed()
    parts = [review_of(ENTRY, steps, number) for number, steps in enumerate(STEPS, start=1)]
    talk.goes(("review game", "Looking back at the whole game…"), *((part, "") for part in parts[:-1]))
    told = talk.answer(parts[-1])
    assert told.splitlines()[0].endswith(": luck +5.0, skill −5.0 (±2.1).")
    assert "Deal 2, trick" in told
    talk.goes(("review game", told, None))


def test_a_review_that_does_not_fit_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of another deal or table, or after the end of the replay; a game without a review is named."""
    talk, part = replayed(), review_of(ENTRY, STEPS[1], 2)
    talk.write("review")
    assert talk.hear(part) == talk.hear(replace(part, seats=part.seats[1:])) == ""
    talk.write("close")
    assert talk.hear(part) == ""
    talk = replayed()
    monkeypatch.delitem(REVIEWS, "chwech")
    talk.goes(*((line, "There is no review of Chwech.", None) for line in ("review", "review game")))


def test_the_game_just_played_is_found() -> None:
    """By its table; not yet stored, it is worth another try."""
    talk = Talk()
    talk.sit(replace(table(over_view(), TablePhase.OVER), table=ENTRY.table))
    talk.goes(
        ("v", "", ListGames(0)),
        (Games(0, ()), "This game is not among your finished games yet…"),
        ("v", ""),
        (Games(0, (ENTRY,)), "", ReadReplay(0, ENTRY.game, 1, 0)),
    )


# Rankings, days, tournaments


def test_the_rankings() -> None:
    """A line for each player, those without a place last; a game alone means each of its rulesets."""
    lines = (
        "Chwech, revised rules.",
        "1. Owain: rating 1803 ± 88, games 120.",
        "2. Megan (you): rating 1712 ± 96, games 84.",
        "3. steady bot: rating 1490 ± 71, games 1300.",
        "4. random bot: rating 802 ± 75, games 900.",
        "Rhiannon o Flaenau Ffest: rating 1540? ± 187, games 2.",
        "Chwech, revised rules, this month.",
        "1. Megan (you): rating 1612 ± 131, games 14.",
        "Earlier months.",
        "1. Owain: 2026-10.",
        "?: provisional, after few games. ± is how sure a rating is.",
        "Everyone starts each month at 1500; the order is by rating minus ±.",
    )
    of_month = (RankedPlayer(Rating(1612, 131, 14), "Megan", place=1, own=True),)
    found = Rankings(
        0, "chwech", "revised", RANKED, "2026-11", of_month, (MonthPlace("2026-10", "revised", 1, "Owain"),)
    )
    original = ReadRankings(0, "chwech", "original")
    Talk(Greet("/games")).goes(
        ("rankings chwech revised", "", ReadRankings(0, "chwech", "revised")),
        (found, "\n".join(lines)),
        ("rankings", "", ReadRankings(0, "chwech", "revised")),
        (Rankings(0, "chwech", "revised"), "Chwech, revised rules.\nNobody has played a rated game yet.", original),
        ("rankings bridge", "There are no rankings of 'bridge': there are chwech, forty-five, revised, original."),
        ("rankings chwech original rules", "", original),
        ("rankings orignal", "There are no rankings of 'orignal': did you mean original?"),
    )


def test_the_deal_of_the_day() -> None:
    """One's own line first, then what can be done, the best of each list, and the seal; later its seed."""
    talk, later = Talk(REMOTE), "today DAY shows an earlier day, such as today 2026-11-21."
    seal = f"…\nThe seal of the day: {'5a' * 32}.\n{later}"
    done = replace(TODAY, spent=True, result=RESULT, ends_at=NOW + 5.5 * 3600)
    result = "Your result: Chwech 312 · 21 Nov · 989369 · 3×9 · 2/6 · 4at7z8MVHKr1YaZPuwfM2bJfugMT."
    practice = "today practice plays the same deals for practice.\nStreak 5 days, longest 12."
    scores = "Scores: 200–224 (3 people), 325–349 (1 person).\nThis day: Megan 420, Nia 430 (with hints)."
    again = "today practice 2026-11-20 plays the same deals for practice."
    scored = "Scores: 150–174 (1 person, 2 bots), 250–274 (9 people, 6 bots), 275–299 (2 bots), "
    scored += "300–324 (4 people, with you)."
    talk.goes(
        ("today", "", ReadDaily(0)),
        (done, f"Deal of the day, 21 Nov: new cards in 5 h.\n{result}\n{practice}\n{scores}…"),
        ("today", ""),
        (done, seal),
        ("today", ""),
        (replace(YESTERDAY, ends_at=NOW - 1), f"…\nIts seed: {'17' * 32}.\n{later}"),
        ("today 2026-11-20", "", ReadDaily(0, "2026-11-20")),
        (
            replace(YESTERDAY, ends_at=NOW - 1),
            f"Deal of the day, 20 Nov: this day is over.\n{result}\n{again}\nStreak 1 day.\n{scored}…",
        ),
        ("today 20 Nov", "Write the day as in today 2026-11-21.", None),
        ("today practice 2026-11-20", "", PlayDaily(0, practice=True, day="2026-11-20")),
        ("today play", "", PlayDaily(0)),
        ("today practice", "", PlayDaily(0, practice=True)),
    )
    talk.write("today")
    told = talk.answer(replace(TODAY, of_day=best(9)))
    assert "You have not played yet: today play begins the game that counts." in told
    assert "Idris" not in told.splitlines()[2]
    talk.write("today")
    assert "today play resumes it." in talk.answer(replace(TODAY, spent=True, table="calm-river"))
    arrived = Seated(0, Stage(Setup()).table(), daily=DailyMark("2026-11-21"))
    assert ["this game counts." in talk.hear(arrived) for _time in range(2)] == [True, False]
    for errand in (Greet(daily=True), Join("cards.example", daily=True)):
        assert Talk(errand).latest() == ReadDaily(0)


def test_the_day_is_offered_where_a_game_ends() -> None:
    """As long as it is still to be played; nothing is said of it otherwise, nor at a table of the day."""
    view = Stage(Setup()).table()
    ended = Happened(9, RematchOffered("red-tree-sky", Seat(1)), replace(view, phase=TablePhase.OVER, seq=9))
    for daily, page, offer in (
        (None, TODAY, "You have not played the deal of the day yet: today play opens it."),
        (None, replace(TODAY, spent=True), ""),
        (DailyMark("2026-11-21"), TODAY, None),
    ):
        talk = Talk(REMOTE)
        talk.hear(Seated(0, view, daily=daily))
        talk.hear(ended)
        assert (talk.latest() == ReadDaily(0, own=True)) is (offer is not None)
        assert offer is None or talk.answer(replace(page, ends_at=NOW + 9)) == offer


def test_tournaments() -> None:
    """A line for each; one is told with its standings and the tables of the round; people enter and make them."""
    talk = lobby()
    shown, early = FROM_SERVER["tournament shown"], FROM_SERVER["tournament shown, before its start"]
    assert isinstance(shown, TournamentShown)
    assert isinstance(early, TournamentShown)
    standings = (
        "Round 2 of 3, you take part, bots play on after 2026-09-21 14:13 UTC.",
        "1. Megan (you): points 2½, opponents 4.0, margin +12.5.",
        "2. Ifan: points 1, opponents 0.0, margin +0.0.",
        "2. Nia: points 1, opponents 0.0, margin +0.0.",
        "Round 2.",
        "calm-river-lamp ★: Megan 54, bot 9, Ifan 27, bot 36.",
        "quiet-nine-king: Nia, bot, Owain, Rhys.",
    )
    talk.goes(
        ("tournament", "", ListTournaments(0)),
        (FROM_SERVER["tournaments"], "…tournament NUMBER shows one, tournament enter NUMBER enters it."),
        ("tournament", ""),
        (Tournaments(1, ()), "No tournaments yet."),
        ("tournament 3", "", ReadTournament(0, 3)),
        (shown, "…\n" + "\n".join(standings)),
        ("tournament enter 3", "", EnterTournament(0, 3)),
        ("tournament enter soon", "'soon' is not a tournament…", None),
    )
    talk.write("tournament 3")
    plan = replace(shown.tournament.plan, duplicate=True)
    told = talk.answer(replace(shown, tournament=replace(shown.tournament, plan=plan)))
    assert "league, duplicate, 3 rounds" in told
    assert "\n1. Megan (you): points +2.5.\n" in told
    own = TournamentShown(1, replace(early.tournament, yours=True), shown.standings)
    talk.goes(
        ("tournament 2", ""),
        (own, "…\nMegan (you).\nIfan.\nNia.\ntournament start 2 begins it."),
        ("tournament make Winter Cup", ""),
    )
    made = talk.latest()
    assert isinstance(made, MakeTournament)
    assert made.plan.name == "Winter Cup"
    with speaking("cy"):
        talk.goes(("twrnamaint cystadlu 3", "", EnterTournament(0, 3)))
