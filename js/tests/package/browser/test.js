// The part of node:test that the test modules use, for browsers.

/** @type {{ name: string, work: () => unknown }[]} */
const tests = [];

/** Adds a test. @param {string} name @param {() => unknown} work */
export function test(name, work) {
  tests.push({ name, work });
}

/** Runs all tests. @returns {Promise<{ count: number, problems: string[] }>} */
export async function runAll() {
  /** @type {string[]} */
  const problems = [];
  for (const { name, work } of tests) {
    await (async () => work())().catch((error) => problems.push(`${name}: ${error?.stack ?? error}`));
  }
  return { count: tests.length, problems };
}
