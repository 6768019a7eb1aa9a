"""The moves of Chwech: what each key does on the viewer's turn, and why it does nothing."""

from typing import Final

from chwech_tui.games.chwech.words import has_jokers, play_line, play_words
from chwech_tui.games.ranks import SUIT_KEYS, suit_choice, suit_hint
from chwech_tui.model.cards import card_words, suit_words
from chwech_tui.model.game import Choice, Move
from chwech_tui.model.ink import plain
from protocol.cards import Card, Rank, Suit
from protocol.chwech.actions import PASS, AceHeight, Pass, Play
from protocol.chwech.views import ChwechView, Phase
from protocol.language import N_, _
from protocol.vocabulary import Action

HEIGHT_KEYS: Final = {AceHeight.HIGH: "h", AceHeight.LOW: "l"}
"""The key that names each height of an Ace."""

_HEIGHT_WORDS: Final = {AceHeight.HIGH: N_("high"), AceHeight.LOW: N_("low")}
"""What each height of an Ace is called, marked for translation."""

HEIGHTS: Final = {rank: height for height, rank in enumerate(Rank)}
"""How high each rank is inside a trick, for a hand sorted by rank; a Joker stands last."""


def plays_of(view: ChwechView, card: Card) -> tuple[Play, ...]:
    """Return every legal way to play a card."""
    return tuple(action for action in view.legal if isinstance(action, Play) and action.card == card)


def action_words(action: Action) -> str:
    """Return a play or a pass as part of a sentence."""
    return plain(play_line(action)) if isinstance(action, Play) else _("pass")


def usable(view: ChwechView) -> tuple[Card, ...]:
    """Return the cards that can be played."""
    return tuple(action.card for action in view.legal if isinstance(action, Play))


def moves(view: ChwechView, card: Card | None) -> tuple[Move, ...]:
    """Return the play of the chosen card, and the pass."""
    plays = plays_of(view, card) if card is not None else ()
    play = (_play(plays),) if plays else ()
    can_pass = any(isinstance(action, Pass) for action in view.legal)
    return (*play, Move("p", _("pass"), (Choice("p", _("pass"), PASS),))) if can_pass else play


def _play(plays: tuple[Play, ...]) -> Move:
    """Return the move that plays a card, and asks for the height of an Ace or the suit of a Joker where it has two."""
    first = plays[0]
    if len(plays) == 1:
        return Move("enter", play_words(first), (Choice("enter", "", first),))
    label = f"{play_words(Play(first.card))}…"
    if first.ace:
        heights = tuple(Choice(HEIGHT_KEYS[play.ace], _(_HEIGHT_WORDS[play.ace]), play) for play in plays if play.ace)
        return Move("enter", label, heights, _("Ace:"), _("h for high or l for low"))
    suits = {play.suit: play for play in plays}
    named = tuple(suit_choice(suit, suits[suit]) for suit in SUIT_KEYS if suit in suits)
    joker = first.card.rank is Rank.JOKER
    question = _("Joker stands for:") if joker else _("Thirteen stands for:")
    return Move("enter", label, named, question, suit_hint(named))


def refusal(view: ChwechView, key: str, card: Card | None) -> str:
    """Return why the viewer cannot pass, or cannot play the chosen card."""
    if key == "p" or card is None:
        return _("The first lead of a deal cannot be passed: lead a card.")
    if view.phase is not Phase.FOLLOWING:
        return _("A Joker cannot be led.")
    if card.rank is Rank.JOKER:
        return _("A Joker has been played to this trick already: only one may be.")
    suit = suit_words(view.trick.suit) if view.trick.suit else _("the suit led")
    if not usable(view):
        return _("You cannot follow {suit}: you can only pass.", suit=suit)
    if not has_jokers(len(view.seats)):
        return _("That card does not follow: play {suit}, or pass.", suit=suit)
    return _("That card does not follow: play {suit} or a Joker, or pass.", suit=suit)


def premove_refusal(view: ChwechView, card: Card | None) -> str:
    """Return why a card, or a pass without one, cannot be a premove: a lead is chosen at the turn.

    A pass can be a premove only once the trick is led, so that a second key press never passes the next trick too.
    """
    suit = view.trick.suit
    if view.legal:
        if view.phase is not Phase.FOLLOWING:
            return _not_for_the_lead(card)
        return "" if card is None or plays_of(view, card) else _cannot_follow(view, card, suit)
    acted = any(turn.seat == view.viewer for turn in view.trick.turns)
    if card is None:
        return "" if suit is not None and not acted else _("You can choose to pass the next trick once it is led.")
    # A red Thirteen may count as a Joker, which only the legal actions of the turn tell.
    joker = card.rank in {Rank.JOKER, Rank.THIRTEEN}
    return "" if suit is None or acted or joker or card.suit is suit else _cannot_follow(view, card, suit)


def _not_for_the_lead(card: Card | None) -> str:
    if card is None:
        return _("The lead is yours: the pass was not meant for that.")
    return _("The lead is yours: {card} was not meant for that.", card=card_words(card))


def _cannot_follow(view: ChwechView, card: Card, suit: Suit | None) -> str:
    if card.rank is Rank.JOKER or suit is None:
        return refusal(view, "enter", card)
    led, tried = suit_words(suit).capitalize(), card_words(card)
    return _("{suits} were led: {card} cannot follow.", suits=led, card=tried)
