// The page: the board, the moves, the tags, and the controls that step through the game.

import { html } from "../../board/html.js";
import { Board } from "../../board/index.js";
import { icon } from "./icons.js";
import { Moves } from "./moves.js";
import { swipes } from "./swipe.js";

/** @import { Icon } from "./icons.js" */
/** @import { Data, GameRecord } from "./record.js" */

/** The time between two moves that are shown by themselves, in milliseconds. */
const PAUSE = 1200;

export class Page {
  /**
   * @param {HTMLElement} host the main element of a page, or a part of a page that has a heading for the game
   * @param {GameRecord} record
   */
  constructor(host, record) {
    this.record = record;
    this.ply = 0;
    this.timer = 0;
    const { data } = record;
    const sky = html("div", { class: "sky" });
    const notMade = () => {
      throw new Error("a recorded game has no other moves");
    };
    this.board = new Board(sky, { onMove: notMade, after: notMade }, record.view(0));
    this.moves = new Moves(data, (ply) => this.go(ply));
    this.count = html("span", { class: "count" });
    this.comment = html("p", { class: "comment", dir: "auto" });
    this.first = button("first", "First position", () => this.go(0));
    this.back = button("back", "Back", () => this.go(this.ply - 1));
    this.play = button("play", "Play", () => this.toggle());
    this.forward = button("forward", "Forward", () => this.go(this.ply + 1));
    this.last = button("last", "Last position", () => this.go(record.plies));
    const turn = button("turn", "Turn the sky", () => this.board.set({ turns: 3 - this.board.settings.turns }));
    const buttons = [this.first, this.back, this.play, this.forward, this.last, turn];
    const group = { class: "controls", role: "group", "aria-label": "Steps" };
    const controls = html("div", group, ...buttons, this.count);
    const isPage = host.tagName === "MAIN";
    if (isPage) host.append(html("header", {}, html("h1", {}, data.title), html("p", {}, data.result)));
    host.append(
      html("div", { class: "shown" }, sky, controls, this.comment),
      html("section", { class: "moves" }, html(isPage ? "h2" : "h4", {}, "Moves"), ...note(data), this.moves.list),
      ...tags(data),
    );
    // A page of one game has the arrow keys for itself.
    (isPage ? document : host).addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent) this.key(event);
    });
    // A click on the board does not take the focus, so that the arrow keys still step.
    sky.addEventListener("mousedown", (event) => event.preventDefault());
    swipes(sky, (steps) => this.go(this.ply + steps));
    this.show(false);
  }

  /**
   * Show another position, and stop the moves that are shown by themselves.
   * @param {number} ply
   */
  go(ply) {
    this.pause();
    this.step(ply);
  }

  /**
   * @param {number} ply
   */
  step(ply) {
    const before = this.ply;
    this.ply = Math.min(Math.max(ply, 0), this.record.plies);
    if (this.ply !== before) this.show(this.ply === before + 1);
  }

  /** Show the moves one after the other, or stop that. At the end, it begins at the start again. */
  toggle() {
    if (this.timer !== 0) return this.pause();
    this.step(this.ply === this.record.plies ? 0 : this.ply + 1);
    if (this.ply === this.record.plies) return;
    this.timer = window.setInterval(() => {
      this.step(this.ply + 1);
      if (this.ply === this.record.plies) this.pause();
    }, PAUSE);
    change(this.play, "pause", "Pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    change(this.play, "play", "Play");
  }

  /**
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "ArrowLeft") this.go(this.ply - 1);
    else if (event.key === "ArrowRight") this.go(this.ply + 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.record.plies);
    else return;
    event.preventDefault();
  }

  /**
   * @param {boolean} isAnimated
   */
  show(isAnimated) {
    const { ply, record } = this;
    const { plies, data } = record;
    const move = data.moves[ply - 1];
    const last = move === undefined ? null : { move, before: record.view(ply - 1) };
    const isOver = ply === plies && data.result !== "";
    this.board.show(record.view(ply), { last, isAnimated, ...(isOver ? { news: data.result } : {}) });
    this.moves.show(ply);
    this.count.textContent = `${ply} of ${plies}`;
    this.comment.textContent = data.comments[ply] ?? "";
    // A disabled button would lose the focus.
    for (const each of [this.first, this.back]) each.setAttribute("aria-disabled", String(ply === 0));
    for (const each of [this.forward, this.last]) each.setAttribute("aria-disabled", String(ply === plies));
    this.play.disabled = plies === 0;
  }
}

/**
 * @param {Icon} name
 * @param {string} label
 * @param {() => void} onClick
 */
function button(name, label, onClick) {
  const element = html("button", { type: "button" });
  change(element, name, label);
  element.addEventListener("click", onClick);
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {Icon} name
 * @param {string} label
 */
function change(element, name, label) {
  element.replaceChildren(icon(name));
  element.setAttribute("aria-label", label);
  element.title = label;
}

/**
 * The comment on the starting position, for the printed list of moves.
 * @param {Data} data
 */
function note(data) {
  return data.comments[0] ? [html("p", { class: "note", dir: "auto" }, data.comments[0])] : [];
}

/**
 * @param {Data} data
 */
function tags(data) {
  if (data.tags.length === 0) return [];
  const rows = data.tags.map(([name, value]) =>
    html("div", {}, html("dt", {}, name), html("dd", { dir: "auto" }, value)),
  );
  return [html("section", { class: "tags" }, html("h2", {}, "Tags"), html("dl", {}, ...rows))];
}
