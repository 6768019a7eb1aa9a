"""The forms of a new table and of a new tournament: only what applies is shown, and only what differs is asked for."""

import pytest
from msgspec.structs import replace

from chwech_tui.describe import CLOCKS
from chwech_tui.model.form import (
    DAYS,
    MOVES,
    Form,
    arrangement_of,
    as_remembered,
    blank_form,
    field,
    fields,
    plan_of,
    remembered,
    setup_of,
    with_game,
)
from games.registry import GAMES as KNOWN
from games.registry import GAMES as RULES
from protocol.setup import Arrangement, Delay, GameOffer, Setup
from protocol.tournaments import TournamentPlan
from server.tables.clock import check_clock

GAMES = {"Chwech": GameOffer("chwech", RULES["chwech"].players, RULES["chwech"].options, ("steady", "random"))}


def names(form: Form) -> list[str]:
    """Give the choices that are shown."""
    return [row.name for row in fields(form)]


def value(form: Form, name: str) -> str:
    """Give a value as it is shown."""
    return field(form, name).value


def step(form: Form, name: str, by: int | None) -> Form:
    """Give the form with a choice so many values on; for None at the next usual one."""
    known = field(form, name)
    changed: Form = known.put(known.after(by))
    return changed


def players(number: int) -> Form:
    """Give the form for so many players."""
    form = blank_form(GAMES)
    while form.players != number:
        form = step(form, "players", 1)
    return form


def test_a_blank_form_is_the_usual_game() -> None:
    """It asks for nothing that does not apply any more, nor for what leaves no choice."""
    assert setup_of(blank_form(GAMES)) == Setup("chwech", 6)
    form = step(players(6), "jokers_per_trick", 1)
    assert setup_of(form).options == {"jokers_per_trick": "one"}
    assert setup_of(step(form, "ruleset", 1)).options == {"ruleset": "original"}
    form = blank_form({"Two": GameOffer("two", (2,), (), ("steady", "random"))})
    assert [value(step(form, "bots", by), "bots") for by in (1, 2)] == ["random", "steady"]
    assert "bots" not in names(blank_form({"Chwech": GameOffer("chwech", RULES["chwech"].players, (), ())}))


def test_only_options_that_apply_are_shown() -> None:
    """Packs are for five and seven, Jokers not for four, equal cards not for five."""
    rules = ["ruleset", "deals", "duplicate", "review_won"]
    assert names(players(4)) == ["players", "bots", "pace", "coach", *rules, "rated"]
    assert "five_pack" in names(players(5))
    assert "seven_pack" in names(players(7))
    assert "thirteens_as_jokers" in names(players(7))
    assert "thirteens_as_jokers" not in names(step(players(7), "seven_pack", 1))
    assert "jokers_per_trick" not in names(step(players(6), "ruleset", 1))


def test_a_number_in_steps_goes_by_its_steps_or_leaps_to_the_usual_ones() -> None:
    """Any of them can be chosen; a whole step back from the first is the last."""
    form = blank_form({"Roque": GameOffer("roque", (4,), RULES["roque"].options, ("steady",))})
    assert setup_of(step(form, "target", -1)).options == {"target": 500}
    assert [
        setup_of(step(one, "target", None)).options.get("target") for one in (form, step(form, "target", None))
    ] == [255, 1005]
    assert setup_of(step(step(form, "target", 1), "target", None)).options == {}
    assert setup_of(step(form, "forced_dealer", None)).options == {"forced_dealer": True}


def test_a_duplicate_game_offers_the_deals_that_fit() -> None:
    """They are multiples of the players, twice at the least; what fits no longer becomes the usual number."""
    form = step(step(blank_form(GAMES, KNOWN), "deals", 1), "duplicate", 1)
    assert setup_of(form).options == {"duplicate": True}
    seen = []
    for _time in range(4):
        form = step(form, "deals", 1)
        seen.append(form.options["deals"])
    assert seen == [12, 18, 24, 0]
    assert setup_of(step(step(form, "deals", 1), "players", 1)).options == {"duplicate": True}
    assert setup_of(step(step(form, "deals", 1), "duplicate", 1)).options == {"deals": 12}


