// The browser reads and writes Abstract Play's reports, and reads JSON Lines, as the server does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GAMES } from "../moves.js";
import { compareIn, inBrowser, inServer, withHomes } from "./homes.js";

/** @import { Call } from "./homes.js" */

const PLAYED = GAMES[0]?.moves ?? [];

/** A report of Abstract Play, with everything that reports may have. */
const REPORT = {
  header: {
    game: { name: "Volo", variants: ["Size-4 board"] },
    event: "Thursday",
    round: "3",
    site: { name: "Abstract Play", gameid: "e7f53920" },
    "date-start": "2024-08-14T09:30:00.000Z",
    "date-end": "2024-08-20T21:00:00.123Z",
    "date-generated": "2024-08-21T00:00:00Z",
    unrated: true,
    clock: { 2: [1e5, 2.5, null], 1: { name: "\x7f\u00c4\u202e" } },
    players: [
      { name: "Anna", userid: "46f6da78", is_ai: false, score: -0.25, result: 0, rating: [1500] },
      { name: "Boris", color: "blue", result: 1 },
    ],
    startingPosition: "",
    volo: { termination: "flock", comment: "The\nstart", tags: { Annotator: "Carla", DateEnd: null } },
  },
  moves: [
    [PLAYED[0], { move: PLAYED[1], result: "Far\naway.", sequence: 2 }],
    [{ move: PLAYED[2], result: [{ type: "place", where: "\u00e9" }] }, PLAYED[3]],
    ...Array.from({ length: PLAYED.length / 2 - 2 }, (_, index) => PLAYED.slice(2 * index + 4, 2 * index + 6)),
  ],
};

