// The names of the levels of the engine.

export const LEVELS = [
  "Beginner",
  "Learner",
  "Easy",
  "Casual",
  "Steady",
  "Practiced",
  "Skilled",
  "Strong",
  "Very strong",
  "Expert",
  "Master",
  "Full strength",
];

/**
 * A level with its name: `1, Beginner`.
 * @param {number} level
 */
export function levelName(level) {
  return `${level}, ${LEVELS[level - 1] ?? "?"}`;
}
