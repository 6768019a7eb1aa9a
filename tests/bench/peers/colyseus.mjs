// Colyseus in both of its ways, at tables of six: `node colyseus.mjs SOCKET`; it ends with its standard input.
// Room "messages" tells each player the event and a full view at once; room "patches" keeps a schema, of which each
// player is sent what has changed at the usual rate, and tells at once only whose turn it is and that a card is taken.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { SEATS, begin, legal, play, view } from "./tricks.mjs";

// The packages lie in the folder of the peers, not beside this file.
const require = createRequire(pathToFileURL(process.cwd() + "/").href);
const load = (name) => import(pathToFileURL(require.resolve(name)).href).then((module) => module.default ?? module);
const { Room, Server } = await load("@colyseus/core");
const { StateView, schema, t } = await load("@colyseus/schema");
const { WebSocketTransport } = await load("@colyseus/ws-transport");

class Messages extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.game = begin();
    this.seq = 0;
    this.setPatchRate(null);
    this.onMessage("play", (client, { id, seq, card }) => this.#play(client, id, seq, card));
  }

  onJoin(client) {
    client.userData = { seat: this.clients.length - 1 };
    if (this.clients.length === SEATS) this.#tell({ began: true });
  }

  #play(client, id, seq, card) {
    const { seat } = client.userData;
    if (seq !== this.seq || !legal(this.game, seat).includes(card)) return client.send("refused", { id });
    play(this.game, seat, card);
    this.seq += 1;
    client.send("accepted", { id });
    this.#tell({ seat, card });
  }

  #tell(event) {
    for (const client of this.clients) {
      client.send("happened", { seq: this.seq, event, view: view(this.game, client.userData.seat) });
    }
  }
}

const Seat = schema(
  { cards: t.uint8(), won: t.uint8(), score: t.uint16(), hand: t.array("uint8").view() },
  "Seat",
);
const Table = schema(
  {
    seq: t.uint32(),
    deal: t.uint16(),
    turn: t.uint8(),
    leader: t.uint8(),
    trick: t.array("uint8"),
    last: t.array("uint8"),
    seats: t.array(Seat),
  },
  "Table",
);

class Patches extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.game = begin();
    this.state = new Table();
    this.state.seq = 0;
    for (let seat = 0; seat < SEATS; seat++) this.state.seats.push(new Seat());
    this.#draw();
    this.onMessage("play", (client, { id, seq, card }) => this.#play(client, id, seq, card));
  }

  onJoin(client) {
    const seat = this.clients.length - 1;
    client.userData = { seat };
    client.view = new StateView();
    client.view.add(this.state.seats[seat]);
    if (this.clients.length === SEATS) this.#call();
  }

  #play(client, id, seq, card) {
    const { seat } = client.userData;
    if (seq !== this.state.seq || !legal(this.game, seat).includes(card)) return client.send("refused", { id });
    play(this.game, seat, card);
    this.state.seq += 1;
    this.#draw();
    client.send("accepted", { id });
    this.#call();
  }

  // Brings the schema up to date, touching only what has changed.
  #draw() {
    const { game, state } = this;
    for (const name of ["deal", "turn", "leader"]) if (state[name] !== game[name]) state[name] = game[name];
    copy(game.trick, state.trick);
    copy(game.last, state.last);
    game.hands.forEach((hand, place) => {
      const seat = state.seats[place];
      const now = { cards: hand.length, won: game.won[place], score: game.scores[place] };
      for (const name in now) if (seat[name] !== now[name]) seat[name] = now[name];
      copy(hand, seat.hand);
    });
  }

  #call() {
    const { turn } = this.game;
    const next = this.clients.find((client) => client.userData.seat === turn);
    next?.send("turn", { seq: this.state.seq, view: { legal: legal(this.game, turn) } });
  }
}

function copy(from, to) {
  if (from.length === to.length && from.every((value, place) => value === to[place])) return;
  const gone = to.findIndex((value, place) => value !== from[place]);
  if (gone >= 0 && from.length === to.length - 1) return to.splice(gone, 1);
  if (gone < 0 && from.length > to.length) return to.push(...from.slice(to.length));
  to.splice(0, to.length);
  to.push(...from);
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define("messages", Messages);
server.define("patches", Patches);
await server.listen(process.argv[2]);
console.log("ready");
process.stdin.on("end", () => process.exit(0)).resume();
