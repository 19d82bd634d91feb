// The moves of a player that cost most in a game, one after the other. Each is to be played better.

import { html } from "../board/html.js";
import { otherPlayer, parse, Sky } from "../board/index.js";
import { counted, drivenAway, title } from "../board/words.js";
import { arrowsOf } from "./arrows.js";
import { explain, Refusal } from "./host.js";
import { describe, play } from "./positions.js";
import { sentence } from "./refusals.js";
import { costOf, EQUAL, words } from "./score.js";
import { examine, mistakesOf, Survey } from "./survey.js";
import { turnOf } from "./turns.js";
import { button } from "./ui.js";

/** @import { Player } from "../board/index.js" */
/** @import { Game } from "./game.js" */
/** @import { Judged } from "./score.js" */
/** @import { Session } from "./session.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Mistake } from "./survey.js" */
/** @import { Position } from "./types.js" */

/** No more mistakes are shown. */
const MOST = 3;

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

export class ReviewMode {
  /**
   * @param {object} services
   * @param {Stage} services.stage
   * @param {Game} services.game
   * @param {(session: Session) => void} services.save
   * @param {(problem: string) => void} services.problem
   * @param {() => void} services.onBack the person wants to see the game again
   */
  constructor(services) {
    this.services = services;
    this.isShown = false;
    /** The end of the line whose mistakes are shown. */
    this.end = "";
    /** @type {Player} */
    this.player = "orange";
    /** The mistakes to show, the worst first, and the place in them. @type {Mistake[] | null} */
    this.mistakes = null;
    this.index = 0;
    /** Whether a move is expected, judged, answered or accepted, or the answer is shown. */
    this.state = /** @type {"open" | "judged" | "wrong" | "right" | "shown"} */ ("open");
    /** @type {Position | null} */
    this.position = null;
    /** @type {{ move: string, before: Position } | null} */
    this.last = null;
    /** @type {string[]} */
    this.highlights = [];
    this.control = new AbortController();
    this.survey = new Survey((session) => {
      services.save(session);
      this.write();
    }, services.problem);
    this.heading = html("h2");
    this.task = html("p");
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.again = button("Try again", () => this.go(this.index));
    this.hint = button("Hint", () => this.giveHint());
    this.answer = button("Show the answer", () => this.giveAnswer());
    this.next = button("Next", () => this.go(this.index + 1));
    this.back = button("Back to the game", () => services.onBack());
    this.other = button("", () => this.begin(otherPlayer(this.player)), "quiet");
    this.top = html("section", { class: "card puzzle", "aria-label": "Mistake" }, this.heading, this.task);
    const buttons = [this.again, this.hint, this.answer, this.next];
    this.below = html(
      "section",
      { class: "card puzzle below", slot: "below", "aria-label": "Verdict" },
      this.verdict,
      html("div", { class: "actions start" }, ...buttons),
    );
    const about = "The moves that cost most, the worst first. A try is judged as deeply as the game was.";
    const actions = html("div", { class: "actions start" }, this.back, this.other);
    const card = html("section", { class: "card stack", "aria-label": "Mistakes" }, html("p", {}, about), actions);
    this.panel = html("div", { class: "panel" }, card);
    /** @type {Record<string, () => void>} */
    this.keys = {
      forward: () => void this.go(this.index + 1),
      back: () => void this.go(this.index - 1),
      hint: () => this.giveHint(),
    };
  }

  get subject() {
    return { fen: this.position?.fen ?? "", caption: [this.task.textContent ?? ""] };
  }

  get hands() {
    return { onMove: /** @param {string} move */ (move) => void this.play(move) };
  }

  get session() {
    return this.services.game.session;
  }

  get mistake() {
    return this.mistakes?.[this.index];
  }

  /** The person, if there is one on this side alone. @returns {Player | null} */
  get me() {
    const { orange, blue } = this.session.settings.players;
    return orange === blue ? null : orange === "person" ? "orange" : "blue";
  }

  enter() {
    this.isShown = true;
    const { game } = this.services;
    const player = this.me ?? (game.winner === "orange" ? "blue" : "orange");
    if (this.mistakes === null || this.end !== this.session.lineEnd) this.begin(player);
    else this.show(false);
  }

  leave() {
    this.isShown = false;
    this.survey.stop();
    this.control.abort();
    // What was not examined yet is examined when the person comes back, and a try that was not judged is made again.
    if (this.state === "judged") this.mistakes = null;
  }

  /**
   * @param {Player} player
   */
  async begin(player) {
    const { session } = this;
    const { fens, moves } = this.services.game.line;
    this.player = player;
    this.mistakes = null;
    this.end = session.lineEnd;
    this.position = await describe(this.end);
    this.last = null;
    this.say("");
    this.show(false);
    await this.survey.run(session, fens);
    // The person may have gone elsewhere.
    if (!this.isShown || this.survey.left > 0 || this.end !== this.session.lineEnd || player !== this.player) return;
    const own = mistakesOf(session, fens, moves).filter((each) => each.player === player);
    this.mistakes = own.sort((one, other) => other.cost - one.cost).slice(0, MOST);
    await this.go(0);
  }

