import { test } from "node:test";
import { assert } from "chai";
import * as volo from "volo-rules";
import { Game, Move, Position, playRandom, Rules, readRecords, VoloError, writeRecords } from "volo-rules";
import { RecordReader } from "volo-rules/engine";

/** Values of wrong types, and values that are out of range. */
const VALUES = [
  ...[undefined, null, true, -1, 1.5, 1e308, Number.NaN, 2 ** 53, -1n, 2n ** 64n, 2n ** 4000n],
  ...["", "\0", "\ud800", "\u{1f426}", "5/".repeat(100_000), "x".repeat(20_000_000), Symbol("x")],
  ...[{}, ["a3"], () => "a3", new String("a3"), Object.create(null), new Uint8Array(3), Promise.resolve()],
  {
    toString() {
      throw new Error("toString was called");
    },
  },
];

/** @param {() => unknown} work @param {string} name */
function accepted(work, name) {
  try {
    work();
    return true;
  } catch (error) {
    assert.isTrue(error instanceof VoloError || error instanceof TypeError, `${name}: ${error}`);
    assert.isBelow(/** @type {Error} */ (error).message.length, 1000, name);
    assert.isAbove(/** @type {Error} */ (error).message.length, 10, name);
    return false;
  }
}

/** @param {string} name @param {any} value */
function withTag(name, value) {
  const game = new Game("standard-4");
  game.tags.set(name, value);
  return game;
}

test("values of wrong types and sizes are refused with a clear error", () => {
  const position = new Position("standard-4");
  const record = new Game("standard-4").record();
  /** @type {Record<string, (value: any) => unknown>} */
  const calls = {
    Position: (value) => new Position(value),
    fromFen: (value) => Position.fromFen(value),
    fromBoard: (value) => Position.fromBoard(value),
    "fromBoard options": (value) => Position.fromBoard(String(position), value),
    "fromBoard passes": (value) => Position.fromBoard(String(position), { passes: value }),
    board: (value) => position.board(value),
    birds: (value) => position.birds(value),
    birdAt: (value) => position.birdAt(value),
    inHand: (value) => position.inHand(value),
    flocks: (value) => position.flocks(value),
    regions: (value) => position.regions(value),
    legalMoves: (value) => position.legalMoves(value),
    isLegal: (value) => position.isLegal(value),
    parseMove: (value) => position.parseMove(value),
    play: (value) => position.play(value),
    playCode: (value) => position.playCode(value),
    perft: (value) => position.perft(value, { stop: () => true }),
    "perft stop": (value) => position.perft(1, { stop: value }),
    divide: (value) => position.divide(value, { stop: () => true }),
    transform: (value) => position.transform(value),
    equals: (value) => position.equals(value),
    Rules: (value) => new Rules(value),
    edge: (value) => new Rules({ edge: value }),
    supply: (value) => new Rules({ supply: value }),
    passing: (value) => new Rules({ passing: value }),
    stuck: (value) => new Rules({ stuck: value }),
    "Rules.parse": (value) => Rules.parse(value),
    neighbors: (value) => new Rules("standard-4").neighbors(value),
    "Rules.equals": (value) => new Rules("standard-4").equals(value),
    "Move.parse": (value) => Move.parse(value, 4),
    fromCode: (value) => Move.fromCode(value),
    // TypeScript refuses this.
    Move: (value) => new /** @type {any} */ (Move)(value),
    "move.transform": (value) => Move.parse("a3", 4).transform(value),
    inverseSymmetry: (value) => volo.inverseSymmetry(value),
    composeSymmetries: (value) => volo.composeSymmetries("mirror", value),
    Game: (value) => new Game(value),
    "Game moves": (value) => new Game("standard-4", value),
    push: (value) => new Game("standard-4").push(value),
    result: (value) => withTag("Result", value).result,
    fromRecord: (value) => Game.fromRecord(value),
    lenient: (value) => Game.fromRecord(record, { lenient: value }),
    playRandom: (value) => playRandom(value, { stop: () => true }),
    "playRandom position": (value) => playRandom(0, { position: value }),
    seed: (value) => playRandom(0, { seed: value }),
    first: (value) => playRandom(0, { seed: 1, first: value }),
    maxPlies: (value) => playRandom(0, { maxPlies: value }),
    policy: (value) => playRandom(0, { policy: value }),
    readRecords: (value) => readRecords(value),
    "readRecords format": (value) => readRecords(record, { format: value }),
    record: (value) => new Game("standard-4").record(value),
    writeRecords: (value) => writeRecords(value),
    RecordReader: (value) => [...new RecordReader(value)],
    "a chunk": (value) => [...new RecordReader([record, value])],
  };
  for (const [name, work] of Object.entries(calls)) {
    const refused = VALUES.filter((value) => !accepted(() => work(value), name));
    assert.isAbove(refused.length, VALUES.length / 2, name);
  }
  // Nothing above has harmed the module.
  assert.lengthOf(position.legalMoves(), 9);
});

test("the package exports what its page lists", () => {
  const names = [
    "COLORS DIRECTIONS EDGES Game IllegalMoveError InvalidPositionError InvalidRulesError MAX_GAMES",
    "MAX_RECORDS_LENGTH Move NotationError PASSING POLICIES Position REASONS RESULTS RULE_SETS",
    "RecordError Rules STUCK SYMMETRIES StoppedError TERMINATIONS VoloError composeSymmetries",
    "inverseSymmetry playRandom readRecords writeRecords",
  ];
  assert.sameMembers(Object.keys(volo), names.join(" ").split(" "));
});
