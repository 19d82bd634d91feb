// The data that the board shows. It comes from outside, because the board does not know the rules.

/** @typedef {"orange" | "blue"} Player */

/**
 * @typedef {object} Side
 * @property {string[][]} flocks the spaces of each flock
 * @property {string[][]} regions the spaces of each region, vacant ones and those with birds
 * @property {boolean} [hasWon] whether the player has won, if a move lets the opponent choose a region
 */

/**
 * @typedef {object} View
 * @property {number} edge the edge of the sky
 * @property {Player} turn the player to move
 * @property {Side} orange
 * @property {Side} blue
 * @property {readonly string[]} moves the legal moves
 */

/** @type {readonly Player[]} */
export const PLAYERS = ["orange", "blue"];

/**
 * What a side is taken from; a position of the npm package has all of it.
 * @typedef {object} Shown
 * @property {(color: Player) => string[][]} flocks
 * @property {(color: Player) => { readonly birds: readonly string[], readonly vacant: readonly string[] }[]} regions
 * @property {() => { readonly winner: Player | null } | null} outcome
 */

/**
 * @param {Shown & { rules: { readonly edge: number }, turn: Player, legalMoves: () => string[] }} position
 * @returns {View}
 */
export function viewOf(position) {
  const { rules, turn } = position;
  const [orange, blue] = [sideOf(position, "orange"), sideOf(position, "blue")];
  return { edge: rules.edge, turn, moves: position.legalMoves(), orange, blue };
}

/**
 * @param {Shown} position
 * @param {Player} player
 */
export function sideOf(position, player) {
  return {
    flocks: position.flocks(player),
    regions: position.regions(player).map(({ birds, vacant }) => [...birds, ...vacant]),
    hasWon: position.outcome()?.winner === player,
  };
}

/**
 * @param {Player} player
 * @returns {Player}
 */
export function otherPlayer(player) {
  return player === "orange" ? "blue" : "orange";
}

/**
 * The spaces that hold a player's birds.
 * @param {View} view
 * @param {Player} player
 */
export function birdsOf(view, player) {
  return view[player].flocks.flat();
}
