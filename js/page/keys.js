// The keys of the page. The board and the controls come first: a key that they use does not reach the page.

/**
 * @typedef {object} Key
 * @property {string[]} keys as `KeyboardEvent.key` has them; with "Shift+" in front if that key is held
 * @property {string} action
 * @property {string} label
 */

/** @type {readonly Key[]} */
export const KEYS = [
  { keys: ["ArrowLeft"], action: "back", label: "Back" },
  { keys: ["ArrowRight"], action: "forward", label: "Forward" },
  { keys: ["ArrowUp", "Home", "0"], action: "first", label: "First position" },
  { keys: ["ArrowDown", "End", "$"], action: "last", label: "Last position" },
  { keys: ["Shift+ArrowLeft", "Shift+ArrowUp"], action: "previousBranch", label: "Previous branch" },
  { keys: ["Shift+ArrowRight", "Shift+ArrowDown"], action: "nextBranch", label: "Next branch" },
  { keys: ["m"], action: "nextSpace", label: "Next space of the board that can be chosen" },
  { keys: ["Escape"], action: "cancel", label: "Take back a chosen bird" },
  { keys: ["u"], action: "undo", label: "Undo" },
  { keys: ["h"], action: "hint", label: "Hint" },
  { keys: ["l"], action: "analysis", label: "Analysis on or off" },
  { keys: [" "], action: "best", label: "Play the best move of the analysis" },
  { keys: ["f"], action: "flip", label: "Flip the board" },
  { keys: ["r"], action: "turn", label: "Turn the board" },
  { keys: ["n"], action: "newGame", label: "New game" },
  { keys: ["?"], action: "help", label: "This help" },
];

/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: "\u2190", ArrowRight: "\u2192", ArrowUp: "\u2191", ArrowDown: "\u2193", " ": "Space" };

/**
 * A key as it is written on a keyboard.
 * @param {string} key
 */
export function keyName(key) {
  return key.replace(/^(Shift\+)?(.+)$/, (_, shift = "", rest) => `${shift.replace("+", " ")}${NAMES[rest] ?? rest}`);
}

/**
 * The letter of a key, also with Caps Lock, and on a keyboard with letters of another script.
 * @param {string} key
 * @param {string} code
 */
function letterOf(key, code) {
  const [, latin] = /^Key([A-Z])$/.exec(code) ?? [];
  return (/^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key) ? (latin ?? key) : key).toLowerCase();
}

/**
 * @param {Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "altKey" | "ctrlKey" | "metaKey">} event
 * @returns {string | null}
 */
export function actionOf({ key, code, shiftKey, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey) return null;
  const isNamed = key.length > 1;
  const name = isNamed ? `${shiftKey ? "Shift+" : ""}${key}` : letterOf(key, code);
  return KEYS.find(({ keys }) => keys.includes(name))?.action ?? null;
}

/**
 * Whether a control uses the key itself: text is typed into it, or the key works it.
 * @param {EventTarget | undefined} target
 * @param {string} key
 */
function isWanted(target, key) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("dialog, select, textarea, input:not([type=checkbox])") !== null) return true;
  return key === " " && target.closest("button, input, a, summary") !== null;
}

/** What the browser keeps if letters and other characters are no shortcuts, as who speaks to a computer may want. */
const KEPT = "volo-no-letters";

export function hasLetters() {
  try {
    return localStorage.getItem(KEPT) === null;
  } catch {
    return true;
  }
}

/** @param {boolean} isOn */
export function setLetters(isOn) {
  if (isOn) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, "1");
}

/**
 * @param {(action: string) => boolean} run runs an action, and returns whether it exists now
 */
export function listenToKeys(run) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isWanted(event.composedPath()[0], event.key)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    if (event.key.length === 1 && !hasLetters()) return;
    const action = actionOf(event);
    if (action !== null && run(action)) event.preventDefault();
  });
}
