import { assert } from "chai";
import { IllegalMoveError, Position } from "volo-rules";
import { test } from "#test";
import { readJsonl } from "./jsonl.js";

/** @param {string} fen @param {string[]} moves */
function played(fen, moves) {
  return moves.reduce((position, move) => position.play(move), Position.fromFen(fen));
}

test("the legal moves match the captions of the figures", async () => {
  const figures = await readJsonl("figures.jsonl");
  assert.deepEqual(
    figures.map(({ figure }) => figure),
    [4, 5, 6, 7, 8, 9, 10],
  );
  for (const { fen, caption, legal_moves: legal, flights_of: birds, flights } of figures) {
    const moves = Position.fromFen(fen).legalMoves({ verbose: true });
    if (legal !== undefined) {
      assert.sameMembers(moves.map(String), legal, caption);
    }
    if (flights !== undefined) {
      const flown = moves.filter(({ kind, from }) => kind === "fly" && from.every((space) => birds.includes(space)));
      assert.sameMembers(flown.map(String), flights, caption);
    }
  }
});

test("illegal moves break the rulings of the captions", async () => {
  for (const { fen, refused, caption } of await readJsonl("figures.jsonl")) {
    const position = Position.fromFen(fen);
    for (const [move, ruling] of Object.entries(refused ?? {})) {
      try {
        position.play(move);
        assert.fail(`${move} is not refused: ${caption}`);
      } catch (error) {
        assert.instanceOf(error, IllegalMoveError, `${move}: ${caption}`);
        assert.include(error, { move, ruling }, caption);
      }
      assert.isFalse(position.isLegal(move));
    }
  }
});

test("lines of moves match the captions", async () => {
  for (const { fen, lines, caption } of await readJsonl("figures.jsonl")) {
    for (const { play, winner, reason, birds, flocks, winning_replies: replies } of lines) {
      const position = played(fen, play);
      const outcome = position.outcome();
      assert.equal(outcome?.reason ?? null, reason, caption);
      assert.equal(outcome === null ? null : (outcome.winner ?? "draw"), winner, caption);
      for (const color of /** @type {const} */ (["orange", "blue"])) {
        if (birds[color] !== undefined) {
          assert.lengthOf(position.birds(color), birds[color], caption);
        }
        if (flocks?.[color] !== undefined) {
          assert.deepEqual(position.flocks(color), flocks[color], caption);
        }
      }
      if (replies !== undefined && replies !== null) {
        const wins = position.legalMoves().filter((move) => position.play(move).outcome()?.winner === position.turn);
        assert.sameMembers(wins, replies, caption);
      }
    }
  }
});
