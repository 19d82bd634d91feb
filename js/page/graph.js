// The evaluation over the whole game as a graph. A click leads to the move.

import { html } from "../board/html.js";
import { svg } from "../board/svg.js";
import { counted } from "../board/words.js";

/** @import { Value } from "./score.js" */
/** @import { Mistake } from "./survey.js" */

const WIDTH = 400;
const HEIGHT = 100;

export class Graph {
  /**
   * @param {(ply: number) => void} onGo
   */
  constructor(onGo) {
    this.picture = svg("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": "Evaluation over the game",
    });
    this.element = html("div", { class: "graph" }, this.picture);
    this.plies = 0;
    this.picture.addEventListener("click", (event) => {
      const { left, width } = this.picture.getBoundingClientRect();
      onGo(Math.round(((event.clientX - left) / width) * this.plies));
    });
  }

  /**
   * @param {readonly (Value | null)[]} values the value of each position of the line, `null` where it is not known
   * @param {number} current the ply of the current position
   * @param {Mistake[]} mistakes
   */
  update(values, current, mistakes) {
    this.plies = Math.max(1, values.length - 1);
    const x = /** @param {number} ply */ (ply) => (WIDTH * ply) / this.plies;
    const known = [...values.entries()].flatMap(([ply, value]) =>
      value === null ? [] : [{ ply, value: value.value }],
    );
    this.element.hidden = known.length < 2;
    const points = known.map(({ ply, value }) => `${x(ply).toFixed(1)} ${y(value).toFixed(1)}`);
    const shapes = [svg("path", { class: "middle", d: `M0 ${y(0)}H${WIDTH}` })];
    const [first, last] = [known[0], known.at(-1)];
    if (first !== undefined && last !== undefined) {
      const area = `M${x(first.ply)} ${HEIGHT}L${points.join("L")}L${x(last.ply)} ${HEIGHT}Z`;
      shapes.unshift(svg("path", { class: "area", d: area }));
      shapes.push(svg("path", { class: "curve", d: `M${points.join("L")}h0.01` }));
    }
    const dots = mistakes.map(({ ply }) => `M${x(ply).toFixed(1)} ${y(values[ply]?.value ?? 0).toFixed(1)}h0.01`);
    shapes.push(svg("path", { class: "now", d: `M${x(current)} 0V${HEIGHT}` }));
    shapes.push(svg("path", { class: "mistakes", d: dots.join("") }));
    this.picture.replaceChildren(...shapes);
    const ahead = known.filter(({ value }) => value > 0.05).length;
    const behind = known.filter(({ value }) => value < -0.05).length;
    this.picture.setAttribute(
      "aria-label",
      `Evaluation over the game: Orange is ahead in ${ahead} positions, Blue in ${behind}, of ${known.length} evaluated; ${counted(mistakes.length, "mistake")}`,
    );
  }
}

/**
 * @param {number} value
 */
function y(value) {
  return 8 + ((HEIGHT - 16) * (1 - value)) / 2;
}
