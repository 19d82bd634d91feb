import { test } from "node:test";
import { assert } from "chai";
import { Game, InvalidRulesError, Position, VoloError as RulesError } from "volo-rules";
import { Engine } from "volo-rules/engine";
import { EngineClient, EnginePool, VoloError } from "volo-rules/engine/client";
import { sharing, worker } from "#data";

const WIN = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4";

/** @typedef {import("volo-rules/engine").Info} Info */

/** A test with a client, in a program that may share memory with its Workers and in one that may not. */
function clientTest(
  /** @type {string} */ name,
  /** @type {(client: EngineClient) => Promise<void>} */ work,
  options = {},
) {
  for (const isShared of [true, false]) {
    test(`${name}, ${isShared ? "with" : "without"} shared memory`, async () => {
      const shared = globalThis.SharedArrayBuffer;
      // A browser hides it from pages that are not isolated.
      if (!isShared) Reflect.deleteProperty(globalThis, "SharedArrayBuffer");
      const client = new EngineClient({ hashMb: 1, worker, ...options });
      if (!isShared && shared !== undefined) globalThis.SharedArrayBuffer = shared;
      try {
        await work(client);
      } finally {
        client.close();
      }
    });
  }
}

/** @param {Promise<unknown>} promise @returns {Promise<any>} */
const rejection = (promise) =>
  promise.then(
    () => assert.fail("no error"),
    (error) => error,
  );

clientTest("a client finds what an engine finds, and reports each depth", async (client) => {
  /** @type {(number | undefined)[]} */
  const depths = [];
  const limits = { depth: 3, multipv: 2 };
  const found = await client.analyse("standard-4", { ...limits, report: ([best]) => depths.push(best?.depth) });
  const comparable = (/** @type {Info[]} */ infos) => infos.map(({ time, nps, ...rest }) => rest);
  assert.deepEqual(comparable(found), comparable(new Engine({ hashMb: 1 }).analyse("standard-4", limits)));
  assert.deepEqual([found.length, ...depths], [2, 1, 2, 3]);
  const { move, info } = await client.play(new Position(WIN), { depth: 2 });
  assert.equal(new Position(WIN).play(move).outcome()?.winner, "orange");
  assert.equal(info.score.win, 1);
  assert.isString((await client.play(new Game("standard-4", ["a3"]), { depth: 1 })).move);
});

clientTest("stop ends the running search with its best moves, and those that wait", async (client) => {
  /** @type {Promise<unknown>} */
  const begun = new Promise((done) => {
    client.analyse("standard-8", { report: done }).then((infos) => infos.length === 1 || assert.fail());
  });
  const waiting = client.play("standard-7");
  await begun;
  client.stop();
  const { info } = await waiting;
  assert.equal(info.depth, 1);
  // A search is stopped before the Worker has begun it, and the next one runs to its end.
  const early = client.analyse("standard-8");
  client.stop();
  assert.lengthOf(await early, 1);
  assert.equal((await client.play("standard-4", { depth: 2 })).info.depth, 2);
});

clientTest("an aborted search is rejected, and the others go on", async (client) => {
  /** @type {(infos: Info[]) => void} */
  let report = () => {};
  const begun = new Promise((done) => {
    report = done;
  });
  const controllers = [new AbortController(), new AbortController()];
  const aborted = controllers.map(({ signal }) => rejection(client.analyse("standard-8", { signal, report })));
  const last = client.analyse("standard-4", { depth: 2 });
  await begun;
  for (const controller of controllers) controller.abort(new RangeError("mine"));
  for (const error of await Promise.all(aborted)) assert.equal(error.message, "mine");
  assert.equal((await last)[0]?.depth, 2);
  assert.match(String(await rejection(client.play(WIN, { signal: AbortSignal.abort() }))), /AbortError/);
});

