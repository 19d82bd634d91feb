// Resigning, and a draw that two people agree on.

import { html } from "../board/html.js";
import { title } from "../board/words.js";
import { button } from "./ui.js";

/** @import { Game } from "./game.js" */

export class EndingPanel {
  /**
   * @param {Game} game
   */
  constructor(game) {
    this.game = game;
    this.resign = button("Resign", () => this.askToResign(), "quiet");
    this.draw = button("Offer a draw", () => this.offerDraw(), "quiet");
    this.question = html("p", { role: "status" });
    this.answers = html("div", { class: "actions start" });
    this.choices = html("div", { class: "actions start" }, this.resign, this.draw);
    this.element = html("div", { class: "ending" }, this.choices, this.question, this.answers);
    this.fen = "";
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
    const { players } = game.settings;
    const isTwo = players.orange === "person" && players.blue === "person";
    const isPlayed = !game.isOver && game.tree.nodes.length > 0 && (game.isTimed || game.isLatest);
    this.element.hidden = !isPlayed || !game.isPersonsGame;
    this.draw.hidden = !isTwo;
    if (game.position.fen !== this.fen) this.ask("", []);
    this.fen = game.position.fen;
  }

  askToResign() {
    const { player } = this;
    this.ask(`Does ${title(player)} resign?`, [
      button(`Yes, ${title(player)} resigns`, () => this.game.resign(player)),
      button("No", () => this.ask("", [])),
    ]);
  }

  offerDraw() {
    const { player } = this;
    const other = title(player === "orange" ? "blue" : "orange");
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
    const hadFocus = this.element.contains(document.activeElement);
    this.question.textContent = question;
    this.answers.replaceChildren(...answers);
    this.choices.hidden = answers.length > 0;
    if (hadFocus) (answers[0] ?? this.resign).focus();
  }
}
