// The document of a game.

import { COLORS, Position, VoloError } from "volo-rules/engine/init";
import { isolated, visible } from "../../board/names.js";
import { resultFor } from "../../board/words.js";

/** @import { Color } from "volo-rules/engine/init" */
/** @import { GameDocument, Node } from "../types.js" */

/** The most moves of a document, in all its branches. */
export const MOST_NODES = 10_000;

/**
 * The members of a document and of its nodes in version 1. What a later version of the page may add without a new number:
 * settings. A missing one has its value of before, and a page keeps those that it does not know.
 */
const MEMBERS = ["version", "start", "nodes", "current", "tags", "settings"];
const NODE_MEMBERS = ["parent", "move", "comment"];
const VERSION = 1;

const LONGEST_TITLE = 100;
const LONGEST_NAME = 45;
/** Most of them are the values of positions, some 100 bytes each. */
const MOST_SETTINGS = 64 << 10;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The nodes of a tree of moves, with the position after each.
 * @param {Position} start
 * @param {Node[]} nodes
 * @returns {{ parent: number, position: Position }[]}
 */
export function treeOf(start, nodes) {
  if (nodes.length > MOST_NODES) throw new VoloError(`nodes has more than ${MOST_NODES.toLocaleString("en")} items`);
  /** @type {{ parent: number, position: Position }[]} */
  const tree = [];
  for (const [index, { parent, move }] of nodes.entries()) {
    const before = parent === -1 ? start : tree[parent]?.position;
    if (before === undefined) {
      throw new VoloError(`nodes[${index}]: parent must be an integer from -1 to ${index - 1}`);
    }
    tree.push({ parent, position: before.play(move) });
  }
  return tree;
}

/**
 * Refuse a document of a newer page with something that this page does not know, and one with a member of another type.
 * @param {GameDocument} document
 */
export function checkVersion(document) {
  const { version, start, nodes, tags, settings } = document;
  const names = [
    ...Object.keys(document).filter((name) => !MEMBERS.includes(name)),
    ...(Array.isArray(nodes) ? nodes : [])
      .flatMap((node) => Object.keys(node ?? {}))
      .filter((name) => !NODE_MEMBERS.includes(name)),
  ];
  if (version !== VERSION || names.length > 0) {
    const unknown = names.length === 0 ? "" : ` with the unknown member ${names[0]}`;
    throw new VoloError(
      `the game is of version ${version}${unknown}, from a newer page; this page reads version ${VERSION}`,
    );
  }
  const isText = (/** @type {unknown} */ value) => typeof value === "string";
  const isNode = (/** @type {Node} */ { parent, move, comment = "" }) =>
    Number.isInteger(parent) && isText(move) && isText(comment);
  // Wrong settings are replaced where they are used.
  const wrong = Object.entries({
    start: isText(start),
    nodes: Array.isArray(nodes) && nodes.map(Object).every(isNode),
    tags: Object(tags) === tags && Object.values(tags).every(isText),
    settings: Object(settings) === settings,
  }).find(([, isRight]) => !isRight);
  if (wrong !== undefined) throw new VoloError(`${wrong[0]} in the game: a value is of a wrong type`);
}

/**
 * What a list of games shows of one.
 * @typedef {object} Heading
 * @property {string} title the players, or else what the game is
 * @property {string} rules
 * @property {number} plies the length of the main line
 * @property {string} result as records have it
 * @property {string[][]} birds those of Orange and of Blue at the end of the main line
 */

/**
 * Check a document. All moves are played.
 * @param {GameDocument} document
 * @returns {Heading}
 */
export function headingOf(document) {
  checkVersion(document);
  const start = new Position(document.start);
  const tree = treeOf(start, document.nodes);
  if (JSON.stringify(document.settings).length > MOST_SETTINGS) {
    throw new VoloError(`settings has more than ${MOST_SETTINGS.toLocaleString("en")} bytes`);
  }
  const line = mainLine(tree);
  const last = tree[line.at(-1) ?? -1]?.position ?? start;
  return {
    title: titleOf(document, start),
    rules: String(start.rules),
    plies: line.length,
    result: resultOf(document, last),
    birds: COLORS.map((color) => last.flocks(color).flat()),
  };
}

/**
 * The result at the end of the main line.
 * @param {GameDocument} document
 * @param {Position} last
 */
function resultOf({ settings, tags }, last) {
  /** @type {{ ended?: { winner: Color | null, fen: string } | null, end?: string }} */
  const { ended, end } = settings;
  const fen = last.fen();
  const outcome = last.outcome() ?? (ended?.fen === fen ? ended : null);
  if (outcome === null) return (end === fen ? tags.Result : undefined) ?? "*";
  return resultFor(outcome.winner);
}

/**
 * The players, or else the event, or else the rules.
 * @param {GameDocument} document
 * @param {Position} start
 */
function titleOf({ tags, settings }, start) {
  const sides = Object(settings.players);
  const isMixed = sides.orange !== sides.blue;
  const names = COLORS.map((color) => {
    const name = tags[color === "orange" ? "Orange" : "Blue"] ?? "";
    if (!isMixed || name !== "") return name;
    return sides[color] === "elsewhere" ? "Elsewhere" : "You";
  });
  const players = names.map((name) => shownName(name.replace(/^\?+|\?+$/g, "").slice(0, LONGEST_NAME)));
  const event = shownName((tags.Event ?? "").replaceAll("?", ""));
  const title = players.filter((name) => name !== "").join(" – ") || event || String(start.rules);
  return title.slice(0, LONGEST_TITLE);
}

/**
 * A name as a part of a title, which is isolated only if it needs it.
 * @param {string} name
 */
function shownName(name) {
  const shown = visible(name);
  return RIGHT_TO_LEFT.test(shown) ? isolated(shown) : shown;
}

/**
 * The nodes of the main line. The first child of a node continues it.
 * @param {{ parent: number }[]} tree
 */
function mainLine(tree) {
  /** @type {Map<number, number>} */
  const children = new Map();
  for (const [index, { parent }] of tree.entries()) {
    if (!children.has(parent)) children.set(parent, index);
  }
  const line = [];
  for (let at = children.get(-1); at !== undefined; at = children.get(at)) line.push(at);
  return line;
}
