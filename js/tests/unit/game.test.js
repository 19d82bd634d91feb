// A game as it is played, with a host that knows no rules: a move adds a letter to the fen, and is always legal.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { newClock } from "../../page/clock.js";
import { Game } from "../../page/game.js";
import { host } from "../../page/host.js";
import { Session } from "../../page/session.js";
import { START } from "../../page/tree.js";

/** @import { Players, Settings } from "../../page/session.js" */
/** @import { Position } from "../../page/types.js" */

/** @type {{ fen: string, listeners: Parameters<typeof host.think>[1], isStopped: boolean }[]} */
let thoughts = [];

/** @param {string} fen @returns {Position} */
function position(fen) {
  const side = { flocks: [], regions: [], hand: null };
  const turn = fen.split(" ")[1] === "b" ? "blue" : "orange";
  return {
    fen,
    rules: "standard",
    edge: 7,
    turn,
    passes: 0,
    moves: [],
    keeps: {},
    orange: side,
    blue: side,
    outcome: fen.includes("won") ? { winner: "orange", reason: "flock" } : null,
  };
}

/** @param {string} fen @param {string} move */
function after(fen, move) {
  const [rows, turn] = fen.split(" ");
  return `${rows}${move} ${turn === "o" ? "b" : "o"} 0 standard`;
}

Object.assign(host, {
  position: async (/** @type {string} */ fen) => position(fen),
  play: async (/** @type {string} */ fen, /** @type {string} */ move) => ({ move, view: position(after(fen, move)) }),
  views: async (/** @type {string} */ start, /** @type {import("../../page/types.js").Node[]} */ nodes) => {
    /** @type {string[]} */
    const views = [];
    for (const node of nodes) views.push(after(node.parent < 0 ? start : (views[node.parent] ?? ""), node.move));
    return { views };
  },
  think: (/** @type {{ fen: string }} */ { fen }, /** @type {Parameters<typeof host.think>[1]} */ listeners) => {
    const thought = { fen, listeners, isStopped: false };
    thoughts.push(thought);
    return () => {
      thought.isStopped = true;
    };
  },
});

const TWO = /** @type {Players} */ ({ orange: "person", blue: "person", level: 1, seconds: 1 });
const ENGINE = /** @type {Players} */ ({ ...TWO, blue: "engine" });
const STEP = () => new Promise((resolve) => setImmediate(resolve));

/** What the page was told. */
let told = /** @type {string[]} */ ([]);

beforeEach(() => {
  thoughts = [];
  told = [];
  // Node 20 has no locks, like some browsers.
  Reflect.set(globalThis, "location", { href: "http://localhost/" });
});

/** @param {Partial<Settings>} settings @param {number} rest how long the last move is in flight */
async function begun(settings, rest = -Infinity) {
  const start = position("s o 0 standard");
  const game = new Game(Session.begin(start, settings), start, {
    onShow: () => {},
    onSave: () => {},
    onRefuse: (error) => told.push(error.message),
    onNews: (text) => told.push(text),
    onProblem: (problem) => assert.fail(problem),
    rest: () => rest,
  });
  game.lead();
  await STEP();
  return game;
}

/** @param {Game} game @param {string[]} texts */
async function played(game, ...texts) {
  for (const text of texts) {
    await game.ask(text);
    await STEP();
  }
}

/** The engine moves. @param {string} move */
async function engine(move) {
  const thought = thoughts.at(-1);
  assert.equal(thought?.isStopped, false);
  thought?.listeners.onMove({ move, score: { expected: 0, win: null, loss: null } });
  await STEP();
}

const texts = /** @param {Game} game */ (game) => game.tree.nodes.map(({ move }) => move);

test("looking back does not stop the engine, and its move does not change what is shown", async () => {
  const game = await begun({ players: ENGINE, clock: newClock(1, 0) });
  await played(game, "a");
  game.walk.back();
  assert.equal(game.settings.clock?.running, "blue");
  await engine("b");
  assert.equal(game.settings.clock?.running, "orange");
  assert.deepEqual(texts(game), ["a", "b"]);
  assert.equal(game.tree.current, START);
  assert.match(told.at(-1) ?? "", /^Blue has played b\./);
});

test("nobody moves for the engine in an earlier position, unless it is paused", async () => {
  const game = await begun({ players: ENGINE });
  await played(game, "a");
  await engine("b");
  game.walk.back();
  await played(game, "x");
  assert.deepEqual(texts(game), ["a", "b"]);
  assert.match(told.at(-1) ?? "", /Pause the engine/);
  game.change({ isPaused: true });
  await played(game, "x");
  assert.deepEqual(texts(game), ["a", "b", "x"]);
});