def test_each_bot_may_have_a_level_of_its_own() -> None:
    """After the last level for all comes one for each other seat; more players bring more of them."""
    form = players(4)
    assert form.bots == ("steady",)
    form = step(form, "bots", -1)
    assert value(form, "bots") == "each its own"
    assert names(form)[1:6] == ["bots", "bot_2", "bot_3", "bot_4", "pace"]
    form = step(form, "bot_3", 1)
    assert form.bots == ("steady", "random", "steady")
    assert value(form, "bot_3") == "random"
    assert step(form, "players", 1).bots == ("steady", "random", "steady", "steady")
    assert step(step(form, "players", 1), "players", -1).bots == form.bots
    assert step(form, "bots", 1).bots == ("steady",)
    assert step(form, "bots", -1).bots == ("random",)


def test_a_form_is_filled_as_it_was_left() -> None:
    """What is still on offer comes back; what is not, no text of a form, or one too long leaves the defaults."""
    shared = blank_form(GAMES, KNOWN, shared=True)
    form = step(step(step(players(4), "bots", 1), "pace", 1), "rated", 1)
    assert as_remembered(blank_form(GAMES), remembered(form)) == form
    run = step(step(shared, "clock", 2), "ruleset", 1)
    assert as_remembered(shared, remembered(run)) == run
    assert as_remembered(blank_form(GAMES), remembered(run)).arrangement is None
    fewer = {"Chwech": replace(GAMES["Chwech"], players=(6,), bots=("strong",), options=())}
    assert as_remembered(blank_form(fewer), remembered(form)) == replace(
        blank_form(fewer), pace=form.pace, rated=form.rated
    )
    for text in ("", "[]", '{"game": "whist", "deals": 3}', '{"game": "chwech", "deals": true, "bots": 4}'):
        assert setup_of(as_remembered(shared, text)).options == {}
    form = replace(players(4), bots=("a level with a name of many letters",) * 9)
    assert remembered(form) == ""


def test_how_a_table_is_run_is_chosen_where_others_can_come() -> None:
    """Every choice goes round; when people are told is asked only where they may watch."""
    form = blank_form(GAMES, shared=True)
    assert names(form)[-7:] == ["listed", "clock", "watching", "delay", "takeover", "foreign_bots", "hints"]
    unhinted = blank_form({"Chwech": replace(GAMES["Chwech"], hints=False)}, shared=True)
    assert names(unhinted) == names(form)[:-1], "the server has none"
    assert form.arrangement == Arrangement()
    assert value(form, "listed") == "everybody"
    for name in ("listed", "clock", "delay", "takeover", "foreign_bots", "hints"):
        form = step(form, name, 1)
    assert (value(form, "listed"), value(form, "delay")) == ("by code only", "a trick later")
    form = step(form, "watching", 1)
    assert "delay" not in names(form)
    assert form.arrangement == Arrangement(
        CLOCKS[1], listed=False, watching=False, delay=Delay.TRICK, takeover=False, foreign_bots=False, hints=False
    )
    assert setup_of(form) == Setup("chwech", 6)
    assert "listed" not in names(blank_form(GAMES))


def test_another_game_has_choices_of_its_own() -> None:
    """With several games on offer the first row chooses one; its own defaults follow, how the table is run stays."""
    other = GameOffer("other", (3, 4), (), ())
    form = step(blank_form({**GAMES, "Other": other}, shared=True), "takeover", 1)
    assert names(form)[0] == "game"
    assert value(form, "game") == "Chwech"
    after = step(form, "game", 1)
    assert (value(after, "game"), value(after, "players")) == ("Other", "3")
    assert setup_of(after) == Setup("other", 3)
    assert after.arrangement == form.arrangement
    assert setup_of(step(after, "game", 1)) == Setup("chwech", 6)


