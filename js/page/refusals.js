// Why a move was refused, in one short sentence in the words of the game. They follow from the ruling, the move and the
// spaces that the reason names, not from the words of the reason.

/** @import { Refusal } from "./host.js" */

/**
 * @param {Refusal} refusal
 * @param {string} move the move as it was asked for
 */
export function sentence({ message, kind, ruling, reason }, move) {
  if (kind === "NotationError") {
    return `${quoted(move)} is not a move here. Write c5 to add a bird, and b2-NE3 or b2:b4-NE3 to fly.`;
  }
  const birds = (move.split("-")[0] ?? "").replace(":", " to ");
  const spaces = reason.match(/\b[a-o]\d+/g) ?? [];
  const space = spaces[0] ?? "";
  switch (ruling) {
    case "R6":
      return space === birds ? `${space} is not vacant.` : `${birds} touches your bird at ${space}.`;
    case "R7":
      return `${birds} is walled off from all of your birds.`;
    case "R8":
      return "You have no bird left to add.";
    case "R9":
      return spaces.length > 1
        ? `${birds} is not a straight line.`
        : `There is no bird of yours at ${space || "that place"}.`;
    case "R10":
      return space === "" ? "Nobody flies past a missing corner or the hole in the center." : `${space} is in the way.`;
    case "R11":
      return `${birds} would leave a part of the flock behind.`;
    case "R12":
      return `${birds} would join nobody there.`;
    case "R13":
      return "You can still move, so you cannot pass.";
    case "R15":
      return move.includes("/") ? `${capital(reason)}.` : "Choose the region to keep.";
    default:
      return capital(reason || message);
  }
}

/**
 * @param {string} space
 * @param {string} ruling the last ruling that its flights get as far as
 */
export function grounded(space, ruling) {
  switch (ruling) {
    case "R12":
      return `${space} has no flight: it would join nobody, wherever it can go.`;
    case "R11":
      return `${space} has no flight: it would leave a part of its flock behind.`;
    default:
      return `${space} has no flight: other birds, the rim or the hole are around it.`;
  }
}

/**
 * @param {string} text
 */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * @param {string} text
 */
function quoted(text) {
  return `\u201c${text.slice(0, 20)}${text.length > 20 ? "\u2026" : ""}\u201d`;
}
