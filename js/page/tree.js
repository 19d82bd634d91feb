// The moves of a game with all branches. The first branch of a position is its main line.

/** @import { Node } from "./types.js" */

/** The index of the position before the first move. */
export const START = -1;

/** The server keeps no more nodes. */
const MOST_NODES = 10_000;

export class Tree {
  /**
   * @param {string} start the fen of the first position
   */
  constructor(start) {
    this.start = start;
    /** @type {Node[]} */
    this.nodes = [];
    /**
     * The fen of the position after each node.
     * @type {string[]}
     */
    this.fens = [];
    this.current = START;
    /** Increases when the moves change, but not when only the current position does. */
    this.revision = 0;
  }

  /**
   * @param {string} start
   * @param {readonly Node[]} nodes
   * @param {readonly string[]} fens
   * @param {number} current
   */
  static of(start, nodes, fens, current) {
    const tree = new Tree(start);
    tree.nodes = nodes.map((node) => ({ ...node }));
    tree.fens = [...fens];
    tree.current = current;
    return tree;
  }

  /**
   * The position after a node.
   * @param {number} index
   */
  fen(index) {
    return index === START ? this.start : /** @type {string} */ (this.fens[index]);
  }

  /**
   * @param {number} index
   * @returns {Node}
   */
  node(index) {
    const node = this.nodes[index];
    if (node === undefined) throw new RangeError(`there is no node ${index}`);
    return node;
  }

  /**
   * The node before a node. The start is before itself.
   * @param {number} index
   */
  parent(index) {
    return index === START ? START : this.node(index).parent;
  }

  /**
   * The branches of each position, the main line first.
   * @returns {Map<number, number[]>}
   */
  branches() {
    /** @type {Map<number, number[]>} */
    const found = new Map();
    for (const [index, { parent }] of this.nodes.entries()) {
      const siblings = found.get(parent);
      if (siblings === undefined) found.set(parent, [index]);
      else siblings.push(index);
    }
    return found;
  }

  /**
   * @param {number} index
   */
  children(index) {
    return [...this.nodes.keys()].filter((child) => this.nodes[child]?.parent === index);
  }

  /**
   * The nodes from the first move to a node.
   * @param {number} index
   * @returns {number[]}
   */
  path(index) {
    const path = [];
    for (let at = index; at !== START; at = this.parent(at)) path.push(at);
    return path.reverse();
  }

  /**
   * The nodes from the first move to a node, and on along the main line of that node.
   * @param {number} index
   * @returns {number[]}
   */
  line(index) {
    const line = this.path(index);
    const branches = this.branches();
    for (let next = branches.get(index)?.[0]; next !== undefined; next = branches.get(next)?.[0]) line.push(next);
    return line;
  }

  /**
   * @param {readonly number[]} indexes
   */
  moves(indexes) {
    return indexes.map((index) => this.node(index).move);
  }

  /**
   * Add a move after a node, and do not go there. A move that was played there before is not added again.
   * @param {number} parent
   * @param {string} move
   * @param {string} fen the position after it
   * @returns {number} the node
   * @throws {RangeError} the game has too many moves
   */
  add(parent, move, fen) {
    const known = this.children(parent).find((child) => this.node(child).move === move);
    if (known !== undefined) return known;
    if (this.nodes.length >= MOST_NODES) throw new RangeError("a game with its branches has at most 10,000 moves");
    this.nodes.push({ parent, move });
    this.fens.push(fen);
    this.revision++;
    return this.nodes.length - 1;
  }

  /** The node at the end of the main line. */
  get end() {
    return this.line(START).at(-1) ?? START;
  }

  /**
   * The node that these moves lead to from the start, if it exists.
   * @param {readonly string[]} moves
   * @returns {number | undefined}
   */
  find(moves) {
    let index = START;
    for (const move of moves) {
      const next = this.children(index).find((child) => this.node(child).move === move);
      if (next === undefined) return undefined;
      index = next;
    }
    return index;
  }

  copy() {
    return Tree.of(this.start, this.nodes, this.fens, this.current);
  }

  /**
   * Add the moves and the comments of another tree with the same start.
   * @param {Tree} other
   */
  merge(other) {
    const places = new Map([[START, START]]);
    for (const [index, { parent, move, comment }] of other.nodes.entries()) {
      const place = this.add(/** @type {number} */ (places.get(parent)), move, other.fen(index));
      places.set(index, place);
      if (comment !== undefined) this.node(place).comment = comment;
    }
  }

  /**
   * Remove a node and all that follows it. If the current position is among these, the one before the node becomes the
   * current one.
   * @param {number} index
   */
  remove(index) {
    const parent = this.parent(index);
    if (this.path(this.current).includes(index)) this.current = parent;
    this.arrange((children) => children.filter((child) => child !== index));
  }

  /**
   * Make a node and all nodes before it the main line.
   * @param {number} index
   */
  promote(index) {
    const path = new Set(this.path(index));
    this.arrange((children) => [
      ...children.filter((child) => path.has(child)),
      ...children.filter((child) => !path.has(child)),
    ]);
  }

  /**
   * The branch of the same position before or after a node. The node itself if there is none.
   * @param {number} index
   * @param {1 | -1} by
   */
  sibling(index, by) {
    if (index === START) return index;
    const siblings = this.children(this.parent(index));
    return siblings[siblings.indexOf(index) + by] ?? index;
  }

  /**
   * Write the nodes anew, with the branches of each position as `order` returns them.
   * @param {(children: number[]) => number[]} order
   */
  arrange(order) {
    const branches = this.branches();
    const { nodes, fens } = this;
    const places = new Map([[START, START]]);
    this.nodes = [];
    this.fens = [];
    const open = order(branches.get(START) ?? []).reverse();
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      const node = /** @type {Node} */ (nodes[index]);
      places.set(index, this.nodes.length);
      this.nodes.push({ ...node, parent: /** @type {number} */ (places.get(node.parent)) });
      this.fens.push(/** @type {string} */ (fens[index]));
      open.push(...order(branches.get(index) ?? []).reverse());
    }
    this.current = /** @type {number} */ (places.get(this.current));
    this.revision++;
  }
}
