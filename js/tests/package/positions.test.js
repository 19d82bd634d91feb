import { assert } from "chai";
import {
  composeSymmetries,
  EDGES,
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
import { test } from "#test";
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
    assert.isTrue(Position.fromWords(structuredClone(position.toWords())).equals(position), why);
  }
});

test("a position is unaffected by changes of its words", () => {
  const position = new Position("standard-4");
  const words = position.toWords();
  const again = Position.fromWords(words);
  words.fill(0n);
  assert.isTrue(again.equals(position));
  assert.equal(position.fen(), new Position("standard-4").fen());
});

test("words that are not those of a position are refused", () => {
  const words = new Position().toWords();
  const wrong = [
    new BigUint64Array(),
    words.slice(1),
    BigUint64Array.of(...words, 0n),
    words.map(() => 2n ** 64n - 1n),
  ];
  for (const each of wrong) assert.throws(() => Position.fromWords(each), VoloError, "not the words of a position");
  for (const each of [undefined, null, {}, [...words], new Float64Array(9), words.buffer]) {
    // @ts-expect-error: a wrong type
    assert.throws(() => Position.fromWords(each), TypeError, "words must be a BigUint64Array");
  }
  // postMessage makes such a copy.
  assert.throws(() => new Position(structuredClone(new Position())), TypeError, "start must be a Position");
});

test("words are read as they are, whatever their properties claim", () => {
  const position = new Position("standard-4");
  for (const length of [0, 2 ** 40, -1, "9", null]) {
    const words = Object.defineProperties(position.toWords(), {
      length: { value: length },
      buffer: { value: null },
      subarray: { value: null },
    });
    assert.isTrue(Position.fromWords(words).equals(position), String(length));
    const short = Object.defineProperty(position.toWords().slice(1), "length", { value: length });
    assert.throws(() => Position.fromWords(short), VoloError, "not the words of a position");
  }
  assert.throws(() => Position.fromWords(new BigUint64Array(2 ** 22)), VoloError, "not the words of a position");
  assert.throws(() => Position.fromWords(Object.create(BigUint64Array.prototype)), TypeError);
});

test("errors and counts are written as JSON", () => {
  try {
    new Position().play("b3");
    assert.fail("b3 is illegal");
  } catch (error) {
    const { name, ruling, message } = JSON.parse(JSON.stringify(error));
    assert.deepEqual([name, ruling, message], ["IllegalMoveError", "R6", Reflect.get(Object(error), "message")]);
  }
  const counts = Object.fromEntries(new Position("standard-4").divide(1));
  assert.include(JSON.stringify({ all: new Position("standard-4").perft(1), counts }), '{"all":9,"counts":{"g3":1,');
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
  const position = Position.fromBoard(
    `   g 1 . . 4
       f . . . b . 5
      e o o o o o o 6
     d 1 . . 4 . . 7
      c . b . . . . 6
       b . . . . . 5
        a 1 . . 4
     Orange wins: all birds in one flock, after Orange's turn`,
  );
  assert.deepEqual(position.birds("blue"), ["c2", "f4"]);
  assert.deepEqual(position.flocks("blue"), [["c2"], ["f4"]]);
  assert.deepEqual(
    position.regions("blue").map(({ birds, vacant }) => [birds, vacant.length]),
    [
      [["c2"], 16],
      [["f4"], 6],
    ],
  );
  assert.deepEqual([position.birdAt("e1"), position.birdAt("f4"), position.birdAt("a2")], ["orange", "blue", null]);
  assert.deepEqual([position.inHand("orange"), position.turn, position.passes], [54, "blue", 0]);
  assert.deepEqual(position.outcome(), { winner: "orange", reason: "flock" });
  assert.isNull(new Position("abstract-play").inHand("blue"));
});

test("the keys of positions are those of the other languages", async () => {
  for (const { fen, zobrist, words, moves, why } of await readJsonl("promises.jsonl")) {
    const position = Position.fromFen(fen);
    assert.equal(position.zobrist, BigInt(`0x${zobrist}`), why);
    assert.deepEqual(
      [...position.toWords()],
      words.map((/** @type {string} */ word) => BigInt(`0x${word}`)),
      why,
    );
    for (const [text, [code]] of Object.entries(moves)) {
      assert.equal(Move.parse(text, position.rules.edge).code, code);
    }
  }
});

test("the images of a position have the images of its moves", () => {
  const position = new Position("standard-4").play("a3");
  const { position: representative, symmetry } = position.canonical();
  assert.isTrue(position.transform(symmetry).equals(representative));
  assert.lengthOf(new Set(SYMMETRIES), 12);
  for (const name of SYMMETRIES) {
    const image = position.transform(name);
    assert.sameMembers(
      position.legalMoves({ verbose: true }).map((move) => move.transform(name).text),
      image.legalMoves(),
    );
    assert.isTrue(image.transform(inverseSymmetry(name)).equals(position));
    assert.isTrue(image.canonical().position.equals(representative));
    const twice = composeSymmetries(name, "mirror");
    assert.isTrue(image.transform("mirror").equals(position.transform(twice)));
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
  for (const edge of EDGES) {
    const rules = new Rules({ edge });
    const { spaces, missing, width, height } = rules.layout();
    assert.sameMembers([...spaces.keys()], rules.spaces());
    assert.equal(spaces.size, 3 * edge * (edge - 1) + 1 - 7);
    assert.equal(missing.size, 7);
    assert.deepEqual([width, height], [4 * (edge - 1), 2 * (edge - 1)]);
    for (const [name, { x, y }] of spaces) {
      for (const neighbor of rules.neighbors(name)) {
        const other = spaces.get(neighbor);
        assert.isDefined(other);
        assert.include([1, 2], Math.abs(other.x - x));
        assert.equal(Math.abs(other.x - x) + Math.abs(other.y - y), 2);
      }
    }
  }
});
