// Names and other short texts of people, so that they stay in their places.

/** Characters that change the direction of the text around them, or that nobody sees. Scripts need the two joiners. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]/gu;
const JOINERS = ["\u200c", "\u200d"];

/**
 * A name without controls and invisible characters. Empty if nothing is left to see.
 * @param {string} name
 */
export function visible(name) {
  const shown = name.replace(HIDDEN, (found) => (JOINERS.includes(found) ? found : " "));
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown) ? shown.replace(/\s+/g, " ").trim() : "";
}

/**
 * A name as a part of a longer text. Letters that run from right to left do not move what is around them.
 * @param {string} name
 */
export function isolated(name) {
  return `\u2068${visible(name)}\u2069`;
}
