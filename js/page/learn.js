// The tutorial, step by step.

import { html } from "../board/html.js";
import { resultText } from "../board/words.js";
import { explain, host, Refusal } from "./host.js";
import { LESSONS } from "./lessons.js";
import { play } from "./positions.js";
import { sentence } from "./refusals.js";
import { button } from "./ui.js";

/** @import { Stage } from "./stage.js" */
/** @import { Position } from "./types.js" */

/** What is said of a move that does what a step asks for, and hands the game to Blue. */
const LOST =
  "Blue has won with your move: all birds that are left to Blue are in one flock. Play it again, and keep the other region.";

export class LearnMode {
  /**
   * @param {object} services
   * @param {Stage} services.stage
   * @param {(problem: string) => void} services.problem
   * @param {() => void} services.onPlay the person wants to play a game
   * @param {() => void} services.onRules the person wants to read the rules
   */
  constructor(services) {
    this.services = services;
    this.step = 0;
    this.isShown = false;
    /** What came of the move: nothing yet, what was asked for, or a win of Blue. */
    this.state = /** @type {"open" | "done" | "lost"} */ ("open");
    /** @type {Position | null} */
    this.position = null;
    /** @type {{ move: string, before: Position } | null} */
    this.last = null;
    this.heading = html("h2");
    this.task = html("p");
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.next = button("Next step", () => this.go(this.step + 1));
    this.game = button("Play a game", () => services.onPlay(), "primary");
    this.again = button("Again", () => this.go(this.step));
    this.previous = button("Previous step", () => this.go(this.step - 1));
    this.top = html("section", { class: "card puzzle lesson", "aria-label": "Lesson" }, this.heading, this.task);
    this.below = html(
      "section",
      { class: "card puzzle below", slot: "below", "aria-label": "Verdict" },
      this.verdict,
      html("div", { class: "actions start" }, this.next, this.game, this.previous, this.again),
    );
    const rules = button("The rules in short", () => services.onRules());
    const pictures = html("a", { href: "rules.html", target: "_blank" }, "The rules in pictures");
    const card = html(
      "section",
      { class: "card stack", "aria-label": "Rules" },
      html("p", {}, "Eight steps show all that you need for a game."),
      html("div", { class: "actions start" }, rules),
      html("p", {}, pictures),
    );
    this.panel = html("div", { class: "panel" }, card);
    /** @type {Record<string, () => void>} */
    this.keys = { forward: () => void this.go(this.step + 1), back: () => void this.go(this.step - 1) };
  }

  get lesson() {
    return /** @type {import("./lessons.js").Lesson} */ (LESSONS[this.step]);
  }

  get subject() {
    return { fen: this.position?.fen ?? "", caption: [this.lesson.title] };
  }

  get hands() {
    return {
      onMove: /** @param {string} move */ (move) => void this.play(move),
    };
  }

  async enter() {
    this.isShown = true;
    // A reload keeps the state of the address.
    const { step = 0 } = history.state ?? {};
    if (this.position === null) await this.go(LESSONS[step] === undefined ? 0 : step);
    else this.show(false);
  }

  leave() {
    this.isShown = false;
  }

  /**
   * @param {number} step
   */
  async go(step) {
    if (LESSONS[step] === undefined) return;
    this.step = step;
    history.replaceState({ step }, "");
    try {
      const position = await host.position(this.lesson.fen);
      if (step !== this.step) return;
      this.position = position;
      this.last = null;
      this.state = "open";
      this.say("", "");
      this.show(false);
      this.top.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.services.problem(explain(error));
    }
  }

  /**
   * @param {string} text
   */
  async play(text) {
    const { position, lesson, services } = this;
    if (position === null) return;
    try {
      const { move, view } = await play(position.fen, text);
      if (position !== this.position) return;
      if (!lesson.right.test(move)) {
        this.say("That move is legal, but this step asks for another one.", "wrong");
        return;
      }
      this.last = { move, before: position };
      this.position = view;
      this.state = view.outcome?.winner === "blue" ? "lost" : "done";
      if (this.state === "lost") this.say(LOST, "wrong");
      else this.say(lesson.praise, "right");
      this.show(true);
      const next = this.next.hidden ? this.game : this.next;
      (this.state === "lost" ? this.again : next).focus({ preventScroll: true });
    } catch (error) {
      if (error instanceof Refusal) services.stage.board.refuse(sentence(error, text), error.rule);
      else services.problem(explain(error));
    }
  }

  /**
   * @param {string} text
   * @param {string} kind a class
   */
  say(text, kind) {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
  }

  /**
   * @param {boolean} isAnimated
   */
  show(isAnimated) {
    const { position, lesson, step, state } = this;
    if (!this.isShown || position === null) return;
    this.heading.textContent = `Step ${step + 1} of ${LESSONS.length}: ${lesson.title}`;
    this.task.textContent = lesson.task;
    const isLast = step === LESSONS.length - 1;
    this.next.hidden = isLast;
    this.game.hidden = !isLast;
    this.previous.hidden = step === 0;
    this.again.hidden = state === "open";
    this.again.classList.toggle("primary", state === "lost");
    this.next.classList.toggle("primary", state === "done");
    const { outcome } = position;
    this.services.stage.show(position, {
      last: this.last,
      isLive: state === "open",
      isAnimated,
      ...(state === "open" ? { arrows: lesson.arrows ?? [], highlights: lesson.halos ?? [] } : {}),
      ...(outcome === null ? {} : { news: resultText(outcome) }),
    });
  }
}
