"""The codes of tables: three words that a person can say aloud, and how a typed code is read."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

WORDS_OF_A_CODE: Final = 3
"""The number of words in a code: almost four thousand million codes, far too many to guess."""

_NO_LETTER: Final = re.compile(r"[^a-z0-9]+")

SHUNNED: Final = frozenset(
    """
    abandon absurd abuse accident accuse acid addict afraid alarm alcohol alien alone anger angry anxiety apology argue
    arm armed army arrest arrow assault asthma attack avoid awful awkward bachelor barely battle beef behave betray bind
    bitter blade blame blast bleak bless blind blood body boil bomb bone boring boss bottom boy brain broken bullet
    bunker burden burst cage cancel cannon carbon cash casino casual catch caught caution cave chaos chest child chronic
    cigar citizen civil claw clinic clog clump clutch congress crack cradle cram crash crater crawl crazy crime critic
    crouch crowd crucial cruel crumble crunch crush cry curtain damage damp danger debate debris decline decrease
    defense defy degree demise denial dentist deny despair destroy devote diesel diet dilemma dirt disagree disease
    dismiss disorder divert divide divorce dizzy dose drastic drill drink drip dumb dutch dwarf empty end enemy enforce
    enlist erase erode erosion error erupt escape eternal evidence evil exclude excuse execute exhaust exile exit expire
    expose faint faith fall false fat fatal fatigue fault federal fee female fever few fire fiscal flame flee foil force
    fossil fragile fury gap garbage gas gasp ghost girl gloom goddess gospel govern grab grief grit grunt guard guilt
    gun gym habit hair hammer hard harsh hawk hazard hip hollow horn horror hospital human hungry hunt hurdle hurry hurt
    husband idle ignore ill illegal illness immune impose infant inflict inhale inject injury inmate insane insect
    isolate jealous judge junk kick kid kidney kiss knee knife knock lava law lawsuit lazy leg liar limb loan lonely
    loud mad maid mammal man mandate mass meat mercy misery miss mistake mom monster moral mosquito mother mule muscle
    naive nasty nation negative neglect neither nerve never nothing nuclear nurse nut obey obscure odor oppose organ
    orphan panic patient patrol peasant penalty person pig pill pistol pitch pluck plunge police pony poverty prison
    private problem prosper pulp punch push quit race raven raw razor rebel refuse regret reject rely remove retire
    retreat rib rifle riot risk ritual rival rough rubber rude sad sadness satoshi scare scatter science scorpion scrap
    scrub sentence shadow shaft shallow sheriff shiver shock shoot short shove shrimp shrug sibling sick siege silly
    siren skin skirt skull slab slam slender slice slim slogan slot slow slush smoke snake sniff soldier sorry soul
    spawn spider spike spoil spy squeeze stick sting stomach strike struggle stuff stumble submit suffer surround
    suspect swallow swamp swarm swear sword symptom syrup tackle tattoo text theory throw thumb tired tissue tobacco toe
    toilet tongue tooth topple tornado toss tragic trap trash trial tribe trigger trouble tumble typical ugly unable
    unaware under unfair unhappy unknown upset urge useless vacant vague vanish veteran vicious virus void volcano vote
    want warfare warrior wash wasp waste weapon weasel weird wet whip wife witness wolf woman worry wreck wrestle wrist
    wrong youth zero
    """.split()  # noqa: SIM905 - six hundred words read better as words
)
"""Words of the list that no invitation should hold: of death, illness, violence, crime, insult, bodies and politics."""


def table_code(entropy: bytes) -> str:
    """Return three different words drawn from at least five random bytes; the caller checks that no table has them."""
    words = list(words_of_codes())
    number = int.from_bytes(entropy, "big")
    drawn = []
    for _ in range(WORDS_OF_A_CODE):
        # A word that is drawn leaves the list, so that none comes twice.
        number, place = divmod(number, len(words))
        drawn.append(words.pop(place))
    return "-".join(drawn)


def read_code(text: str) -> str:
    """Return a typed code in its stored form: capitals, spaces and hyphens do not matter."""
    return _NO_LETTER.sub("-", text.casefold()).strip("-")


@cache
def words_of_codes() -> tuple[str, ...]:
    """Return the words that codes are made of, read when the first table is opened."""
    words = (files("mnemonic") / "wordlist" / "english.txt").read_text("utf-8").split()
    return tuple(word for word in words if word not in SHUNNED)
