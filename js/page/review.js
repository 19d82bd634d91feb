// The moves of a player that cost most in a game, one after the other. Each is to be played better.

import { html } from "../board/html.js";
import { otherPlayer, parse, Sky } from "../board/index.js";
import { counted, drivenAway, title } from "../board/words.js";
import { aims } from "./analysis.js";
import { arrowsOf } from "./arrows.js";
import { explain, Refusal } from "./host.js";
import { describe, play } from "./positions.js";
import { sentence } from "./refusals.js";
import { costOf, EQUAL, movesOf, words } from "./score.js";
import { examine, mistakesOf, Survey } from "./survey.js";
import { turnOf } from "./turns.js";
import { button } from "./ui.js";

/** @import { Player } from "../board/index.js" */
/** @import { Game } from "./game.js" */
/** @import { Session } from "./session.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Mistake } from "./survey.js" */
/** @import { Position } from "./types.js" */

/** No more mistakes are shown. */
const MOST = 3;

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export class ReviewMode {
  /**
   * @param {{ stage: Stage, game: Game, save: (session: Session) => void, problem: (text: string) => void,
   *   onBack: () => void }} services
   */
  constructor(services) {
    this.services = services;
    this.isShown = false;
    /** The line whose mistakes are shown, those of `player`. */
    this.line = services.game.line;
    /** @type {Player} */
    this.player = "orange";
    /** The mistakes, the worst first, once they are known. @type {Mistake[] | null} */
    this.mistakes = null;
    this.index = 0;
    /** Whether a try is expected, judged, answered or accepted, or the answer is shown. */
    this.state = /** @type {"open" | "judged" | "wrong" | "right" | "shown"} */ ("open");
    /** @type {Position | null} */
    this.position = null;
    /** @type {{ move: string, before: Position } | null} */
    this.last = null;
    this.control = new AbortController();
    this.survey = new Survey((session) => {
      services.save(session);
      this.show(false);
    }, services.problem);
    this.heading = html("h2");
    this.task = html("p");
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.again = button("Try again", () => this.go(this.index));
    this.hint = button("Hint", () => this.help(false));
    this.answer = button("Show the answer", () => this.help(true));
    this.next = button("Next", () => this.go(this.index + 1));
    this.back = button("Back to the game", services.onBack);
    this.other = button("", () => this.begin(otherPlayer(this.player)), "quiet");
    this.top = html("section", { class: "card puzzle", "aria-label": "Mistake" }, this.heading, this.task);
    this.actions = html("div", { class: "actions start" }, this.again, this.hint, this.answer, this.next);
    const place = { class: "card puzzle below", slot: "below", "aria-label": "Verdict" };
    this.below = html("section", place, this.verdict, this.actions);
    const about = "The moves that cost most, the worst first. A try is judged as deeply as the game was.";
    this.ways = html("div", { class: "actions start" }, this.back, this.other);
    const card = html("section", { class: "card stack", "aria-label": "Mistakes" }, html("p", {}, about), this.ways);
    this.panel = html("div", { class: "panel" }, card);
    this.hands = { onMove: (/** @type {string} */ move) => void this.play(move) };
    /** @type {Record<string, () => void>} */
    this.keys = {
      forward: () => void this.go(this.index + 1),
      back: () => void this.go(this.index - 1),
      hint: () => void this.help(false),
    };
  }

  get subject() {
    return { fen: this.position?.fen ?? "", caption: [this.task.textContent ?? ""] };
  }

  get session() {
    return this.services.game.session;
  }

  get mistake() {
    return this.mistakes?.[this.index];
  }

  /** The person, if there is one on one side alone. @returns {Player | null} */
  get me() {
    const { orange, blue } = this.session.settings.players;
    return orange === blue ? null : orange === "person" ? "orange" : "blue";
  }

  enter() {
    this.isShown = true;
    const { game } = this.services;
    const isSame = this.line.fens.join() === game.line.fens.join();
    if (this.mistakes !== null && isSame) this.show(false);
    else this.begin(this.me ?? (game.winner === "orange" ? "blue" : "orange"));
  }

  leave() {
    this.isShown = false;
    this.survey.stop();
    this.control.abort();
    // A try that was not judged is made again.
    if (this.state === "judged") this.mistakes = null;
  }

  /** @param {Player} player */
  async begin(player) {
    const { session } = this;
    const line = this.services.game.line;
    Object.assign(this, { player, line, mistakes: null, last: null });
    this.say("");
    this.position = await describe(line.fens.at(-1) ?? "");
    this.show(false);
    this.top.scrollIntoView({ block: "nearest" });
    await this.survey.run(session, line.fens);
    // The person may have gone elsewhere.
    if (!this.isShown || this.survey.left > 0 || line !== this.line) return;
    const own = mistakesOf(session, line.fens, line.moves).filter((each) => each.player === player);
    this.mistakes = own.sort((one, other) => other.cost - one.cost).slice(0, MOST);
    await this.go(0);
  }

  /** Show a mistake, or after the last one what they were about. @param {number} index */
  async go(index) {
    const { mistakes } = this;
    if (mistakes === null || index < 0 || index > mistakes.length) return;
    this.control.abort();
    this.control = new AbortController();
    const { signal } = this.control;
    this.index = index;
    const { fens, moves } = this.line;
    const ply = mistakes[index] === undefined ? moves.length : mistakes[index].ply - 1;
    const [move, before = "", fen = ""] = [moves[ply - 1], fens[Math.max(0, ply - 1)], fens[ply]];
    try {
      const about = index === mistakes.length ? await this.about(mistakes) : "";
      const [position, earlier] = [await describe(fen), await describe(before)];
      if (signal.aborted) return;
      this.state = "open";
      this.position = position;
      this.last = move === undefined ? null : { move, before: earlier };
      this.say(about);
      this.show(false);
      this.top.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.services.problem(explain(error));
    }
  }

  /** A try. @param {string} text */
  async play(text) {
    const { position, mistake, state, services } = this;
    const { signal } = this.control;
    if (position === null || mistake === undefined || state !== "open") return;
    try {
      const { move, view } = await play(position.fen, text);
      if (signal.aborted) return;
      this.state = "judged";
      this.say(`Looking at ${move} \u2026`);
      this.lay(move, position, view);
      const answer = await this.judge(mistake, move, view, signal);
      if (signal.aborted) return;
      this.show(false);
      if (answer === "") return;
      // The try is seen to land before it is answered.
      await new Promise((done) => setTimeout(done, Math.max(0, services.stage.rest)));
      const answered = await play(view.fen, answer);
      if (!signal.aborted) this.lay(answer, view, answered.view);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal) services.stage.board.refuse(sentence(error, text), error.rule);
      else services.problem(explain(error));
    }
  }

  /**
   * Say how good a try is.
   * @param {Mistake} mistake
   * @param {string} move the try
   * @param {Position} view the position after it
   * @param {AbortSignal} signal
   * @returns {Promise<string>} the answer to the move; "" if there is none
   */
  async judge({ ply, player, move: played, cost: most, better }, move, { fen, outcome }, signal) {
    const before = this.session.judged(this.line.fens[ply - 1] ?? "");
    const after = this.session.judged(fen) ?? (await examine(fen, signal));
    if (before === undefined || signal.aborted) return "";
    const cost = move === better ? 0 : costOf(before, after, player);
    this.state = cost <= EQUAL ? "right" : "wrong";
    const who = title(otherPlayer(player));
    if (this.state === "right") {
      this.say(`${move} ${outcome?.winner === player ? "wins at once" : "is as good as it gets"}.`, "right");
      return "";
    }
    const end =
      after.winner === null ? `. ${words(after)}` : ` and wins${after.plies === 1 ? "" : inMoves(after.plies)}`;
    const answer = after.best === "" ? (outcome?.winner ? `${who} wins with it` : "that is a draw") : "";
    const verdict = cost < most - EQUAL ? `Better than ${played}, but ` : "No: ";
    this.say(`${verdict}${answer || `${who} answers ${after.best}${end}`}.`, "wrong");
    return after.best;
  }

  /** Show a move. @param {string} move @param {Position} before @param {Position} view */
  lay(move, before, view) {
    this.last = { move, before };
    this.position = view;
    this.show(true);
  }

  /** Say what the better move does, or show it. @param {boolean} isAll */
  async help(isAll) {
    const { mistake, index } = this;
    if (mistake === undefined || this.state === "right") return;
    await this.go(index);
    const { position, control } = this;
    if (position === null) return;
    const move = parse(mistake.better, new Sky(position.edge));
    const aim = await aimOf(position, mistake.better);
    if (control.signal.aborted) return;
    if (isAll) this.state = "shown";
    const hint =
      move.kind === "add" ? `Add a bird in row ${move.space[0]}` : move.kind === "fly" ? `Fly: it ${aim}` : "Pass";
    this.say(isAll ? `${mistake.better} ${aim}.` : `${hint}.`);
    this.show(false, !isAll && move.kind === "fly" ? move.line : []);
  }

  /** What the mistakes were about, in the words of the game. @param {Mistake[]} mistakes */
  async about(mistakes) {
    const sorted = [...mistakes].sort((one, other) => one.ply - other.ply);
    const parts = [];
    for (const each of sorted) parts.push(`${await this.theme(each)} (move ${this.number(each)})`);
    return parts.length === 0 ? "" : `What it was about: ${parts.join("; ")}.`;
  }

  /** @param {Mistake} mistake */
  async theme({ ply, player, better }) {
    const [fen = "", next = ""] = this.line.fens.slice(ply - 1);
    const [before, after] = [this.session.judged(fen), this.session.judged(next)];
    const who = title(otherPlayer(player));
    if (before?.winner === player) return `a win${inMoves(before.plies)} overlooked`;
    if (after?.winner === otherPlayer(player)) return `a win of ${who}${inMoves(after.plies)} not stopped`;
    const [position, played, best] = [await describe(fen), await describe(next), (await play(fen, better)).view];
    const answered = after?.best ? (await play(next, after.best)).view : played;
    if (drivenAway(played, answered).length > 0) return "a flock closed in";
    if (drivenAway(position, best).length > 0) return `a flock of ${who} that was not closed in`;
    const isOutside = best[player].flocks.length < played[player].flocks.length;
    return isOutside ? "birds left outside" : "a better place for a bird";
  }

  /** The number of a move in the list of moves. @param {Mistake} mistake */
  number({ ply }) {
    return Math.ceil((ply + (turnOf(this.session.tree.start) === "blue" ? 1 : 0)) / 2);
  }

  /** @param {string} text @param {string} kind a class */
  say(text, kind = "") {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
  }

  /** @param {boolean} isAnimated @param {string[]} highlights */
  show(isAnimated, highlights = []) {
    const { position, mistakes, mistake, player, state, me, services } = this;
    if (!this.isShown || position === null) return;
    const isMine = me === player;
    const whose = isMine ? "Your" : `${title(player)}'s`;
    const which = mistake === undefined ? "mistakes" : `mistake ${this.index + 1} of ${mistakes?.length}`;
    this.heading.textContent = `${whose} ${which}`;
    this.task.textContent =
      mistakes === null
        ? `The moves of the game are judged: ${counted(this.survey.left, "position")} to go.`
        : mistake !== undefined
          ? `In move ${this.number(mistake)}, ${isMine ? "you" : title(player)} played ${mistake.move}. Find a better move for ${title(player)}.`
          : mistakes.length === 0
            ? "No move cost much."
            : "That was all.";
    const isOpen = state === "open" && mistake !== undefined;
    this.below.hidden = mistakes === null;
    this.again.hidden = mistake === undefined || !["wrong", "shown"].includes(state);
    this.next.hidden = mistake === undefined;
    this.hint.hidden = !isOpen;
    this.answer.hidden = !isOpen && state !== "wrong";
    this.again.classList.toggle("primary", state === "wrong");
    this.next.classList.toggle("primary", state === "right" || state === "shown");
    const isDone = mistakes !== null && mistake === undefined;
    const place = isDone ? this.actions : this.ways;
    // A button that is moved loses the focus.
    if (this.back.parentElement !== place) place.prepend(this.back);
    this.back.classList.toggle("primary", isDone);
    this.other.hidden = me !== null;
    this.other.textContent = `${title(otherPlayer(player))}'s mistakes`;
    services.stage.show(position, {
      last: this.last,
      isLive: isOpen,
      isAnimated,
      highlights,
      arrows: state === "shown" && mistake !== undefined ? arrowsOf(mistake.better, new Sky(position.edge)) : [],
      ...(isOpen ? {} : { news: " " }),
    });
  }
}

/** What a move achieves. @param {Position} before @param {string} move */
async function aimOf(before, move) {
  const { view } = await play(before.fen, move);
  if (view.outcome?.winner === before.turn) return "wins at once";
  return (await aims(before, move)) || "is the best move";
}

/** The length of a win. @param {number} plies */
function inMoves(plies) {
  const count = movesOf(plies);
  return count === 0 ? "" : ` in ${NUMBERS[count] ?? count}`;
}
