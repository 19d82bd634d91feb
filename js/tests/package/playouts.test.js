import { test } from "node:test";
import { assert } from "chai";
import { MAX_GAMES, Position, playRandom, StoppedError, VoloError } from "volo-rules";
import { inBrowser } from "#data";
import { readJsonl } from "./jsonl.js";

/** The SHA-256 of the codes as 32-bit numbers and of the offsets as 64-bit numbers, both little-endian. */
async function signature(/** @type {string} */ rules) {
  const { moves, offsets } = playRandom(10_000, { position: rules, seed: 0, record: true });
  const bytes = new DataView(new ArrayBuffer(4 * moves.length + 8 * offsets.length));
  for (const [i, code] of moves.entries()) bytes.setUint32(4 * i, code, true);
  for (const [i, offset] of offsets.entries()) bytes.setBigUint64(4 * moves.length + 8 * i, BigInt(offset), true);
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("the games of a seed are those of the other languages", async () => {
  const rows = await readJsonl("signatures.jsonl");
  assert.lengthOf(rows, 6);
  for (const { rules, sha256 } of rows) {
    // A browser and Node run the same code, and ten thousand games take some seconds.
    if (!inBrowser || rules === "two-sizes-small") assert.equal(await signature(rules), sha256, rules);
  }
});

test("games can be played in parts, and replayed", () => {
  const options = /** @type {const} */ ({
    position: "standard-5",
    seed: 2n ** 64n - 1n,
    record: true,
    countMoves: true,
  });
  const all = playRandom(20, options);
  const part = playRandom(7, { ...options, first: 10 });
  assert.deepEqual(part.winner, all.winner.slice(10, 17));
  assert.deepEqual(part.moves, all.moves.slice(all.offsets[10], all.offsets[17]));
  for (let row = 0; row < all.length; row += 1) {
    const game = all.game(row);
    assert.equal(game.plies, all.plies[row]);
    const winner = game.outcome()?.winner ?? null;
    assert.equal(all.winner[row], winner === null ? -1 : ["orange", "blue"].indexOf(winner));
    assert.equal(game.position.birds("orange").length, all.orangeBirds[row]);
    const lists = game.positions.slice(0, -1).map((position) => [...position.legalMoveCodes()]);
    assert.equal(lists.flat().length, all.legalMoves[row]);
  }
});

test("each call without a seed or with another policy plays other games, and says which", () => {
  const options = /** @type {const} */ ({ position: "standard-4", record: true });
  const [one, two] = [playRandom(20, options), playRandom(20, options)];
  assert.notEqual(one.seed, two.seed);
  assert.notDeepEqual(one.moves, two.moves);
  assert.deepEqual(playRandom(20, { ...options, seed: one.seed }), one);
  const other = playRandom(20, { ...options, seed: one.seed, policy: ["careful", "uniform"] });
  assert.notDeepEqual(playRandom(20, { ...options, seed: one.seed, policy: ["uniform", "careful"] }), other);
  assert.throws(() => playRandom(1, { first: 1 }), VoloError, "first needs a seed");
});

test("games are cut off, and runs are stopped", () => {
  const { winner, plies } = playRandom(3, { maxPlies: 2 });
  assert.deepEqual([...winner, ...plies], [-2, -2, -2, 2, 2, 2]);
  let calls = 0;
  const stop = () => ++calls === 2;
  assert.throws(() => playRandom(MAX_GAMES, { stop }), StoppedError);
  assert.throws(() => playRandom(1).game(0), VoloError, "record: true");
  assert.throws(() => playRandom(1, { record: true }).game(1), VoloError, "row must be an integer from 0 to 0");
  assert.throws(() => playRandom(2, { seed: 1, first: 2n ** 64n - 1n }), VoloError, "greater than 2^64 - 1");
  assert.isTrue(playRandom(1, { seed: 1, first: 2n ** 64n - 1n, record: true }).game(0).position instanceof Position);
});
