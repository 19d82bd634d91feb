// The controls beside the board.

import { html } from "../board/html.js";

/**
 * @typedef {object} NewGame
 * @property {string} rules the text of a rule set
 * @property {"orange" | "blue" | null} random the player who moves at random
 * @property {number} seed
 */

/**
 * @typedef {object} Handlers
 * @property {(choice: NewGame) => void} onNew
 * @property {() => void} onUndo
 * @property {() => void} onTurn the sky is turned
 * @property {(marks: { hints: boolean, flocks: boolean, regions: "orange" | "blue" | null }) => void} onMarks
 * @property {(fen: string) => void} onFen a position was pasted
 */

const RULE_SETS = [
  ["standard", "Standard"],
  ["two-sizes", "Two sizes (nestorgames)"],
  ["french", "French"],
  ["abstract-play", "Abstract Play"],
];

const EDGES = [
  ["4", "4 (30 spaces)"],
  ["5", "5 (54 spaces)"],
  ["6", "6 (84 spaces)"],
  ["7", "7 (120 spaces)"],
  ["8", "8 (162 spaces)"],
];

const OPPONENTS = [
  ["blue", "Blue moves at random"],
  ["orange", "Orange moves at random"],
  ["", "Two people play here"],
];

const REGIONS = [
  ["", "Tint no regions"],
  ["orange", "Tint Orange's regions"],
  ["blue", "Tint Blue's regions"],
];

export class Controls {
  /**
   * @param {Handlers} handlers
   */
  constructor(handlers) {
    this.undo = button("Undo", () => handlers.onUndo());
    const turn = button("Turn the sky", () => handlers.onTurn());

    this.moves = html("ol", { class: "moves", tabindex: "0", "aria-label": "Moves" });
    this.hands = html("p", { class: "hands" });

    const rules = select(RULE_SETS, "standard");
    const edge = select(EDGES, "7");
    const opponent = select(OPPONENTS, "blue");
    const seed = html("input", { type: "number", min: "0", max: "9007199254740991", step: "1", required: "" });
    const randomSeed = () => {
      seed.value = String(Math.floor(Math.random() * 1_000_000));
    };
    randomSeed();
    const start = html("form", { class: "new" });
    start.append(
      html("h2", {}, "New game"),
      labelled("Players", opponent),
      labelled("Rule set", rules),
      labelled("Edge of the sky", edge),
      labelled("Seed of the random moves", seed),
      html("button", { type: "submit", class: "primary" }, "Start"),
    );
    /** @returns {NewGame} */
    this.choice = () => ({
      rules: `${rules.value}-${edge.value}`,
      random: /** @type {"orange" | "blue" | ""} */ (opponent.value) || null,
      seed: seed.valueAsNumber,
    });
    start.addEventListener("submit", (event) => {
      event.preventDefault();
      handlers.onNew(this.choice());
      randomSeed();
    });

    const hints = checkbox("Mark spaces where you can add", true);
    const flocks = checkbox("Outline flocks", false);
    const regions = select(REGIONS, "");
    const marks = html(
      "fieldset",
      {},
      html("legend", {}, "Show"),
      hints.label,
      flocks.label,
      labelled("Regions", regions),
    );
    marks.addEventListener("change", () =>
      handlers.onMarks({
        hints: hints.input.checked,
        flocks: flocks.input.checked,
        regions: /** @type {"orange" | "blue" | ""} */ (regions.value) || null,
      }),
    );

    this.fen = html("textarea", { rows: "3", spellcheck: "false", autocapitalize: "off", maxlength: "2000" });
    this.problem = html("p", { class: "problem", role: "alert" });
    const fen = html("form", { class: "fen" });
    fen.append(
      labelled("Position (fen)", this.fen),
      this.problem,
      html("div", { class: "row" }, html("button", { type: "submit" }, "Set up")),
    );
    fen.addEventListener("submit", (event) => {
      event.preventDefault();
      if (start.reportValidity()) handlers.onFen(this.fen.value.trim());
    });

    const played = html("section", { class: "played" }, html("h2", {}, "Moves"), this.moves, this.hands);
    const row = html("div", { class: "row" }, this.undo, turn);

    /** The controls beside the board, and the controls below it. */
    this.beside = html("div", { class: "volo-controls beside" }, row, played, start);
    this.below = html("div", { class: "volo-controls" }, marks, fen);
  }

  /**
   * @param {object} state
   * @param {string[]} state.moves
   * @param {boolean} state.isBlueFirst whether Blue made the first move
   * @param {string} state.hands
   * @param {string} state.fen
   * @param {boolean} state.canUndo
   */
  update({ moves, isBlueFirst, hands, fen, canUndo }) {
    this.undo.disabled = !canUndo;
    this.fen.value = fen;
    this.hands.textContent = hands;
    this.refuse("");
    const plies = isBlueFirst ? ["…", ...moves] : moves;
    const rows = [];
    for (let ply = 0; ply < plies.length; ply += 2) {
      const pair = plies.slice(ply, ply + 2).map((move) => html("span", {}, move));
      rows.push(html("li", {}, ...pair));
    }
    this.moves.replaceChildren(...rows);
    this.moves.scrollTop = this.moves.scrollHeight;
  }

  /**
   * Show why a position was refused.
   * @param {string} problem
   */
  refuse(problem) {
    this.problem.textContent = problem;
    this.problem.hidden = problem === "";
    this.fen.setAttribute("aria-invalid", String(problem !== ""));
  }
}

/**
 * @param {string} text
 * @param {() => void} onClick
 */
function button(text, onClick) {
  const element = html("button", { type: "button" }, text);
  element.addEventListener("click", onClick);
  return element;
}

/**
 * @param {string[][]} options values and titles
 * @param {string} value
 */
function select(options, value) {
  const element = html("select", {}, ...options.map(([key = "", title = ""]) => html("option", { value: key }, title)));
  element.value = value;
  return element;
}

/**
 * @param {string} text
 * @param {HTMLElement} control
 */
function labelled(text, control) {
  return html("label", {}, html("span", {}, text), control);
}

/**
 * @param {string} text
 * @param {boolean} isChecked
 */
function checkbox(text, isChecked) {
  const input = html("input", { type: "checkbox" });
  input.checked = isChecked;
  return { input, label: html("label", { class: "check" }, input, html("span", {}, text)) };
}