/** The paths of all values within a value. @param {any} value @returns {(string | number)[][]} */
function pathsIn(value) {
  if (typeof value !== "object" || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.flatMap((step) => [[step], ...pathsIn(value[step]).map((path) => [step, ...path])]);
}

/**
 * The text of a report with another value at a path, or without it.
 * @param {(string | number)[]} path
 * @param {unknown} to
 * @param {object} report
 */
function changed(path, to, report = REPORT) {
  const copy = structuredClone(report);
  const owner = path.slice(0, -1).reduce((/** @type {any} */ value, step) => value[step], copy);
  owner[path.at(-1) ?? ""] = to;
  return JSON.stringify(copy);
}

/**
 * Compare imports, of which only the words of refusals may differ, and the games that are written again.
 * @param {string[]} texts
 * @param {Call[]} others other calls to compare
 */
async function compareReports(texts, others = []) {
  await withHomes(async (one, other) => {
    const calls = texts.map((text) => /** @type {Call} */ (["import", { text }]));
    const [found, expected] = [await inBrowser(one, calls), await inServer(other, calls)];
    const exports = [...others];
    for (const [index, text] of texts.entries()) {
      const [{ error, games }, answer] = [found[index], expected[index]];
      const hint = `${text.slice(0, 500)} ${error?.message} ${answer.error?.message}`;
      assert.equal(error === undefined, answer.error === undefined, hint);
      if (error !== undefined) continue;
      assert.deepEqual(found[index], answer, hint);
      for (const { result, ...game } of games) exports.push(["export", { ...game, format: "report" }]);
    }
    await compareIn(one, other, exports);
  });
}

test("reports are read and written in the same way, and both refuse those that are wrong", async () => {
  const text = JSON.stringify(REPORT);
  const values = [undefined, null, true, 5, 0.5, "x", "", [], {}];
  const few = pathsIn(REPORT).filter(([part, round]) => part === "header" || Number(round) < 2 || Number(round) > 9);
  await compareReports([
    ...few.flatMap((path) => values.map((value) => changed(path, value))),
    text,
    `\ufeff${JSON.stringify(REPORT, null, 2)}\r\n`,
    "[]",
    ` [${text} ,\n${text}]`,
    ...["[%]", "%,%", "% %", "[%,]", "[%,,%]", "[%", "[%]x", "[% %]", "[%,5]", "[[%]]"].map((each) =>
      each.replaceAll("%", text),
    ),
  ]);
});

test("lines of JSON are read in the same way, and both refuse those that are wrong", async () => {
  const moves = PLAYED.slice(0, 3);
  const line = { rules: "abstract-play-4", moves, legal_moves: [9, 9, 13], winner: "blue", termination: "time" };
  const more = { ...line, tags: { Orange: "Anna", Blue: "?" }, comments: { 0: "a", 3: "b" }, other: 1 };
  await compareReports([
    ...pathsIn(more).flatMap((path) =>
      [undefined, null, 13, 9.5, "x", "draw", "", [], {}, "unterminated"].map((value) => changed(path, value, more)),
    ),
    ...['"winner":"orange","winner"', '"winner":"\\\\ud800","winner"'].map((text) =>
      JSON.stringify(more).replace('"winner"', text.replaceAll("\\\\", "\\")),
    ),
    JSON.stringify({ ...more, legal_moves: [9, 9, 13] }).replace("13]", "13.0]"),
    `${JSON.stringify({ ...line, winner: null, termination: "unterminated" })}\r\n\n${JSON.stringify(more)}`,
    JSON.stringify({ ...more, tags: { Result: "*" } }),
  ]);
});

test("what is easy to mistake in a report is read and written in the same way", async () => {
  const players = ["Anna", "Anna"].map((name) => ({ name, result: 0 }));
  /**
   * A report of a game that the rules did not end.
   * @param {number[]} results
   * @param {object} more other members of the header
   * @param {unknown[]} moves
   */
  const open = ([orange, blue], more, ...moves) => ({
    header: {
      game: { name: "Volo", variants: ["abstract-play-4"] },
      players: [
        { name: "Anna", result: orange },
        { name: "?", result: blue },
      ],
      ...more,
    },
    moves,
  });
  const variants = [
    "size-6",
    "Size-8 board",
    "SIZE-6",
    "Plateau de taille 7",
    "\u0414\u043e\u0448\u043a\u0430-8",
    "Size 6 or 7",
  ];
  const rules = [
    "Size 9",
    "Size \u0666",
    "standard",
    "french-5",
    "edge=6,supply=50,pass=forced,stuck=draw",
    "",
    "size-9",
  ];
  const draw = [0, 0];
  const numbers = [
    "1e5",
    "1.0",
    "-0",
    "-0.0",
    "1e16",
    "123456789012345680000.5",
    "1e-5",
    "1e-7",
    "1e400",
    "1".repeat(32),
  ];
  const dates = [
    "2024-02-29t23:59:60.5+01:00",
    "2023-02-29T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "2024-07-20",
    "0001-01-01T00:00:00Z",
  ];
  const [first, second, third] = PLAYED;
  const results = [{ type: "place" }];
  const blue = "2/1o1b1/2b3/b2o/6/1o1bo/2 b 0 abstract-play-4";
  const tags = [
    { GameNumber: "1.50", OrangeScore: "1e3", BlueScore: "x", OrangeIsAi: "yes", Unrated: "false", Pied: "1" },
    { HeaderExtras: '{"header":{"game":1,"2":[1.50],"1":"\u00e9"},"blue":5,"orange":{"name":1,"x":{}},"y":{}}' },
    { HeaderExtras: `{"header":{"x":${"[".repeat(50)}${"]".repeat(50)}}}` },
    { MoveResults: '{"1":"text","2":[{"a":1}],"3":[],"9":[{}],"01":[{}]}' },
    { Date: "2024.02.29" },
    { Date: "2024.02.??", DateEnd: "2024-03-01T00:00:00Z", Orange: "?", Site: "here", GameId: "", GameNumber: "5" },
    { Result: "0-1", Termination: "resignation", MoveResults: '{"3":"text"}' },
    { Result: "0-1", Termination: "forfeit" },
    { Bad: "\u0000" },
  ];
  const games = tags.map((each) => ({
    start: "abstract-play-4",
    moves: PLAYED.slice(0, 2),
    tags: each,
    comments: { 0: "a", 1: "b" },
  }));
  await compareReports(
    [
      ...[...variants, ...rules].map((name) =>
        JSON.stringify(open(draw, { game: { name: "Volo", variants: [name] } })),
      ),
      ...[...numbers, "1".repeat(33), "01", "1.", "NaN"].map((number) =>
        changed(["header", "site", "gameid"], 0).replace('"gameid":0', `"gameid":${number}`),
      ),
      ...dates.map((date) => changed(["header", "date-start"], date)),
      ...["\\ud800", "\\ud83d\\ude00", "\\u0000", "\\u0085", "\\u00e9\\n"].map((letter) =>
        changed(["header", "event"], "#").replace("#", letter),
      ),
      ...["event", "volo"].map((key) => JSON.stringify(REPORT).replace('"round"', `"${key}":"again","round"`)),
      ...[61, 62, 63].map((depth) =>
        changed(["header", "deep"], 0).replace('"deep":0', `"deep":${"[".repeat(depth)}${"]".repeat(depth)}`),
      ),
      ...[[1, 0], [0, 1], [1, 1], draw, [3, -5]].flatMap((each) => [
        JSON.stringify(open(each, {})),
        ...["resign", "timeout", "draw", "abandoned"].map((word) => JSON.stringify(open(each, {}, [first, word]))),
        ...["forfeit", "unterminated", "flock", "adjudication", "magic"].map((termination) =>
          JSON.stringify(open(each, { volo: { termination } }, [first, null])),
        ),
      ]),
      JSON.stringify(open([0, 1], {}, [first, { move: "resign", result: "why" }])),
      JSON.stringify(open([0, 1], {}, [{ move: "resign", result: results }])),
      JSON.stringify(open([0, 1], {}, [first, "resign"], ["resign", null])),
      JSON.stringify(open([0, 1], { volo: { termination: "time" } }, [first, "resign"])),
      JSON.stringify(open(draw, { players }, [first, second], [third])),
      ...[
        { FEN: "x" },
        { Rules: "x" },
        { Result: "*" },
        { "a b": "x" },
        { __proto__x: "" },
        { Date: "2026.11.??" },
        { Date: "soon" },
      ].map((tags) => changed(["header", "volo"], { tags })),
      ...[[null, "pass"], ["pass", null], [null, "e3"], [null]].map((round) =>
        JSON.stringify(open(draw, { startingPosition: blue }, round)),
      ),
      ...[
        [1, 2],
        [2, 1],
        [1.5, 2],
        [null, 2],
      ].map(([one, other]) =>
        changed(
          ["moves", 0],
          [
            { move: first, sequence: one },
            { move: second, sequence: other },
          ],
        ),
      ),
      changed(["header", "game", "name"], "Hex"),
      JSON.stringify({ rules: "standard-4", moves: [first], winner: null, header: 5 }),
      '{A comment}\n[Rules "standard-4"]\n\n1. b5 *',
      ...["{}", '{"moves":[["b5"]]}', "[5]", "[{]", '{"header"', `[${JSON.stringify(REPORT).slice(0, -9)}`],
    ],
    [
      ...games.map((game) => /** @type {Call} */ (["export", { ...game, format: "report" }])),
      ["export", { start: blue, moves: [], format: "report", tags: {}, comments: {} }],
    ],
  );
});

test("the browser says who reads what it does not read", async () => {
  await withHomes(async (one) => {
    const texts = [
      '{"game":"volo","stack":[]}',
      '{"metaGame":"volo","state":"{}"}',
      "(;GM[volo])",
      `{"a":${"[".repeat(1e6)}`,
    ];
    const answers = await inBrowser(
      one,
      texts.map((text) => ["import", { text }]),
    );
    for (const { error } of answers.slice(0, 3)) assert.match(error.message, /volo convert and volo play read/);
    assert.match(answers[3].error.message, /^not JSON: /);
    const missed = {
      ...REPORT.header,
      game: { name: "Volo", variants: ["standard-4"] },
      startingPosition: "2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4",
    };
    const [{ error }] = await inBrowser(one, [
      ["import", { text: JSON.stringify({ header: missed, moves: [["f3-SE2"]] }) }],
    ]);
    assert.match(error.message, /^ply 1: illegal move f3-SE2: .* Abstract Play did not notice some divisions/);
    assert.equal(error.ruling, "R15");
    const long = changed(["header", "event"], "x".repeat(3_500_000));
    const [{ games }] = await inBrowser(one, [["import", { text: long }]]);
    assert.equal(games.length, 1);
  });
});
