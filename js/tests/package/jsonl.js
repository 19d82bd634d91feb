import { readText } from "#data";

/** The rows of a table in tests/data. @param {string} name @returns {Promise<any[]>} */
export async function readJsonl(name) {
  const lines = (await readText(name)).split("\n").filter((line) => line !== "");
  if (lines.length === 0) throw new Error(`${name} is empty`);
  return lines.map((line) => JSON.parse(line));
}
