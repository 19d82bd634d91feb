// The part of the panel that shows the analysis: a switch, the lines, and the graph.

import { html } from "../board/html.js";
import { Graph } from "./graph.js";
import { fromScore, short, words } from "./score.js";
import { button, checkbox, field, select } from "./ui.js";

/** @import { Analysis } from "./analysis.js" */
/** @import { Value } from "./score.js" */
/** @import { Mistake } from "./survey.js" */
/** @import { Position, SearchInfo } from "./types.js" */

/** No more moves of a line are shown. */
const LONGEST = 8;

/**
 * @typedef {object} Handlers
 * @property {(isOn: boolean) => void} onTurn
 * @property {(lines: number) => void} onLines
 * @property {(moves: string[]) => void} onPlay moves from the current position on
 * @property {(ply: number) => void} onGo
 * @property {() => void} onGoOn
 * @property {() => void} onSurvey
 */

export class AnalysisPanel {
  /**
   * @param {Handlers} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    this.toggle = checkbox("Analysis", false, (isOn) => handlers.onTurn(isOn));
    this.toggle.element.classList.add("switch");
    this.toggle.input.setAttribute("role", "switch");
    const counts = [1, 2, 3, 4, 5].map((count) => /** @type {const} */ ([String(count), String(count)]));
    this.count = select(counts, "1", (value) => handlers.onLines(Number(value)));
    this.speed = html("span", { class: "speed quiet small" });
    this.goOn = button("Go on", handlers.onGoOn, "quiet");
    this.verdict = html("p", { class: "verdict" });
    this.lines = html("ol", { class: "lines", "aria-label": "Best lines" });
    this.graph = new Graph(handlers.onGo);
    this.survey = button("Evaluate the whole game", handlers.onSurvey, "quiet");
    /** @type {Mistake[]} */
    this.mistakes = [];
    this.ply = 0;
    this.mistake = html("b");
    this.better = html("span");
    this.judged = html("p", { class: "mistake", role: "status" }, this.mistake, this.better);
    this.next = button("Next mistake", () => this.goToNext(), "quiet");
    this.body = html(
      "div",
      { class: "body" },
      html("div", { class: "bar" }, this.verdict, this.speed),
      this.lines,
      this.judged,
      this.graph.element,
      html("div", { class: "actions start" }, this.goOn, this.survey, this.next),
    );
    const head = html("div", { class: "head" }, this.toggle.element, field("Lines", this.count));
    this.empty = html("p", { class: "quiet small" }, "Who is ahead, the best moves, and mistakes.");
    this.element = html("section", { class: "card analysis", "aria-label": "Analysis" }, head, this.empty, this.body);
    this.body.hidden = true;
  }

  /**
   * @param {Analysis} analysis
   * @param {(Value | null)[]} values those of the positions of the current line
   * @param {number} ply the ply of the current position
   * @param {Mistake[]} mistakes those of the line
   * @param {number} left the number of positions that are still to be evaluated
   */
  update(analysis, values, ply, mistakes, left) {
    Object.assign(this, { ply, mistakes });
    this.toggle.input.checked = analysis.isOn;
    this.body.hidden = !analysis.isOn;
    this.empty.hidden = analysis.isOn;
    this.count.value = String(analysis.lines);
    if (!analysis.isOn) return;
    this.graph.update(values, ply, mistakes);
    this.survey.textContent = left > 0 ? `Stop evaluating, ${left} to go` : "Evaluate the whole game";
    this.next.hidden = mistakes.length === 0;
    const { shown } = this;
    this.judged.hidden = shown === undefined;
    this.mistake.textContent = shown === undefined ? "" : `${shown.move} ${shown.mark}`;
    this.better.textContent = `Better: ${shown?.better}`;
    this.goOn.hidden = !analysis.isResting;
    const value = analysis.position === null ? undefined : analysis.values.get(analysis.position.fen);
    this.verdict.textContent = value === undefined ? "Searching \u2026" : words(value);
  }

  /** The mistake that led to the current position, if it was one. */
  get shown() {
    return this.mistakes.find(({ ply }) => ply === this.ply);
  }

  /** Go to the next mistake of the line, and from the last one to the first. */
  goToNext() {
    const next = this.mistakes.find(({ ply }) => ply > this.ply) ?? this.mistakes[0];
    if (next !== undefined) this.handlers.onGo(next.ply);
  }

  /**
   * @param {Position} position
   * @param {SearchInfo | null} info
   */
  show(position, info) {
    if (info === null) {
      this.lines.replaceChildren();
      this.speed.textContent = "";
      return;
    }
    this.speed.textContent = `depth ${info.depth}, ${compact(info.nps)}/s`;
    const focus = this.focusedMove();
    const items = info.lines.map(({ score, pv }) => {
      const value = fromScore(score, position.turn);
      const chip = html(
        "b",
        { class: `chip ${value.value < 0 ? "blue" : "orange"}`, title: words(value) },
        short(value),
      );
      const moves = pv.slice(0, LONGEST).map((move, index) => {
        return button(move, () => this.handlers.onPlay(pv.slice(0, index + 1)), "move");
      });
      return html("li", {}, chip, html("span", { class: "pv" }, ...moves));
    });
    this.lines.replaceChildren(...items);
    // The lines are written anew many times a second. The focus stays where it was.
    if (focus !== null) {
      const buttons = items[focus.line]?.querySelectorAll("button") ?? [];
      buttons[Math.min(focus.move, buttons.length - 1)]?.focus();
    }
  }

  focusedMove() {
    for (const [line, item] of [...this.lines.children].entries()) {
      const move = [...item.querySelectorAll("button")].findIndex((each) => each.matches(":focus"));
      if (move >= 0) return { line, move };
    }
    return null;
  }
}

/**
 * A number of positions in a few characters.
 * @param {number} count
 */
export function compact(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
  return count >= 1000 ? `${Math.round(count / 1000)}k` : String(count);
}