def test_the_form_speaks_in_the_words_of_the_game() -> None:
    """The title of an option, its value, what that changes; of one that is not known here its name and sentence."""
    form = blank_form(GAMES, KNOWN)
    row = field(form, "jokers_per_trick")
    assert (row.label, row.value) == ("Jokers per trick", "any number")
    assert row.about == "Several players may play a Joker to the same trick."
    row = field(step(form, "deals", 1), "deals")
    assert (row.label, row.value) == ("Deals", "1")
    row = field(blank_form(GAMES), "jokers_per_trick")
    assert (row.label, row.value) == ("jokers per trick", "any")
    assert row.about == "Jokers per trick"


def test_a_table_is_rated_unless_it_is_made_casual() -> None:
    """Alone or with others, and whatever game is chosen afterwards."""
    for shared in (False, True):
        form = blank_form(GAMES, shared=shared)
        assert arrangement_of(form) == Arrangement()
        assert value(form, "rated") == "yes"
        casual = step(form, "rated", 1)
        assert arrangement_of(casual) == Arrangement(casual=True)
        assert arrangement_of(step(casual, "rated", 1)) == Arrangement()


def test_a_level_that_cannot_play_says_what_plays_in_its_place() -> None:
    """Where its meaning stands otherwise."""
    offer = GameOffer("chwech", (6,), (), ("steady", "strong"), fallbacks={"strong": "steady"})
    form = blank_form({"Chwech": offer})
    abouts = [field(one, "bots").about for one in (form, step(form, "bots", 1))]
    assert abouts == ["steady bots play to win", "strong bots cannot play here now: steady ones play in their place"]


OFFERS = {name: GameOffer(name, game.players, game.options, ("steady", "easy")) for name, game in RULES.items()}


BLANK = replace(blank_form(OFFERS), plan=TournamentPlan("Cup"))


def test_a_tournament_has_a_line_for_every_choice() -> None:
    """Those of the tables too, but for what the server decides there; the rest is as the command has it."""
    assert plan_of(BLANK) == TournamentPlan("Cup", Setup("chwech", 6))
    assert names(BLANK)[:7] == ["form", "rounds", "clock", "days", "duplicate", "game", "players"]
    assert "bots" in names(BLANK)
    assert not {"pace", "rated", "listed"} & {*names(BLANK)}
    assert all(
        row.label and row.about and row.value
        for row in fields(replace(BLANK, plan=TournamentPlan("Cup", rounds=3, days=7)))
    )


def test_a_duplicate_tournament_is_for_games_that_can_be_compared() -> None:
    """The choice is that of the tournament, not of its tables; a game without it has no such line."""
    form = step(BLANK, "duplicate", 1)
    assert plan_of(form) == TournamentPlan("Cup", Setup("chwech", 6), duplicate=True)
    assert value(form, "duplicate") == "yes"
    games = {"Ten": GameOffer("ten", (4,), (), ("steady",))}
    other = replace(blank_form(games), plan=form.plan)
    assert "duplicate" not in names(other)
    assert not plan_of(other).duplicate


@pytest.mark.parametrize("form", [blank_form(OFFERS, KNOWN, shared=True), BLANK], ids=["table", "tournament"])
def test_every_choice_goes_round(form: Form) -> None:
    """A step forth and one back change nothing; each of its values can be had, and is shown; the server takes all."""
    for game in OFFERS:
        chosen = with_game(form, game)
        for known in fields(chosen):
            there = known.put(known.after(1))
            assert known.name == "game" or field(there, known.name).after(-1) == known.now
            for value in known.values:
                changed = known.put(value)
                assert changed is None or known.name == "game" or field(changed, known.name).now == value
                assert all((known.label, known.words(value)))
    for clock in MOVES:
        check_clock(clock)
    assert max(DAYS) <= 100
