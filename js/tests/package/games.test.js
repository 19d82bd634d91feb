import { assert } from "chai";
import { Game, Position } from "volo-rules";
import { test } from "#test";
import { readJsonl } from "./jsonl.js";

test("the 52 games of another implementation have the same moves and results", async () => {
  const games = await readJsonl("abstract-play.jsonl");
  assert.lengthOf(games, 52);
  let plies = 0;
  for (const { rules, moves, legal_moves: counts, winner } of games) {
    let position = new Position(rules);
    for (const [ply, move] of moves.entries()) {
      assert.isNull(position.outcome());
      const legal = position.legalMoves();
      assert.lengthOf(legal, counts[ply]);
      assert.lengthOf(position.legalMoveCodes(), counts[ply]);
      assert.include(legal, move);
      assert.equal(position.parseMove(move).text, move);
      assert.isTrue(position.isLegal(move));
      position = position.play(move);
      plies += 1;
    }
    const outcome = position.outcome();
    assert.deepEqual(outcome, winner === "draw" ? { winner: null, reason: "passes" } : { winner, reason: "flock" });
    assert.deepEqual(position.legalMoves(), []);
    const game = new Game(rules, moves);
    assert.isTrue(game.position.equals(position));
    assert.deepEqual(Game.fromRecord(game.record()).moves, moves);
  }
  assert.equal(plies, 3748);
});
