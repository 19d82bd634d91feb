import { test } from "node:test";
import { assert } from "chai";
import {
  composeSymmetries,
  InvalidPositionError,
  InvalidRulesError,
  inverseSymmetry,
  Move,
  NotationError,
  Position,
  Rules,
  SYMMETRIES,
  VoloError,
} from "volo-rules";
import { readJsonl } from "./jsonl.js";

const ERRORS = { notation: NotationError, rules: InvalidRulesError, position: InvalidPositionError };

test("valid positions are read and written back", async () => {
  for (const { fen, written, why } of await readJsonl("valid.jsonl")) {
    const position = Position.fromFen(fen);
    assert.equal(position.fen(), written ?? fen, why);
    assert.isTrue(new Position(fen).equals(position), why);
    for (const unicode of [false, true]) {
      assert.isTrue(Position.fromBoard(position.board({ unicode })).equals(position), why);
    }
    assert.equal(JSON.parse(JSON.stringify({ position })).position, position.fen());
    const words = structuredClone(position.toWords());
    const again = Position.fromWords(words);
    words.fill(0n);
    assert.isTrue(again.equals(position), why);
  }
});

test("words that are not those of a position are refused, whatever their properties claim", () => {
  const position = new Position("standard-4");
  const claimed = (/** @type {BigUint64Array} */ words, /** @type {unknown} */ length) =>
    Object.defineProperties(words, { length: { value: length }, buffer: { value: null }, subarray: { value: null } });
  const words = position.toWords();
  const short = [0, 2 ** 40, -1, "9", null].map((length) => {
    assert.isTrue(Position.fromWords(claimed(position.toWords(), length)).equals(position), String(length));
    return claimed(words.slice(1), length);
  });
  const others = [new BigUint64Array(2 ** 22), BigUint64Array.of(...words, 0n), words.map(() => 2n ** 64n - 1n)];
  for (const each of [...short, ...others])
    assert.throws(() => Position.fromWords(each), VoloError, "not the words of a position");
  for (const each of [undefined, {}, [...words], new Float64Array(9), words.buffer]) {
    // @ts-expect-error: a wrong type
    assert.throws(() => Position.fromWords(each), TypeError, "words must be a BigUint64Array");
  }
  assert.throws(() => Position.fromWords(Object.create(BigUint64Array.prototype)), TypeError);
  // postMessage makes such a copy.
  assert.throws(() => new Position(structuredClone(new Position())), TypeError, "start must be a Position");
});

test("invalid positions are refused with the right error", async () => {
  for (const { fen, error: kind, offset, reasons, why } of await readJsonl("invalid.jsonl")) {
    try {
      Position.fromFen(fen);
      assert.fail(`${fen} is read although it is invalid: ${why}`);
    } catch (error) {
      const expected = ERRORS[/** @type {keyof typeof ERRORS} */ (kind)];
      assert.instanceOf(error, expected, why);
      if (error instanceof NotationError && offset !== null) assert.equal(error.offset, offset, why);
      if (error instanceof InvalidPositionError) assert.lengthOf(error.reasons, reasons, why);
    }
  }
});

test("a position has the birds, flocks and regions of its board", () => {
  const position = new Position("2/3b1/oooooo/4/1b4/5/2 b 0 standard-4");
  assert.deepEqual(position.birds("blue"), ["c2", "f4"]);
  assert.deepEqual(position.flocks("blue"), [["c2"], ["f4"]]);
  const regions = position.regions("blue").map(({ birds, vacant }) => [...birds, vacant.length]);
  assert.deepEqual(regions.flat(), ["c2", 16, "f4", 6]);
  assert.deepEqual([position.birdAt("e1"), position.birdAt("f4"), position.birdAt("a2")], ["orange", "blue", null]);
  assert.deepEqual([position.inHand("orange"), position.turn, position.passes], [54, "blue", 0]);
  assert.deepEqual(position.outcome(), { winner: "orange", reason: "flock" });
  const passed = new Position("1o/1oob1/boo1b1/b2b/1bboo1/2bb1/2 o 2 standard-4");
  assert.deepEqual(passed.outcome(), { winner: null, reason: "passes" });
  assert.isNull(new Position("abstract-play").inHand("blue"));
});

test("the keys of positions are those of the other languages", async () => {
  for (const { fen, zobrist, words, moves, why } of await readJsonl("promises.jsonl")) {
    const position = Position.fromFen(fen);
    assert.equal(position.zobrist, BigInt(`0x${zobrist}`), why);
    const expected = words.map((/** @type {string} */ word) => BigInt(`0x${word}`));
    assert.deepEqual([...position.toWords()], expected, why);
    for (const [text, [code]] of Object.entries(moves)) {
      assert.equal(Move.parse(text, position.rules.edge).code, code);
    }
  }
});

test("positions and moves have images under each symmetry", () => {
  const position = new Position("standard-4").play("a3");
  const { position: representative, symmetry } = position.canonical();
  assert.isTrue(position.transform(symmetry).equals(representative));
  assert.lengthOf(new Set(SYMMETRIES), 12);
  for (const name of SYMMETRIES) {
    const image = position.transform(name);
    assert.isTrue(image.isLegal(Move.parse("d5", 4).transform(name)));
    assert.isTrue(image.transform(inverseSymmetry(name)).equals(position));
    assert.isTrue(image.transform("mirror").equals(position.transform(composeSymmetries(name, "mirror"))));
  }
});

test("rule sets are read, made of parts, and written", async () => {
  for (const { text, written, ...parts } of await readJsonl("rules.jsonl")) {
    const rules = Rules.parse(text);
    assert.deepEqual({ ...rules }, parts);
    assert.equal(String(new Rules(parts)), written);
    assert.equal(String(new Position(rules).rules), written);
  }
  for (const { kind, text } of await readJsonl("malformed.jsonl")) {
    if (kind === "rules") assert.throws(() => Rules.parse(text), InvalidRulesError);
    if (kind === "board") assert.throws(() => Position.fromBoard(text), NotationError);
  }
  assert.equal(String(new Rules()), "standard");
});

test("the layout has a place for each space, and neighbors are near", () => {
  const rules = new Rules({ edge: 5 });
  const { spaces, missing, width, height } = rules.layout();
  assert.sameMembers([...spaces.keys()], rules.spaces());
  assert.deepEqual([spaces.size, missing.size, width, height], [54, 7, 16, 8]);
  for (const [name, { x, y }] of spaces) {
    for (const neighbor of rules.neighbors(name)) {
      const other = spaces.get(neighbor);
      assert.isDefined(other);
      assert.include([1, 2], Math.abs(other.x - x));
      assert.equal(Math.abs(other.x - x) + Math.abs(other.y - y), 2);
    }
  }
});
