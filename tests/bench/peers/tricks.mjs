// A trick-taking game for six with nine cards each: the work of a table of Chwech, for the peers of the host.
// It is pure: nobody may act out of turn or against suit, and a view hides the other hands.

export const SEATS = 6;
const CARDS = 54;

function shuffled() {
  const pack = Array.from({ length: CARDS }, (_, card) => card);
  for (let last = CARDS - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [pack[last], pack[other]] = [pack[other], pack[last]];
  }
  return pack;
}

const suit = (card) => card % 4;

export function deal(game) {
  const pack = shuffled();
  game.deal += 1;
  game.hands = Array.from({ length: SEATS }, (_, seat) => pack.slice(9 * seat, 9 * seat + 9).sort((a, b) => a - b));
  game.won = Array(SEATS).fill(0);
  game.trick = [];
  game.last = [];
}

export function begin() {
  const game = { deal: 0, turn: 0, leader: 0, hands: [], trick: [], last: [], won: [], scores: Array(SEATS).fill(0) };
  deal(game);
  return game;
}

export function legal(game, seat) {
  if (seat !== game.turn) return [];
  const hand = game.hands[seat];
  if (!game.trick.length) return [...hand];
  const following = hand.filter((card) => suit(card) === suit(game.trick[0]));
  return following.length ? following : [...hand];
}

function taker(game) {
  let best = 0;
  game.trick.forEach((card, place) => {
    if (suit(card) === suit(game.trick[best]) && card > game.trick[best]) best = place;
  });
  return (game.leader + best) % SEATS;
}

// Plays a card that is legal; the next deal comes by itself.
export function play(game, seat, card) {
  game.hands[seat].splice(game.hands[seat].indexOf(card), 1);
  game.trick.push(card);
  game.turn = (seat + 1) % SEATS;
  if (game.trick.length < SEATS) return;
  game.turn = game.leader = taker(game);
  game.won[game.turn] += SEATS;
  game.last = game.trick;
  game.trick = [];
  if (game.hands[0].length) return;
  game.won.forEach((won, place) => (game.scores[place] += won));
  deal(game);
}

export function view(game, seat) {
  const seen = {
    deal: game.deal,
    turn: game.turn,
    leader: game.leader,
    hand: game.hands[seat],
    trick: game.trick,
    last: game.last,
    seats: game.hands.map((hand, place) => ({ cards: hand.length, won: game.won[place], score: game.scores[place] })),
  };
  if (game.turn === seat) seen.legal = legal(game, seat);
  return seen;
}
