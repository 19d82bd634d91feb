// Two states of one game that were saved by two pages, as one.

import { VoloError } from "volo-rules/engine/init";

/** @import { GameDocument, Node } from "../types.js" */

/**
 * The moves and comments of both documents. The moves of the later one become branches where the earlier one has others.
 * All else is that of the later one.
 * @param {GameDocument} earlier
 * @param {GameDocument} later
 * @returns {GameDocument}
 */
export function merged(earlier, later) {
  if (earlier.nodes.length === 0) return later;
  if (earlier.start !== later.start)
    throw new VoloError("another page saved a game with another start under this name");
  const nodes = earlier.nodes.map((node) => ({ ...node }));
  const children = new Map(nodes.map(({ parent, move }, index) => [`${parent} ${move}`, index]));
  const places = new Map([[-1, -1]]);
  for (const [index, { parent, move, comment }] of later.nodes.entries()) {
    const place = /** @type {number} */ (places.get(parent));
    const known = children.get(`${place} ${move}`) ?? nodes.push({ parent: place, move }) - 1;
    children.set(`${place} ${move}`, known);
    places.set(index, known);
    comments(/** @type {Node} */ (nodes[known]), comment);
  }
  const { opening } = earlier.settings;
  const settings = opening && !later.settings.opening ? { ...later.settings, opening } : later.settings;
  return { ...later, nodes, current: /** @type {number} */ (places.get(later.current)), settings };
}

/**
 * Add a comment to a node that may have another one.
 * @param {Node} node
 * @param {string | undefined} comment
 */
function comments(node, comment) {
  if (comment === undefined || node.comment?.includes(comment)) return;
  node.comment = node.comment === undefined || comment.includes(node.comment) ? comment : `${node.comment}\n${comment}`;
}
