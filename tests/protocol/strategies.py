"""Any message at all, for properties."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from protocol.cards import FACES, Suit
from protocol.chwech.actions import PASS, AceHeight, Play
from protocol.chwech.events import (
    DealEnded,
    DealSheet,
    Dealt,
    Ending,
    GameEnded,
    LeadPassed,
    Led,
    Passed,
    Played,
    TrickTaken,
)
from protocol.chwech.views import ChwechView, Phase, SeatView, Trick, Turn
from protocol.errors import ErrorCode
from protocol.messages import (
    Accepted,
    Act,
    Begin,
    Continue,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    JoinTable,
    LeaveTable,
    ListTables,
    OpenTable,
    Ping,
    Pong,
    ReadRules,
    Refused,
    Rules,
    Seated,
    TableChanged,
    Tables,
    Welcome,
)
from protocol.seating import (
    Began,
    FillSeats,
    GiveHost,
    HostGiven,
    QuickTable,
    Readied,
    Rematch,
    RematchOffered,
    Removed,
    RemoveSeat,
    SeatLeft,
    SeatTaken,
    SetReady,
)
from protocol.setup import Arrangement, Clock, Delay, GameOffer, OptionOffer, Setup
from protocol.tableview import Occupant, TableEntry, TablePhase, TableView
from protocol.vocabulary import Seat

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For properties of large values, on a machine that has other things to do."""

numbers = st.integers(0, 2**63 - 1)
ids = st.integers(1, 2**63 - 1)
words = st.text(max_size=12)
seats = st.integers(0, 31).map(Seat)
scores = st.lists(st.integers(0, 10_000), max_size=7).map(tuple)
cards = st.sampled_from(FACES)
hands = st.lists(cards, max_size=9).map(tuple)
suits = st.sampled_from(Suit)
plays = st.builds(Play, cards, st.none() | st.sampled_from(AceHeight), st.none() | suits)
actions = st.just(PASS) | plays
values = st.booleans() | st.integers(0, 1_000_000) | words
setups = st.builds(Setup, words, st.integers(1, 32), st.dictionaries(words, values, max_size=5), seats)
hashes = st.none() | st.binary(min_size=32, max_size=32).map(bytes.hex)
sheets = st.builds(DealSheet, seats, st.sampled_from(Ending), scores, scores, scores, scores, scores, hashes, hashes)

events = st.one_of(
    st.builds(SeatTaken, seats, words, words, words),
    st.builds(SeatLeft, seats, words),
    st.builds(Removed, seats, words, words),
    st.builds(HostGiven, seats, words),
    st.builds(Readied, seats, st.booleans()),
    st.builds(RematchOffered, st.text(min_size=1, max_size=12), seats),
    st.just(Began()),
    st.builds(Dealt, ids, seats, st.lists(hands, max_size=7).map(tuple), hashes, hashes),
    st.builds(Led, seats, plays),
    st.builds(LeadPassed, seats),
    st.builds(Played, seats, plays),
    st.builds(Passed, seats),
    st.builds(TrickTaken, seats, hands),
    st.builds(DealEnded, sheets),
    st.builds(GameEnded, scores, st.lists(seats, max_size=7).map(tuple)),
)

_turns = st.lists(st.builds(Turn, seats, st.none() | plays), max_size=7).map(tuple)
_tricks = st.builds(Trick, _turns, st.none() | suits, st.none() | seats)
_seat_views = st.builds(SeatView, numbers, numbers, numbers, numbers, hands)
views = st.builds(
    ChwechView,
    viewer=st.none() | seats,
    ruleset=words,
    deal=numbers,
    deals=numbers,
    dealer=seats,
    phase=st.sampled_from(Phase),
    turn=st.none() | seats,
    seats=st.lists(_seat_views, max_size=7).map(tuple),
    hand=hands,
    legal=st.lists(actions, max_size=9).map(tuple),
    trick=_tricks,
    last_trick=st.none() | _tricks,
    sheets=st.lists(sheets, max_size=2).map(tuple),
    commitment=hashes,
    winners=st.lists(seats, max_size=7).map(tuple),
)
tables = st.builds(
    TableView,
    table=st.text(min_size=1, max_size=12),
    seq=numbers,
    setup=setups,
    phase=st.sampled_from(TablePhase),
    seats=st.lists(st.none() | st.builds(Occupant, words, words, st.booleans()), max_size=7).map(tuple),
    viewer=st.none() | seats,
    host=st.none() | seats,
    waits_for=st.lists(seats, max_size=7).map(tuple),
    game=st.none() | views,
)
_entries = st.builds(
    TableEntry,
    table=st.text(min_size=1, max_size=12),
    setup=setups,
    phase=st.sampled_from(TablePhase),
    names=st.lists(words, max_size=7).map(tuple),
    summary=words,
    yours=st.booleans(),
    total=st.none() | st.integers(-1000, 10_000),
)
_lists = st.lists(words, max_size=3).map(tuple)
_options = st.builds(
    OptionOffer,
    words,
    words,
    st.lists(values, max_size=3).map(tuple),
    least=numbers,
    most=numbers,
    players=scores,
    needs=st.dictionaries(words, values, max_size=2),
)
_fallbacks = st.dictionaries(words, words, max_size=2)
_offers = st.builds(GameOffer, words, scores, st.lists(_options, max_size=2).map(tuple), _lists, fallbacks=_fallbacks)

_clocks = st.builds(Clock, st.floats(0, 1e6), st.floats(0, 3600))
_arrangements = st.builds(Arrangement, _clocks, st.booleans(), st.booleans(), st.sampled_from(Delay), st.booleans())

hellos = st.builds(Hello, st.just((1, 1)), words, words, words, _lists, words)
commands: st.SearchStrategy[FromClient] = st.one_of(
    st.builds(Ping, ids),
    st.builds(ListTables, ids),
    st.builds(ReadRules, ids, setups),
    st.builds(OpenTable, ids, setups, _lists, st.floats(0, 10), words, _arrangements),
    st.builds(QuickTable, ids, setups),
    st.builds(SetReady, ids, st.booleans()),
    st.builds(FillSeats, ids, st.none() | seats),
    st.builds(RemoveSeat, ids, seats, words),
    st.builds(GiveHost, ids, seats, words),
    st.builds(Rematch, ids),
    st.builds(JoinTable, ids, st.text(min_size=1, max_size=12), st.none() | numbers, st.booleans()),
    st.builds(LeaveTable, ids, words),
    st.builds(Begin, ids),
    st.builds(Continue, ids, numbers),
    st.builds(Act, ids, numbers, actions),
)
from_client = hellos | commands

welcomes = st.builds(
    Welcome, st.just(1), words, words, st.lists(_offers, max_size=2).map(tuple), token=words, features=_lists
)
news: st.SearchStrategy[FromServer] = st.one_of(
    st.builds(Pong, ids),
    st.builds(Tables, ids, st.lists(_entries, max_size=3).map(tuple)),
    st.builds(Rules, ids, words),
    st.builds(Seated, ids, tables, numbers),
    st.builds(Accepted, ids, numbers),
    st.builds(Refused, st.none() | ids, st.sampled_from(ErrorCode), words, st.none() | tables),
    st.builds(Happened, numbers, events, tables),
    st.builds(TableChanged, tables),
)
goodbyes = st.builds(Goodbye, words, words)
from_server = welcomes | news | goodbyes
