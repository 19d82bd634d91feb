import { test } from "node:test";
import { assert } from "chai";
import { Game, IllegalMoveError, Position, VoloError } from "volo-rules";

test("a game is written as a record and read back", () => {
  const game = new Game("standard-4", ["a3", "d5"]);
  game.push("b5");
  game.tags.set("Orange", 'Anna "Ann" \\ é \u{1f426}');
  game.tags.set("Result", "0-1").set("Termination", "resignation");
  game.comments.set(0, "Before.").set(3, "[After] {this}\nand more");
  const text = game.record();
  const read = Game.fromRecord(text);
  assert.deepEqual(read.moves, ["a3", "d5", "b5"]);
  assert.equal(read.record(), text);
  assert.deepEqual(read.comments, game.comments);
  assert.equal(read.tags.get("Orange"), game.tags.get("Orange"));
  assert.deepEqual([read.result, read.termination], ["0-1", "resignation"]);
  assert.isTrue(read.position.equals(game.position));
  assert.lengthOf(read.positions, 4);
});

test("moves are taken back with their comments", () => {
  const game = new Game("standard-4", ["a3", "d5"]);
  game.comments.set(2, "Gone.");
  const copy = game.copy();
  assert.equal(game.pop(), "d5");
  assert.deepEqual([game.moves, game.plies, game.comments.size], [["a3"], 1, 0]);
  assert.deepEqual([copy.moves, copy.comments.size], [["a3", "d5"], 1]);
  assert.equal(game.pop(), "a3");
  assert.isTrue(game.position.equals(new Position("standard-4")));
  assert.throws(() => game.pop(), VoloError, "pop from a game without moves");
  assert.throws(() => game.push("b3"), IllegalMoveError, "[R6]");
  assert.equal(game.plies, 0);
});

test("the rules determine the result of a finished game", () => {
  const game = new Game("2/1b3/6/o2o/6/1b3/2 o 0 standard-4");
  assert.deepEqual([game.result, game.termination], ["*", "unterminated"]);
  game.tags.set("Result", "1-0");
  assert.deepEqual([game.result, game.termination], ["1-0", "adjudication"]);
  game.tags.set("Result", "2-0");
  assert.throws(() => game.result, VoloError, "tag Result");
  assert.throws(() => game.record(), VoloError, "tag Result");
});

test("tags and comments that cannot be written are refused", () => {
  /** @type {[(game: Game) => void, string][]} */
  const changes = [
    [({ tags }) => tags.set("Orange", "a\ud800"), "tag Orange: expected characters, not a lone surrogate, at offset 1"],
    [({ tags }) => tags.set("no name", "x"), "no name"],
    [({ comments }) => comments.set(2, "x"), "comment at ply 2"],
    [({ comments }) => comments.set(-1, "x"), "the ply of a comment"],
  ];
  for (const [change, message] of changes) {
    const game = new Game("standard-4", ["a3"]);
    change(game);
    assert.throws(() => game.record(), VoloError, message);
  }
  const game = new Game("standard-4", ["a3"]);
  game.comments.set(1, /** @type {any} */ (7));
  assert.throws(() => game.record(), TypeError, "comment at ply 1 must be a string, not a number");
});
