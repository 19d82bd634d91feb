// The browser answers the calls of the page as the server does.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { GAMES } from "../moves.js";
import { compare, compareIn, inBrowser, inServer, withHomes } from "./homes.js";

/** @import { Call } from "./homes.js" */

const DATA = new URL("../../../tests/data/", import.meta.url);

/** The texts that fuzzing found. @param {string} name @returns {Promise<string[]>} */
async function found(name) {
  const lines = (await readFile(new URL(`fuzz/${name}.jsonl`, DATA), "utf8")).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line)).filter((text) => typeof text === "string");
}

/** The calls that a page makes in a game. @param {typeof GAMES[number]} game @returns {Call[]} */
function callsOf({ rules, moves }) {
  const nodes = moves.map((move, index) => ({ parent: index - 1, move }));
  const game = { start: rules, moves, tags: { Orange: "Anna", Result: "1-0" }, comments: { 0: "a", 2: "b\nc" } };
  return [
    ["start", { rules }],
    ["views", { start: rules, nodes }],
    .../** @type {const} */ (["record", "json-lines", "report", "text"]).map(
      (format) => /** @type {Call} */ (["export", { ...game, format }]),
    ),
  ];
}

test("the calls of recorded games have the same answers", async () => {
  const lines = (await readFile(new URL("abstract-play.jsonl", DATA), "utf8")).trimEnd().split("\n");
  const imports = lines.slice(0, 10).map((text) => /** @type {Call} */ (["import", { text }]));
  const puzzles = [0, 1, -1, 500, 12345].map(
    (number) => /** @type {Call} */ (["puzzle", { edge: number === 1 ? 5 : null, plies: null, number }]),
  );
  await compare([...GAMES.slice(0, 12).flatMap(callsOf), ...imports, ...puzzles]);
});

test("every position of a game is described in the same way, and so are its illegal moves", async () => {
  await withHomes(async (one, other) => {
    const game = GAMES.find(({ rules }) => rules.endsWith("4")) ?? GAMES[0];
    assert.ok(game !== undefined);
    const nodes = game.moves.map((move, index) => ({ parent: index - 1, move }));
    const [{ views }] = await inServer(other, [["views", { start: game.rules, nodes }]]);
    /** @type {Call[]} */
    const calls = views.flatMap((/** @type {string} */ fen) => [
      ["position", { fen }],
      ...["a1", "b2", "b2-E1", "c3-NE2", "d3:d4-SW1", "pass", "f2-E1/a2"].map((move) => ["play", { fen, move }]),
      ...["b2", "d6"].map((space) => ["grounded", { fen, space }]),
    ]);
    await compareIn(one, other, calls);
  });
});

test("hostile texts are refused by both, for the same reasons", async () => {
  const positions = (await found("position")).flatMap((text) => [
    /** @type {Call} */ (["position", { fen: text }]),
    /** @type {Call} */ (["start", { rules: text }]),
    /** @type {Call} */ (["play", { fen: "standard-4", move: text }]),
  ]);
  await compare(positions);
});

test("games are saved, listed, loaded and deleted in the same way", async () => {
  const document = {
    version: 1,
    start: "standard-4",
    nodes: [
      { parent: -1, move: "a3" },
      { parent: -1, move: "b5" },
    ],
    current: 0,
    tags: { Orange: "Anna\u202e", Blue: "\u05d0" },
    settings: { a: [1] },
  };
  /** @type {Call[]} */
  const calls = [
    ["save", { id: "one", document }],
    ["games", {}],
    ["load", { id: "one" }],
    ["save", { id: "two", document: { ...document, nodes: [{ parent: -1, move: "c3" }], current: 0 } }],
    ["delete", { id: "one" }],
    ["load", { id: "one" }],
    ["delete", { id: "one" }],
    ["games", {}],
  ];
  const plain = (/** @type {any[]} */ answers) =>
    JSON.parse(JSON.stringify(answers).replace(/"changed":[\d.]+/g, '"changed":0'));
  await withHomes(async (one, other) => {
    // One after the other, because each call depends on those before it.
    /** @type {any[]} */
    const found = [];
    for (const call of calls) found.push(...(await inBrowser(one, [call])));
    assert.deepEqual(plain(found), plain(await inServer(other, calls)));
  });
});