  /**
   * Show a mistake, or after the last one what they were about.
   * @param {number} index
   */
  async go(index) {
    const { mistakes } = this;
    if (mistakes === null || index < 0 || index > mistakes.length) return;
    this.control.abort();
    this.control = new AbortController();
    this.index = index;
    this.highlights = [];
    this.state = "open";
    const { mistake } = this;
    const { fens, moves } = this.services.game.line;
    try {
      const ply = mistake === undefined ? moves.length : mistake.ply - 1;
      const move = moves[ply - 1];
      const position = await describe(fens[ply] ?? "");
      const before = await describe(fens[ply - 1] ?? position.fen);
      const about = mistake === undefined ? await this.about(mistakes) : "";
      if (index !== this.index || mistakes !== this.mistakes) return;
      this.position = position;
      this.last = move === undefined ? null : { move, before };
      this.say(about);
      this.show(false);
    } catch (error) {
      this.services.problem(explain(error));
    }
  }

  /**
   * A try.
   * @param {string} text
   */
  async play(text) {
    const { position, mistake, state, services } = this;
    if (position === null || mistake === undefined || state !== "open") return;
    const { signal } = this.control;
    try {
      const { move, view } = await play(position.fen, text);
      if (position !== this.position) return;
      this.state = "judged";
      this.say(`Looking at ${move} \u2026`);
      this.lay(move, view);
      const judged = this.session.judged(view.fen) ?? (await examine(view.fen, signal));
      if (view === this.position) await this.judge(mistake, move, judged, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refusal) services.stage.board.refuse(sentence(error, text), error.rule);
      else services.problem(explain(error));
    }
  }

  /**
   * @param {Mistake} mistake
   * @param {string} move a try
   * @param {Judged} judged the position after it
   * @param {AbortSignal} signal
   */
  async judge({ ply, player, move: played, cost: most, better }, move, judged, signal) {
    const { position } = this;
    const before = this.session.judged(this.services.game.line.fens[ply - 1] ?? "");
    if (before === undefined || position === null) return;
    const cost = move === better ? 0 : costOf(before, judged, player);
    if (cost <= EQUAL) {
      this.state = "right";
      this.say(
        position.outcome?.winner === player ? `${move} wins at once.` : `${move} is as good as it gets.`,
        "right",
      );
      return this.show(false);
    }
    const who = title(otherPlayer(player));
    const verdict = cost < most - EQUAL ? `Better than ${played}, but ` : "No: ";
    this.state = "wrong";
    if (judged.best === "") {
      this.say(`${verdict}${judged.winner === null ? "that is a draw" : `${who} has won with it`}.`, "wrong");
      return this.show(false);
    }
    const end =
      judged.winner === null
        ? `. ${words(judged)}.`
        : ` and wins${judged.plies === 1 ? "" : ` ${inMoves(judged.plies)}`}.`;
    this.say(`${verdict}${who} answers ${judged.best}${end}`, "wrong");
    // The move is seen to land before it is answered.
    await new Promise((done) => setTimeout(done, Math.max(0, this.services.stage.rest)));
    const { view } = await play(position.fen, judged.best);
    if (!signal.aborted && position === this.position) this.lay(judged.best, view);
  }

  /**
   * Show the position after a move.
   * @param {string} move
   * @param {Position} view
   */
  lay(move, view) {
    this.last = { move, before: /** @type {Position} */ (this.position) };
    this.position = view;
    this.highlights = [];
    this.show(true);
  }

  async giveHint() {
    const { mistake, position, state } = this;
    if (mistake === undefined || position === null || state !== "open") return;
    const move = parse(mistake.better, new Sky(position.edge));
    const aim = await aimOf(position, mistake.better);
    if (position !== this.position) return;
    if (move.kind === "fly") this.highlights = move.line;
    const kind =
      move.kind === "pass" ? "Pass" : move.kind === "fly" ? `Fly: it ${aim}` : `Add a bird in row ${move.space[0]}`;
    this.say(`${kind}.`);
    this.show(false);
  }

  async giveAnswer() {
    const { mistake, index } = this;
    if (mistake === undefined || this.state === "right") return;
    await this.go(index);
    const { position } = this;
    if (position === null || index !== this.index) return;
    this.state = "shown";
    this.say(`${mistake.better} ${await aimOf(position, mistake.better)}.`);
    this.show(false);
  }

