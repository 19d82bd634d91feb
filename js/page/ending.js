// The question before a player resigns, or agrees to a draw.

import { html } from "../board/html.js";
import { otherPlayer } from "../board/index.js";
import { title } from "../board/words.js";
import { button } from "./ui.js";

/** @import { Game } from "./game.js" */

export class EndingPanel {
  /**
   * @param {Game} game
   */
  constructor(game) {
    this.game = game;
    this.text = html("p", { role: "status" });
    this.answers = html("div", { class: "actions start" });
    this.question = html("div", { class: "ending" }, this.text, this.answers);
    this.fen = "";
    /** What had the focus when a question was asked. @type {Element | null} */
    this.asker = null;
  }

  /** The player who resigns or offers a draw. */
  get player() {
    const { position, settings } = this.game;
    const { orange, blue } = settings.players;
    if (orange === blue) return position.turn;
    return orange === "person" ? "orange" : "blue";
  }

  /** The game has changed. A question about another position is withdrawn. */
  update() {
    const { game } = this;
    if (game.position.fen !== this.fen || !game.isInPlay) this.ask("", []);
    this.fen = game.position.fen;
  }

  askToResign() {
    if (!this.game.isInPlay) return;
    const { player } = this;
    this.ask(`Does ${title(player)} resign?`, [
      button(`Yes, ${title(player)} resigns`, () => this.game.resign(player)),
      button("No", () => this.ask("", [])),
    ]);
  }

  offerDraw() {
    const { player } = this;
    if (this.game.elsewhere !== null) return this.game.change({ offer: this.game.final.fen });
    const other = title(otherPlayer(player));
    this.ask(`${title(player)} offers a draw. Does ${other} accept?`, [
      button("Accept the draw", () => this.game.finish({ winner: null, reason: "agreement" })),
      button("Decline", () => this.ask("", [])),
    ]);
  }

  /**
   * @param {string} question
   * @param {HTMLButtonElement[]} answers
   */
  ask(question, answers) {
    const hadFocus = this.question.contains(document.activeElement);
    if (answers.length > 0) this.asker = document.activeElement;
    this.text.textContent = question;
    this.answers.replaceChildren(...answers);
    this.question.hidden = answers.length === 0;
    const next = answers[0] ?? (hadFocus ? this.asker : null);
    if (next instanceof HTMLElement) next.focus();
  }
}
