// The moves that the kept games made in the current position.

import { html } from "../board/html.js";
import { Sky } from "../board/index.js";
import { counted } from "../board/words.js";
import { filledBy } from "./arrows.js";
import { explain, host } from "./host.js";
import { button, checkbox } from "./ui.js";

/** @import { Played, Position } from "./types.js" */

/** No more moves are listed. */
const MOST = 30;

export class Explorer {
  /**
   * @param {(move: string) => void} onPlay
   * @param {() => void} onHeat the heat map on the board changes
   */
  constructor(onPlay, onHeat) {
    this.onPlay = onPlay;
    this.onHeat = onHeat;
    this.isOn = false;
    /** @type {Position | null} */
    this.position = null;
    this.requests = 0;
    /** @type {Map<string, number>} */
    this.heat = new Map();
    this.toggle = checkbox("Explorer", false, (isOn) => this.turn(isOn));
    this.toggle.element.classList.add("switch");
    this.toggle.input.setAttribute("role", "switch");
    this.map = checkbox("Heat map", true, () => onHeat());
    this.count = html("p", { class: "verdict" });
    this.rows = html("tbody");
    const heads = ["Move", "Games", "Orange, draws, Blue"].map((text) => html("th", { scope: "col" }, text));
    this.table = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), this.rows);
    this.body = html("div", { class: "body" }, this.count, this.table);
    this.body.hidden = true;
    const head = html("div", { class: "head" }, this.toggle.element, this.map.element);
    this.empty = html("p", { class: "quiet small" }, "The moves that the kept games made here, and how they ended.");
    this.element = html("section", { class: "card explorer", "aria-label": "Explorer" }, head, this.empty, this.body);
  }

  /** How often each space is filled next, from 0 to 1. */
  get shownHeat() {
    return this.isOn && this.map.input.checked ? this.heat : new Map();
  }

  /**
   * @param {boolean} isOn
   */
  turn(isOn) {
    this.isOn = isOn;
    this.toggle.input.checked = isOn;
    this.body.hidden = !isOn;
    this.empty.hidden = isOn;
    this.explore();
  }

  /**
   * @param {Position} position
   */
  follow(position) {
    if (position.fen === this.position?.fen) return;
    this.position = position;
    this.explore();
  }

  async explore() {
    const { position } = this;
    const request = ++this.requests;
    this.heat = new Map();
    if (!this.isOn || position === null) return this.onHeat();
    try {
      const { games, moves } = await host.explore(position.fen);
      if (request !== this.requests) return;
      this.show(position, games, moves);
    } catch (error) {
      if (request !== this.requests) return;
      this.count.textContent = explain(error);
      this.table.hidden = true;
    }
    this.onHeat();
  }

  /**
   * @param {Position} position
   * @param {number} games
   * @param {Played[]} moves
   */
  show(position, games, moves) {
    this.count.textContent = games === 0 ? "No kept game reaches this position." : counted(games, "game");
    this.table.hidden = moves.length === 0;
    this.rows.replaceChildren(...moves.slice(0, MOST).map((each) => this.row(each, games)));
    const sky = new Sky(position.edge);
    for (const { move, games: count } of moves) {
      for (const space of filledBy(move, sky)) this.heat.set(space, (this.heat.get(space) ?? 0) + count);
    }
    const most = Math.max(...this.heat.values());
    for (const [space, count] of this.heat) this.heat.set(space, count / most);
  }

  /**
   * @param {Played} played
   * @param {number} all
   */
  row({ move, games, orange, blue, draws }, all) {
    const share = `${((100 * games) / Math.max(1, all)).toFixed(games * 10 < all ? 1 : 0)}%`;
    return html(
      "tr",
      {},
      html(
        "td",
        {},
        button(move, () => this.onPlay(move), "move"),
      ),
      html("td", { class: "figure" }, `${games.toLocaleString("en")} `, html("small", {}, share)),
      html("td", {}, results(orange, draws, blue)),
    );
  }
}

/**
 * The results of games as a bar of three parts, with the shares as text.
 * @param {number} orange
 * @param {number} draws
 * @param {number} blue
 */
export function results(orange, draws, blue) {
  const sum = Math.max(1, orange + draws + blue);
  const parts = /** @type {const} */ ([
    ["orange", orange],
    ["draw", draws],
    ["blue", blue],
  ]).map(([kind, count]) => {
    const percent = Math.round((100 * count) / sum);
    const part = html("span", { class: kind }, percent >= 12 ? `${percent}%` : "");
    part.style.width = `${(100 * count) / sum}%`;
    part.hidden = count === 0;
    return part;
  });
  const label = `Orange ${orange}, draws ${draws}, Blue ${blue}`;
  return html("span", { class: "results", role: "img", "aria-label": label, title: label }, ...parts);
}