clientTest("errors reject the search that they are about", async (client) => {
  const invalid = client.analyse("chess", { depth: 1 });
  const unknown = client.analyse("standard-4", /** @type {any} */ ({ dept: 1 }));
  const over = client.play("2/1oo2/6/4/6/3b1/2 b 0 standard-4");
  const mine = client.analyse("standard-8", {
    report: () => {
      throw new RangeError("mine");
    },
  });
  const [first, second, third, fourth] = await Promise.all([invalid, unknown, over, mine].map(rejection));
  for (const each of [VoloError, RulesError, InvalidRulesError]) assert.instanceOf(first, each);
  assert.equal(first.name, "InvalidRulesError");
  assert.instanceOf(second, TypeError);
  assert.match(third.message, /the game is over/);
  assert.instanceOf(fourth, RangeError);
  assert.equal((await client.play(WIN, { depth: 1 })).info.score.win, 1);
  const last = client.analyse("standard-8");
  client.close();
  for (const search of [last, client.play(WIN)])
    assert.match((await rejection(search)).message, /the engine is closed/);
});

clientTest("a search that cannot be sent is rejected, and the next one runs", async (client) => {
  const refused = () => client.play(WIN, /** @type {any} */ ({ depth: 1, stop: () => false }));
  const first = rejection(refused());
  const running = client.analyse("standard-4", { depth: 3 });
  const waiting = [refused(), client.play(/** @type {any} */ ({ toJSON: () => refused })), refused()].map(rejection);
  for (const error of await Promise.all([first, ...waiting]))
    assert.match(String(error), /^VoloError: (the option stop|position) cannot be sent/);
  assert.lengthOf(await running, 1);
  assert.equal((await client.play(WIN, { depth: 1 })).info.score.win, 1);
  assert.instanceOf(await rejection(client.analyse(WIN, /** @type {any} */ (null))), TypeError);
});

test("a pool begins searches in order, each with an engine that is free", async () => {
  const pool = new EnginePool(2, { hashMb: 1, worker });
  /** @type {number[]} */
  const ended = [];
  const endless = pool.analyse("standard-8").then(() => ended.push(0));
  const short = [1, 2, 3].map((depth) => pool.play("standard-4", { depth }).then(() => ended.push(depth)));
  const controllers = [new AbortController(), new AbortController()];
  const [aborted, early] = controllers.map(({ signal }) => {
    return new Promise((report) => rejection(pool.analyse("standard-8", { signal, report })).then(report));
  });
  controllers[1]?.abort("early");
  assert.equal(await early, "early");
  assert.isArray(await aborted);
  controllers[0]?.abort();
  await Promise.all([...short, pool.play(WIN)]);
  pool.stop();
  await endless;
  assert.deepEqual(ended, [1, 2, 3, 0]);
  const closed = [WIN, WIN, "standard-8"].map((position) => rejection(pool.analyse(position)));
  pool.close();
  for (const error of await Promise.all([...closed, rejection(pool.play(WIN))]))
    assert.match(error.message, /is closed/);
  for (const engines of [0, 1.5, 1001]) assert.throws(() => new EnginePool(engines), VoloError, /from 1 to 1000/);
});

test("a Worker that fails rejects what waits, and other messages of it are ignored", async () => {
  const like = { postMessage() {}, terminate() {} };
  /** @param {string} event @param {() => void} listener */
  const on = (event, listener) => event === "exit" && setTimeout(listener);
  const talks = {
    ...like,
    onmessage(/** @type {{ data: unknown }} */ _) {},
    postMessage() {
      for (const data of ["ready", null, { error: null }, { done: [] }, { done: [] }])
        setTimeout(() => this.onmessage({ data }));
    },
  };
  const workers = /** @type {any[]} */ ([{ ...like, on }, undefined, Promise.resolve(talks), talks]);
  const client = new EngineClient({ worker: () => workers.shift() });
  for (const error of await Promise.all([client.play(WIN), client.play(WIN)].map(rejection)))
    assert.match(error.message, /has ended/);
  for (const _ of [undefined, Promise])
    assert.match((await rejection(client.play(WIN))).message, /must return a Worker/);
  assert.deepEqual(await client.analyse(WIN), []);
  await new Promise((done) => setTimeout(done));
});

clientTest(
  "an option of the engine that is wrong rejects the searches",
  async (client) => {
    assert.match((await rejection(client.play(WIN))).message, /level must be an integer from 1 to 12/);
  },
  { level: 13 },
);

test("clients share a compiled module", async () => {
  const shared = await sharing();
  for (const level of [1, 12]) {
    const client = new EngineClient({ level, ...shared });
    assert.equal((await client.play(WIN, { depth: 2 })).info.score.win, 1);
    client.close();
  }
});
