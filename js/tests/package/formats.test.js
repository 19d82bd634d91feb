import { test } from "node:test";
import { assert } from "chai";
import * as native from "volo-rules";
import {
  FORMATS,
  Game,
  IllegalMoveError,
  playRandom,
  RecordError,
  RecordReader,
  readRecords,
  writeRecords,
} from "volo-rules/engine";
import { readText } from "#data";

/** What all formats have of a game. @param {Game | RecordError | undefined} game */
function content(game) {
  assert.instanceOf(game, Game);
  return [String(game.start), game.moves, game.result, game.termination, game.comments];
}

/** @param {string} text @param {import("volo-rules/engine").RecordOptions} [options] */
function only(text, options) {
  const games = readRecords(text, options);
  assert.lengthOf(games, 1);
  return games[0];
}

test("the name of a file has the date of a game that lacks it", async () => {
  const text = await readText("boardspace/1-standard-current.sgf");
  const dated = only(text, { format: "boardspace" });
  assert.instanceOf(dated, Game);
  assert.equal(dated.record("boardspace"), text);
  const undated = only(text.replace(/(DT|GN).*\n/g, ""), { fileName: "U!VL-anna-Dumbot-2026-11-20-1704.sgf" });
  assert.equal(undated instanceof Game && undated.tags.get("Date"), "2026.11.20");
});

test("games are written and read in each format", () => {
  const played = playRandom(3, { position: "boardspace-6", seed: 2, record: true });
  const games = Array.from({ length: played.length }, (_, i) => played.game(i));
  for (const { name } of FORMATS) {
    const text = writeRecords(games, name);
    assert.deepEqual(readRecords(text).map(content), games.map(content), name);
    assert.equal(writeRecords(games.slice(0, 1), name), games[0]?.record(name));
  }
});

test("a file is read in chunks as it is as a whole", async () => {
  const games = playRandom(5, { position: "boardspace-6", seed: 3, record: true });
  const all = Array.from({ length: 5 }, (_, i) => games.game(i));
  all[1]?.tags.set("Orange", "\u{1f426} Ann\u00e9");
  const texts = all.map((game) => game.record("jsonl"));
  texts.splice(2, 0, '{"rules": "standard-4"}\n');
  const text = texts.join("");
  const whole = readRecords(text).map(String).toSpliced(2, 1);
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 57, bytes.length]) {
    const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => i * size);
    const reader = new RecordReader(starts.map((start) => bytes.subarray(start, start + size)));
    const read = [...reader];
    assert.equal(reader.format, "jsonl");
    const [error] = read.splice(2, 1);
    assert.deepEqual(read.map(String), whole);
    assert.instanceOf(error, RecordError);
    assert.deepInclude(error, { game: 3, line: 3, column: 1 });
    assert.equal(error.offset, new TextEncoder().encode(texts.slice(0, 2).join("")).length);
    assert.deepEqual([...reader], []);
  }
});

test("no more chunks are fetched than are needed, and the rest is left when a loop ends", () => {
  let [fetched, ended] = [0, false];
  function* chunks() {
    try {
      for (;;) {
        fetched += 1;
        yield `${new Game("standard-4", ["a3"]).record()}\n`;
      }
    } finally {
      ended = true;
    }
  }
  for (const game of new RecordReader(chunks())) {
    assert.instanceOf(game, Game);
    break;
  }
  assert.isAtMost(fetched, 2);
  assert.isTrue(ended);
});

test("an error of the chunks is thrown, and other files are still read", () => {
  const record = new Game("standard-4", ["a3"]).record();
  const other = new RecordReader([record]);
  function* failing() {
    yield record;
    // A file may be read while another one waits for its chunk.
    assert.instanceOf(other.next().value, Game);
    throw new RangeError("the disk");
  }
  const reader = new RecordReader(failing());
  assert.throws(() => [...reader], RangeError, "the disk");
  assert.isTrue(reader.next().done);
  assert.isTrue(other.next().done);
  assert.throws(() => [...new RecordReader(/** @type {any} */ ([5]))], TypeError, "a chunk must be");
});

test("an error has its place, its path and its cause", () => {
  const text = '{"tags":{"Event":"\u{1f426}"},"rules":"standard-4","moves":["a3","b5"],"winner":null}';
  const error = only(text, { lenient: true });
  assert.instanceOf(error, RecordError);
  assert.deepInclude(error, { line: 1, game: 1, ply: 2, path: "$.moves[1]" });
  assert.equal(text.slice(error.offset, error.offset + 4), '"b5"');
  assert.instanceOf(error.cause, IllegalMoveError);
  assert.isString(error.fen);
});

test("what is skipped is counted", () => {
  const games = ['[{"header": {"game": {"name": "Hex"}}},', new Game("abstract-play").record("abstract-play"), "]"];
  const others = new RecordReader(games, { skipOtherGames: true });
  assert.deepEqual([[...others].length, others.otherGames, others.format], [1, 1, "abstract-play"]);
});

test("the rules alone read native records, and name the entry that has the other formats", async () => {
  const sgf = await readText("boardspace/1-standard-current.sgf");
  const record = new native.Game("standard-4", ["a3"]).record("volo");
  assert.instanceOf(native.readRecords(record, { format: "volo" })[0], native.Game);
  const [error] = native.readRecords(sgf);
  assert.instanceOf(error, native.RecordError);
  const json = /** @type {any} */ ("jsonl");
  for (const refused of [
    () => assert.fail(error?.toString()),
    () => new native.Game().record(json),
    () => native.readRecords("", { format: json }),
    () => native.writeRecords([], json),
  ]) {
    assert.throws(refused, /volo-rules\/engine has the other formats/);
  }
  assert.throws(() => new Game("standard-4").record("boardspace"), /Boardspace has skies of edge 7 and 6/);
});
