import { test } from "node:test";
import { assert } from "chai";
import * as rules from "volo-rules";
import { Engine, Game, InvalidRulesError, Position, VoloError, writeRecords } from "volo-rules/engine";
import { readJsonl } from "./jsonl.js";

const WIN = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4";

/** @typedef {import("volo-rules/engine").Info} Info */

test("the engine finds what the native engine finds", async () => {
  const answers = await readJsonl("engine.jsonl");
  assert.lengthOf(answers, 300);
  for (const { position, level, ...expected } of answers) {
    const [info] = new Engine({ hashMb: 1, level }).analyse(position, { nodes: 200 });
    assert.isDefined(info);
    const { score, pv, depth, nodes } = info;
    const found = { nodes, depth, win: score.win, loss: score.loss, expected: Number(score.expected.toFixed(6)), pv };
    assert.deepEqual(found, expected, position);
  }
});

test("a win in one is played, and shown in JSON as in Python", () => {
  const { move, ponder, info } = new Engine().play(WIN, { depth: 2 });
  assert.equal(new Position(WIN).play(move).outcome()?.winner, "orange");
  assert.isNull(ponder);
  assert.equal(JSON.stringify(info.score), '{"expected":1,"win":1,"loss":null}');
  const members = { score: 0, pv: 0, depth: 0, nodes: 0, nps: 0, time: 0 };
  assert.hasAllKeys(info, Object.keys(/** @satisfies {Record<keyof Info, number>} */ (members)));
});

/** A game that has had every position that any move leads to. */
class Repeating extends Game {
  /** @override */
  get positions() {
    return [...this.position.legalMoves().map((move) => this.position.play(move)), this.position];
  }
}

test("a move that repeats an earlier position of a game counts as a draw", () => {
  const expected = (/** @type {Game} */ game) => new Engine().analyse(game, { depth: 1 })[0]?.score.expected;
  assert.notEqual(expected(new Game("standard-5")), 0);
  assert.equal(expected(new Repeating("standard-5")), 0);
});

test("a finished game has a score and no moves", () => {
  const over = "2/1oo2/6/4/6/3b1/2 b 0 standard-4";
  const [info] = new Engine().analyse(over, { depth: 3, multipv: 3 });
  assert.deepEqual([info?.score.loss, info?.pv], [0, []]);
  assert.throws(() => new Engine().play(over, { depth: 3 }), VoloError, "the game is over");
});

test("limits and stop end a search", () => {
  const engine = new Engine();
  const { time, nodes } = engine.play("standard-8", { time: 30 }).info;
  assert.isAtLeast(time, 30);
  assert.isAbove(nodes, 0);
  let calls = 0;
  const stop = () => ++calls === 3;
  assert.lengthOf(engine.analyse("standard-8", { stop }), 1);
  assert.equal(calls, 3);
});

test("an error of a function ends the search, and the engines keep their results until they are cleared", () => {
  const fail = () => {
    throw new RangeError("mine");
  };
  const [engine, other] = [new Engine({ seed: 2n ** 64n - 1n }), new Engine()];
  const search = () => engine.analyse("standard-6", { nodes: 20_000 }).map(({ time, nps, ...rest }) => rest);
  const [first, second] = [search(), search()];
  assert.notDeepEqual(first, second);
  engine.clear();
  assert.deepEqual(search(), first);
  assert.throws(() => other.play("standard-8", { stop: fail }), RangeError, "mine");
  assert.throws(() => other.analyse("standard-8", { nodes: 1e6, report: fail }), RangeError, "mine");
  assert.isString(other.play("standard-8", { nodes: 100 }).move);
  assert.deepEqual(search(), second);
});

test("functions may search with another engine, not with the same one", () => {
  const [engine, other] = [new Engine(), new Engine({ level: 1 })];
  /** @type {string[]} */
  const moves = [];
  const report = () => {
    assert.throws(() => engine.play(WIN, { nodes: 1 }), VoloError, "the engine is searching");
    assert.throws(() => engine.clear(), VoloError, "the engine is searching");
    moves.push(other.play("standard-5", { depth: 1, stop: () => false }).move);
  };
  engine.analyse("standard-5", { depth: 2, stop: () => false, report });
  assert.lengthOf(moves, 2);
});

test("a closed engine frees its memory and searches no more", () => {
  const [engine, other] = [new Engine({ hashMb: 1 }), new Engine({ hashMb: 1 })];
  engine.play(WIN, { depth: 1 });
  const report = () => {
    assert.throws(() => engine.close(), VoloError, "the engine is searching");
  };
  engine.analyse(WIN, { depth: 1, report });
  other[Symbol.dispose]();
  for (const each of [engine, other]) {
    each.close();
    each.close();
    for (const use of [() => each.play(WIN, { depth: 1 }), () => each.analyse(WIN, { depth: 1 }), () => each.clear()]) {
      assert.throws(use, VoloError, "the engine is closed");
    }
  }
});

test("an object of another module of the package is refused by name", () => {
  const advice = ": import all names from one module";
  /** @type {[() => unknown, string][]} */
  const calls = [
    [() => new Engine().play(/** @type {any} */ (new rules.Position()), { depth: 1 }), "Position"],
    [() => new Position(/** @type {any} */ (new rules.Rules())), "Rules"],
    [() => new Position().play(/** @type {any} */ (rules.Move.parse("c5", 7))), "Move"],
    [() => writeRecords(/** @type {any} */ ([new rules.Game()])), "Game"],
  ];
  for (const [call, name] of calls) {
    const text = `not a ${name} of volo-rules; this is volo-rules/engine, which has other classes${advice}`;
    assert.throws(call, TypeError, text);
  }
  const position = /** @type {any} */ (new Position());
  assert.throws(
    () => new rules.Position(position),
    TypeError,
    "not a Position of volo-rules/engine; this is volo-rules,",
  );
});

test("bad arguments are refused", () => {
  const engine = new Engine();
  /** @type {[() => unknown, string][]} */
  const calls = [
    [() => engine.play("standard", {}), "a search needs one of the options nodes, depth, time, stop"],
    [() => engine.play("standard", { time: Number.NaN }), "time must be 0 to"],
    [() => new Engine({ level: 13 }), "level must be an integer from 1 to 12"],
  ];
  for (const [call, message] of calls) assert.throws(call, VoloError, message);
  const wrong = /** @type {any} */ ({ nodes: 1, stop: 3 });
  assert.throws(() => engine.play("standard", wrong), TypeError, "stop must be a function");
  assert.throws(() => engine.play("standard", /** @type {any} */ ({ multipv: 1 })), TypeError, "unknown option");
  assert.throws(() => engine.play("chess", { nodes: 1 }), InvalidRulesError);
});
