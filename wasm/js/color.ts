/** A player, and the color of that player's birds. Orange moves first [R5]. */
export type Color = "orange" | "blue";

/** Both players, in the order of their first turns. */
export const COLORS: readonly Color[] = Object.freeze(["orange", "blue"]);
