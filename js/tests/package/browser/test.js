// The part of node:test that the test modules use, for browsers.

/** @type {{ name: string, work: () => unknown }[]} */
const tests = [];

/** Adds a test. @param {string} name @param {() => unknown} work */
export function test(name, work) {
  tests.push({ name, work });
}

/** Runs all tests. @returns {Promise<{ name: string, error: string | null }[]>} */
export async function runAll() {
  const results = [];
  for (const { name, work } of tests) {
    try {
      await work();
      results.push({ name, error: null });
    } catch (error) {
      results.push({ name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  return results;
}
