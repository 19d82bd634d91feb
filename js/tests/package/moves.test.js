import { test } from "node:test";
import { assert } from "chai";
import { IllegalMoveError, Move, NotationError, Position, playRandom, VoloError } from "volo-rules";
import { readJsonl } from "./jsonl.js";

test("a move has its parts", () => {
  const move = Move.parse("b2:b4-NE3", 7);
  const { code, ...parts } = move;
  assert.deepEqual(parts, {
    text: "b2:b4-NE3",
    edge: 7,
    kind: "fly",
    from: ["b2", "b3", "b4"],
    to: ["e5", "e6", "e7"],
    direction: "NE",
    distance: 3,
    keep: null,
  });
  assert.include(Move.parse("c5", 4), { kind: "add", direction: null, distance: 0 });
  assert.deepEqual([Move.parse("c5", 4).from, Move.parse("c5", 4).to], [[], ["c5"]]);
  assert.include(Move.parse("pass", 8), { kind: "pass", text: "pass" });
  assert.equal(Move.fromCode(code).text, move.text);
  assert.equal(JSON.stringify([move]), '["b2:b4-NE3"]');
});

test("texts, moves and codes mean the same", () => {
  const position = new Position("french-5");
  const moves = position.legalMoves({ verbose: true });
  assert.deepEqual(moves.map(String), position.legalMoves());
  const codes = moves.map(({ code }) => code);
  assert.deepEqual(codes, [...position.legalMoveCodes()]);
  for (const move of moves) {
    const next = position.play(move);
    assert.isTrue(next.equals(position.play(move.text)) && next.equals(position.playCode(move.code)));
    assert.isTrue(position.isLegal(move));
    assert.equal(position.parseMove(move).text, move.text);
  }
});

test("a move of another sky is refused", () => {
  const [move, position] = [Move.parse("c5", 5), new Position()];
  for (const refused of [() => position.play(move), () => position.isLegal(move), () => position.playCode(move.code)])
    assert.throws(refused, VoloError, "a move on a sky of edge 5 in a position of edge 7");
});

test("errors name the move, the ruling, the text and the offset", () => {
  const position = new Position();
  try {
    position.play("b3");
    assert.fail();
  } catch (error) {
    assert.instanceOf(error, IllegalMoveError);
    assert.instanceOf(error, VoloError);
    assert.instanceOf(error, Error);
    assert.equal(error.name, "IllegalMoveError");
    assert.equal(error.message, `illegal move b3: ${error.reason} [R6]`);
    assert.deepInclude(error, { move: "b3", ruling: "R6" });
    assert.include(error.reason, "b2");
    const { name, ruling, message } = JSON.parse(JSON.stringify(error));
    assert.deepEqual([name, ruling, message], [error.name, "R6", error.message]);
  }
});

test("a malformed move is refused at its place", async () => {
  const rows = (await readJsonl("malformed.jsonl")).filter(({ kind }) => kind === "move");
  const position = new Position();
  for (const { text, offset, problem = "" } of rows) {
    try {
      position.play(text);
      assert.fail(text);
    } catch (error) {
      assert.instanceOf(error, NotationError, text);
      assert.deepInclude(error, { text, offset: offset ?? error.offset });
      assert.include(error.message, `at offset ${error.offset} of `);
      assert.include(error.message, problem);
    }
  }
});

test("texts that are kept are those of the moves, also after more moves than are kept", () => {
  /** @type {Map<number, string>} */
  const texts = new Map();
  for (const edge of [8, 7, 6]) {
    const played = playRandom(60, { position: `standard-${edge}`, seed: 1, record: true });
    for (let row = 0; row < 60; row += 1) {
      for (const position of played.game(row).positions) {
        const codes = Array.from(position.legalMoveCodes());
        for (const code of codes) if (!texts.has(code)) texts.set(code, Move.fromCode(code).text);
        assert.equal(position.legalMoves().join(), codes.map((code) => texts.get(code)).join());
      }
    }
  }
  assert.isAbove(texts.size, 20_000);
});
