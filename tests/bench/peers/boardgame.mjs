// boardgame.io with its own server and its storage in memory, at tables of six: `node boardgame.mjs SOCKET`.
// Each player is sent the whole state as their view shows it; it ends with its standard input.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { begin, legal, play, view } from "./tricks.mjs";

// The packages lie in the folder of the peers, not beside this file.
const { Server } = createRequire(pathToFileURL(process.cwd() + "/").href)("boardgame.io/server");

const tricks = {
  name: "tricks",
  disableUndo: true,
  setup: begin,
  playerView: ({ G, playerID }) => view(G, Number(playerID)),
  moves: {
    play: {
      // Only the server knows all hands, so clients do not run it.
      client: false,
      move: ({ G, playerID }, card) => {
        const seat = Number(playerID);
        if (!legal(G, seat).includes(card)) return "INVALID_MOVE";
        play(G, seat, card);
      },
    },
  },
  turn: { minMoves: 1, maxMoves: 1, order: { first: () => 0, next: ({ G }) => G.turn } },
};

const server = Server({ games: [tricks], origins: ["*"] });
await server.run({ port: process.argv[2] });
console.log("ready");
process.stdin.on("end", () => process.exit(0)).resume();
