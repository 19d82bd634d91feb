// Rule sets and results in words. The types of the package tell whether a name of a rule set is missing.

import { winnerText } from "../board/words.js";

/** @import { Passing, RuleSet, Stuck } from "volo-rules/engine/init" */

/** @type {Record<string, string>} */
export const TITLES = /** @satisfies {Record<Exclude<RuleSet, "two-sizes-small">, string>} */ ({
  standard: "Standard (2010)",
  "two-sizes": "Two sizes (nestorgames)",
  french: "French (earlier text)",
  "abstract-play": "Abstract Play",
  boardspace: "Boardspace",
});

/** When a pass is legal, by pass rule. @type {Record<string, string>} */
export const PASSES = /** @satisfies {Record<Passing, string>} */ ({
  standard: "No flight, and adds in own regions only",
  forced: "No flight and no add",
  "own-regions": "Adds in own regions only",
  "no-flight": "No flight",
});

/** What happens if both players are stuck, by end rule. @type {Record<string, string>} */
export const ENDS = /** @satisfies {Record<Stuck, string>} */ ({
  draw: "Draw",
  "last-mover-wins": "The last mover wins",
});

/**
 * A rule set as its parts: a name, or the values of one by hand, and the edge of its sky.
 * @param {string} text
 * @returns {{ name: string | null, edge: string, values: Record<string, string> }}
 */
export function partsOf(text) {
  const values = Object.fromEntries(text.split(",").map((part) => part.split("=")));
  if (values.edge !== undefined) return { name: null, edge: values.edge, values };
  const [, name = "standard", edge = "7"] = /^(.*?)(?:-(\d|small))?$/.exec(text) ?? [];
  return { name, edge: edge === "small" ? "6" : edge, values: {} };
}

/**
 * A rule set in words: `Standard (2010), edge 5`.
 * @param {string} text
 */
export function rulesInWords(text) {
  const { name, edge, values } = partsOf(text);
  if (name !== null) return `${TITLES[name] ?? name}, edge ${edge}`;
  const supply = values.supply === "none" ? "any number of birds" : `${values.supply} birds each`;
  const passes = (PASSES[values.pass ?? ""] ?? values.pass ?? "").toLowerCase();
  const ends = (ENDS[values.stuck ?? ""] ?? values.stuck ?? "").toLowerCase();
  return `Custom rules, edge ${edge}, ${supply}; a pass needs: ${passes}; if both are stuck: ${ends}`;
}

/**
 * @param {string} fen
 */
export function rulesOf(fen) {
  return fen.split(" ").at(-1) ?? "";
}

/** @type {Record<string, string>} */
const RESULTS = { "1-0": winnerText("orange"), "0-1": winnerText("blue"), "1/2-1/2": winnerText(null) };

/**
 * A result, as records have it, in words.
 * @param {string} result
 */
export function resultOf(result) {
  return Object.hasOwn(RESULTS, result) ? String(RESULTS[result]) : "not over";
}