  /**
   * What the mistakes were about, in the words of the game.
   * @param {Mistake[]} mistakes
   */
  async about(mistakes) {
    /** @type {Map<string, number[]>} */
    const themes = new Map();
    for (const mistake of mistakes) {
      const theme = await this.theme(mistake);
      themes.set(theme, [...(themes.get(theme) ?? []), this.number(mistake)]);
    }
    const parts = [...themes].map(([theme, numbers]) => {
      const sorted = numbers.sort((one, other) => one - other).join(" and ");
      return `${theme} (move${numbers.length === 1 ? "" : "s"} ${sorted})`;
    });
    return parts.length === 0 ? "" : `What it was about: ${parts.join("; ")}.`;
  }

  /** @param {Mistake} mistake */
  async theme({ ply, player, better }) {
    const { fens } = this.services.game.line;
    const [fen = "", next = ""] = fens.slice(ply - 1);
    const [before, after] = [this.session.judged(fen), this.session.judged(next)];
    const who = title(otherPlayer(player));
    if (before?.winner === player) return `a win ${inMoves(before.plies)} overlooked`;
    if (after?.winner === otherPlayer(player)) {
      return after.plies === 0
        ? `the last flock of ${who} left to itself`
        : `a win of ${who} ${inMoves(after.plies)} not stopped`;
    }
    const [position, played] = [await describe(fen), await describe(next)];
    const best = await play(fen, better);
    const answered = after?.best ? await play(next, after.best) : { view: played };
    if (drivenAway(played, answered.view).length > 0) return "a flock closed in";
    if (drivenAway(position, best.view).length > 0) return `a flock of ${who} that was not closed in`;
    if (best.view[player].flocks.length < played[player].flocks.length) return "birds left outside";
    return "a better place for a bird";
  }

  /**
   * The number of a move in the list of moves.
   * @param {Mistake} mistake
   */
  number({ ply }) {
    return Math.ceil((ply + (turnOf(this.session.tree.start) === "blue" ? 1 : 0)) / 2);
  }

  /**
   * @param {string} text
   * @param {string} kind a class
   */
  say(text, kind = "") {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
  }

  write() {
    const { mistakes, mistake, player, state, me } = this;
    const whose = me === player ? "Your" : `${title(player)}'s`;
    const count = mistakes?.length ?? 0;
    this.heading.textContent =
      mistake === undefined ? `${whose} mistakes` : `${whose} mistake ${this.index + 1} of ${count}`;
    if (mistakes === null) {
      this.task.textContent = `The moves of the game are judged: ${counted(this.survey.left, "position")} to go.`;
    } else if (mistake !== undefined) {
      const who = me === player ? "you" : title(player);
      this.task.textContent = `In move ${this.number(mistake)}, ${who} played ${mistake.move}. Find a better move for ${title(player)}.`;
    } else this.task.textContent = count === 0 ? "No move cost much." : "That was all.";
    const isOver = state === "right" || state === "shown";
    this.below.hidden = mistake === undefined && this.verdict.textContent === "";
    this.again.hidden = mistake === undefined || !["wrong", "shown"].includes(state);
    this.next.hidden = mistake === undefined;
    this.hint.hidden = mistake === undefined || state !== "open";
    this.answer.hidden = mistake === undefined || isOver || state === "judged";
    this.again.classList.toggle("primary", state === "wrong");
    this.next.classList.toggle("primary", isOver);
    this.back.classList.toggle("primary", mistakes !== null && mistake === undefined);
    this.other.hidden = me !== null;
    this.other.textContent = `${title(otherPlayer(player))}'s mistakes`;
  }

  /**
   * @param {boolean} isAnimated
   */
  show(isAnimated) {
    const { position, mistake, state } = this;
    if (!this.isShown || position === null) return;
    this.write();
    const isOpen = state === "open" && mistake !== undefined;
    this.services.stage.show(position, {
      last: this.last,
      isLive: isOpen,
      isAnimated,
      highlights: this.highlights,
      arrows: state === "shown" && mistake !== undefined ? arrowsOf(mistake.better, new Sky(position.edge)) : [],
      ...(isOpen ? {} : { news: " " }),
    });
  }
}

/**
 * What a move achieves.
 * @param {Position} before
 * @param {string} move
 */
async function aimOf(before, move) {
  const { view } = await play(before.fen, move);
  if (view.outcome?.winner === before.turn) return "wins at once";
  const away = drivenAway(before, view).length;
  if (away > 0) return `drives ${counted(away, "bird")} away`;
  const joined = before[before.turn].flocks.length - view[before.turn].flocks.length;
  return joined > 0 ? `joins ${NUMBERS[joined + 1] ?? joined + 1} flocks` : "is the move";
}

/**
 * The length of a win: `in two`.
 * @param {number} plies
 */
function inMoves(plies) {
  const count = Math.ceil(plies / 2);
  return `in ${NUMBERS[count] ?? count}`;
}