test("in a game with a clock, looking back does not stop the clock, and no move is made from there", async () => {
  mock.timers.enable({ apis: ["Date"] });
  const moment = mock.method(performance, "now", () => 1000);
  const game = await begun({ players: TWO, clock: newClock(1, 5) });
  await played(game, "a", "b");
  game.walk.first();
  assert.equal(game.settings.clock?.running, "orange");
  await played(game, "x");
  game.walk.undo();
  game.remove();
  game.promote();
  assert.deepEqual(texts(game), ["a", "b"]);
  assert.match(told[0] ?? "", /goes on at its last position/);
  moment.mock.mockImplementation(() => 31_000);
  // A jump of the system's clock changes no time.
  mock.timers.setTime(1e12);
  game.walk.last();
  assert.deepEqual([game.settings.clock?.orange, game.settings.clock?.blue], [35_000, 65_000]);
  game.walk.first();
  moment.mock.mockImplementation(() => 65_999);
  game.flag();
  assert.equal(game.result, "");
  moment.mock.mockImplementation(() => 70_000);
  game.flag();
  assert.equal(game.result, "Blue wins: Orange ran out of time.");
  assert.equal(game.session.lineTags.Termination, "time");
  mock.timers.reset();
  mock.restoreAll();
});

test("the engine's move waits until that of the person was seen, and no clock counts this time", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const moment = mock.method(performance, "now", () => 1000);
  const game = await begun({ players: ENGINE, clock: newClock(1, 0) }, 100);
  await played(game, "a");
  moment.mock.mockImplementation(() => 3000);
  await engine("b");
  assert.deepEqual(texts(game), ["a"]);
  moment.mock.mockImplementation(() => 3450);
  mock.timers.tick(450);
  await STEP();
  assert.deepEqual(texts(game), ["a", "b"]);
  assert.equal(game.settings.clock?.blue, 58_000);
  mock.timers.reset();
  mock.restoreAll();
});

test("a saved clock has no moment of the page that saved it", async () => {
  const game = await begun({ players: TWO, clock: newClock(1, 0) });
  await played(game, "a");
  const { document } = game.session;
  assert.equal(/** @type {any} */ (document.settings.clock).since, 0);
  const { clock } = (await Session.read("id", document)).settings;
  assert.equal(clock?.running, "blue");
  assert.ok(Math.abs((clock?.since ?? 0) - performance.now()) < 60_000);
});

test("settings of a saved game that cannot be are replaced, and those of a newer page are kept", async () => {
  const { document, settings: plain } = Session.begin(position("s o 0 standard"));
  for (const value of [null, "constructor", -1, Infinity, [], {}]) {
    const all = (/** @type {string[]} */ ...names) => Object.fromEntries(names.map((name) => [name, value]));
    const players = all("orange", "blue", "level");
    const clock = { ...newClock(1, 0), ...all("blue") };
    const ended = { fen: "", ...all("winner", "reason") };
    const look = all("flocks", "hints", "confirm", "sound", "sounds", "regions");
    for (const settings of [all("players", "clock", "ended", "isPaused", "look"), { players, clock, ended, look }]) {
      const read = await Session.read("id", { ...document, current: 99, settings: { ...settings, newer: value } });
      assert.deepEqual([read.settings, read.tree.current], [{ ...plain, newer: value }, START]);
    }
  }
});

test("deleted moves are brought back, although the engine has moved meanwhile", async () => {
  const game = await begun({ players: ENGINE });
  await played(game, "a");
  await engine("b");
  await played(game, "c");
  await engine("d");
  game.tree.current = 1;
  game.remove();
  assert.deepEqual(texts(game), ["a"]);
  assert.equal(game.deleted?.count, 3);
  await engine("x");
  game.restore();
  assert.deepEqual(texts(game), ["a", "b", "c", "d", "x"]);
  assert.equal(game.tree.node(4).parent, 0);
  assert.equal(game.deleted, null);
});

test("a comment has no character that a record cannot have", async () => {
  const game = await begun({ players: TWO });
  game.session.setComment(START, "\ta\fb\r\nc\u0000 \n \ud800 ");
  assert.equal(game.session.comment(START), "a b\nc\n \ufffd");
  assert.equal(game.session.document.settings.opening, "a b\nc\n \ufffd");
});
