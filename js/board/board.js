// A board that shows a position and lets a person make a move. It does not know the rules: the legal moves come from
// outside.

import { Bar } from "./bar.js";
import { Canvas } from "./canvas.js";
import { cancel, drag, drop, keep, lineFrom, START, tap, targets } from "./choice.js";
import { Grid } from "./grid.js";
import { html } from "./html.js";
import { arrive, join, leave, takeOff } from "./motion.js";
import { parse, reached } from "./notation.js";
import { flown, Picture } from "./picture.js";
import { Pointer } from "./pointer.js";
import { Sky } from "./sky.js";
import { STYLE } from "./style.js";
import { Table } from "./table.js";
import { birdsOf, otherPlayer } from "./view.js";
import { advice, contents, drivenAway, purpose, sentence, title } from "./words.js";

/** @import { Choice, Line, Step } from "./choice.js" */
/** @import { Flight, Move } from "./notation.js" */
/** @import { Arrow, Marks, Pointed } from "./picture.js" */
/** @import { Kept } from "./table.js" */
/** @import { Player, View } from "./view.js" */

/**
 * @typedef {object} Connection
 * @property {(move: string) => void} onMove a person asks for this move, which need not be legal
 * @property {(move: string) => View} after the position after a legal move
 * @property {(space: string) => void} [onSpace] a space was chosen while the board is edited
 * @property {() => void} [onClosed] a person tried to move while no move can be made
 * @property {(space: string) => Promise<string>} [why] the reason why a bird has no flight, in a sentence
 */

/**
 * The move that led to a position.
 * @typedef {object} Last
 * @property {string} move
 * @property {View} before the position before it
 */

/**
 * @typedef {object} Settings
 * @property {boolean} flocks whether each flock is outlined
 * @property {Player | null} regions the player whose regions are tinted
 * @property {boolean} hints whether the spaces are marked on which a bird can be added
 * @property {boolean} confirm whether a move that is chosen on the board has to be confirmed
 * @property {number} turns the sixths of a full turn by which the sky is turned counterclockwise
 */

/**
 * @typedef {object} Showing
 * @property {Last | null} [last] the move that led to the position
 * @property {string} [news] a sentence to announce after the last move
 * @property {boolean} [isLive] whether a person can make a move
 * @property {boolean} [isAnimated] whether the last move is animated
 * @property {Player | null} [winner] the player whose flock has won
 * @property {boolean} [isEdited] whether a choice of a space is passed on as it is, and no move can be made
 * @property {readonly Arrow[]} [arrows]
 * @property {readonly string[]} [highlights]
 * @property {ReadonlyMap<string, number>} [heat] the strength of the mark on each space, from 0 to 1
 */

/** @type {Pointed} */
const NOWHERE = { space: null, line: null, flight: null };

/** @type {Kept[]} */
const NO_REGIONS = [];

export class Board {
  /**
   * @param {HTMLElement} host the element that the board is drawn in
   * @param {Connection} connection
   * @param {View} view the position to begin with
   * @param {Showing} showing
   */
  constructor(host, connection, view, showing = {}) {
    this.connection = connection;
    /** @type {Settings} */
    this.settings = { flocks: false, regions: null, hints: true, confirm: false, turns: 0 };
    this.bar = new Bar({
      onMove: (move) => this.ask(move),
      onConfirm: () => this.choice.at === "move" && this.ask(this.choice.move.text),
      onCancel: () => this.cancel(),
      onKeep: (region, isTouch) => this.choice.at === "region" && this.take(keep(this.choice, region, isTouch)),
      onLook: (region) => this.point(region.spaces[0] ?? null),
    });
    /**
     * The spaces that have a use in the choice of a move.
     * @type {Set<string>}
     */
    this.useful = new Set();
    this.stage = html("div", { class: "stage", part: "stage" });
    this.root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    // A page may put its own elements directly above and below the sky, and into the line of buttons.
    const [above, below] = ["above", "below"].map((name) => html("slot", { name }));
    this.root.replaceChildren(/** @type {Node} */ (above), this.stage, /** @type {Node} */ (below), this.bar.element);

    this.scene = this.newScene(view.edge);
    this.view = view;
    this.showing = showing;
    /** The moment at which the birds rest, as `performance.now()` counts. */
    this.restsAt = 0;
    this.table = this.newTable();
    /** @type {Choice} */
    this.choice = START;
    this.pointed = NOWHERE;
    this.pointer = new Pointer(this.stage, () => this.scene.canvas, {
      onTap: (space, isTouch) => {
        this.scene.grid.enter(space);
        if (this.showing.isEdited) this.connection.onSpace?.(space);
        else this.take(tap(this.table, this.choice, space, isTouch));
      },
      onPoint: (space) => this.point(space),
      onDrag: (from, to) => this.drag(from, to),
      onDrop: (from, to, isTouch) => this.take(drop(this.table, this.choice, from, to, isTouch)),
    });
    this.stage.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.choice.at === "start") return;
      event.preventDefault();
      this.cancel();
    });
    // A click does not take the focus, so that the arrow keys still walk through the game.
    this.stage.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const focused = this.root.activeElement ?? document.activeElement;
      if (focused instanceof HTMLElement && focused.closest("[role=grid]") === null) focused.blur();
    });
    for (const type of ["pointerdown", "keydown"]) this.stage.addEventListener(type, () => this.bar.settle());
    this.show(view, showing);
  }

  /**
   * Show a position. A choice that was begun is given up. After an error, the board shows what it showed before.
   * @param {View} view
   * @param {Showing} showing
   * @throws {SyntaxError} a move is malformed
   * @throws {RangeError} the edge or a space does not exist
   */
  show(view, showing = {}) {
    this.dress();
    const bodies = this.change(() => {
      if (view.edge !== this.scene.canvas.sky.edge) this.scene = this.newScene(view.edge);
      this.view = view;
      this.showing = showing;
      this.table = this.newTable();
      this.choice = START;
      this.pointed = NOWHERE;
      return this.draw();
    });
    const move = this.lastMove();
    const { last } = showing;
    const words = [];
    if (last && move) {
      const player = last.before.turn;
      const left = drivenAway(last.before, view);
      words.push(sentence(player, move));
      if (left.length > 0) words.push(`${left.length === 1 ? "1 bird flies" : `${left.length} birds fly`} off.`);
      if (showing.isAnimated) {
        const { canvas, picture } = this.scene;
        const leaving = picture.leaving(otherPlayer(player), left);
        const time = Math.max(arrive(canvas, move, bodies), leave(canvas, leaving));
        this.restsAt = performance.now() + time;
        const flock = showing.winner ? birdsOf(view, showing.winner) : [];
        takeOff(
          flock.map((space) => /** @type {SVGElement} */ (bodies.get(space))),
          time,
        );
        const landed = reached(move);
        const joined = view[player].flocks.find((each) => landed.some((space) => each.includes(space))) ?? [];
        if (!showing.winner && joined.length > landed.length) join(picture.outline(player, joined), time);
      }
    }
    words.push(showing.news ?? `${title(view.turn)} to move.`);
    this.bar.tell(words.join(" "));
  }

  /**
   * Change marks on the same position. A choice that was begun stays.
   * @param {Pick<Showing, "arrows" | "highlights" | "heat">} marks
   */
  mark(marks) {
    this.change(() => {
      this.showing = { ...this.showing, ...marks };
      this.scene.picture.drawMarks(this.view, this.choice, this.pointed.space, this.marks());
    });
  }

  /**
   * @param {string} text
   */
  tell(text) {
    this.bar.tell(text);
  }

  /** Give up the last step of a choice. */
  cancel() {
    this.choose(cancel(this.choice));
  }

  /** Move the focus to the next space that can be chosen. */
  walk() {
    const { grid } = this.scene;
    const all = [...grid.buttons.keys()];
    const place = all.indexOf(grid.current);
    const next = [...all.slice(place + 1), ...all.slice(0, place + 1)].find((space) => this.useful.has(space));
    if (next !== undefined) grid.enter(next);
    grid.focus();
  }

  /**
   * Show why a move was refused, until the next touch.
   * @param {string} reason
   * @param {string} rule the ruling in words
   */
  refuse(reason, rule = "") {
    this.bar.refuse(reason, rule);
  }

  /**
   * @param {Partial<Settings>} settings
   */
  set(settings) {
    this.change(() => {
      const { turns } = this.settings;
      this.settings = { ...this.settings, ...settings };
      if (this.settings.turns !== turns) this.scene = this.newScene(this.view.edge);
      this.draw();
    });
  }

  /**
   * Change what is drawn, or nothing: what cannot be drawn would also end all later changes.
   * @template Result
   * @param {() => Result} work
   */
  change(work) {
    const before = { ...this };
    try {
      return work();
    } catch (error) {
      Object.assign(this, before);
      this.scene = this.newScene(this.view.edge);
      this.draw();
      throw error;
    }
  }

  /** Give the board its style. A style sheet belongs to one document, and the board may have moved to another one. */
  dress() {
    const { adoptedStyleSheets, ownerDocument } = this.root;
    if (adoptedStyleSheets.length > 0 || ownerDocument.defaultView === null) return;
    const sheet = new ownerDocument.defaultView.CSSStyleSheet();
    sheet.replaceSync(STYLE);
    this.root.adoptedStyleSheets = [sheet];
  }

  /**
   * The picture and the buttons of a sky.
   * @param {number} edge
   */
  newScene(edge) {
    const canvas = new Canvas(new Sky(edge), this.settings.turns);
    const scene = { canvas, picture: new Picture(canvas), grid: new Grid(canvas) };
    this.useful.clear();
    scene.grid.element.addEventListener("focusin", () => this.point(scene.grid.current));
    this.stage.style.maxWidth = `${1.35 * canvas.width}px`;
    this.stage.style.setProperty("--small", String(canvas.small));
    this.stage.replaceChildren(scene.picture.element, scene.grid.element);
    return scene;
  }

  newTable() {
    const { view } = this;
    const { sky } = this.scene.canvas;
    if (!this.showing.isLive) return new Table(sky, [], [], () => []);
    return new Table(sky, birdsOf(view, view.turn), view.moves, (flights) => this.regions(flights));
  }

  /**
   * The regions that flights keep which differ in nothing else.
   * @param {Flight[]} flights
   * @returns {Kept[]}
   */
  regions(flights) {
    const opponent = otherPlayer(this.view.turn);
    return flights.map(({ text }) => {
      const after = this.connection.after(text);
      const birds = birdsOf(after, opponent);
      const leaving = birdsOf(this.view, opponent).filter((space) => !birds.includes(space));
      const { regions, hasWon } = after[opponent];
      return { move: text, spaces: regions.flat(), birds, leaving, winner: hasWon ? title(opponent) : "" };
    });
  }

  /** @returns {Move | null} */
  lastMove() {
    const { last } = this.showing;
    return last ? parse(last.move, this.scene.canvas.sky) : null;
  }

  /**
   * A step of the person.
   * @param {Step} step
   */
  take({ choice, move }) {
    if (!this.showing.isLive) return this.connection.onClosed?.();
    const { choice: before } = this;
    const isReady = before.at === "move" && before.move.text === move;
    if (move !== null && this.settings.confirm && !isReady && this.view.moves.includes(move)) {
      this.choose({
        at: "move",
        move: parse(move, this.scene.canvas.sky),
        before: before.at === "move" ? START : before,
      });
      return;
    }
    this.choose(choice);
    if (move !== null) this.ask(move);
  }

  /**
   * @param {string} move
   */
  ask(move) {
    if (this.showing.isLive) this.connection.onMove(move);
  }

  /**
   * @param {Choice} choice
   */
  choose(choice) {
    const wasRegion = this.choice.at === "region";
    this.choice = choice;
    this.pointed = NOWHERE;
    if (wasRegion || choice.at === "region") this.draw();
    else this.drawChoice();
    if (choice.at === "line") this.explain(choice);
  }

  /**
   * @param {Line} line
   */
  async explain(line) {
    const { view, table, choice } = this;
    if (line.line.length > 1 || table.flightsOf(line.line).length > 0) return;
    const reason = await this.connection.why?.(line.first);
    if (reason && choice === this.choice) this.bar.advise(advice(view, table, choice, reason));
  }

  /**
   * @param {string | null} space
   */
  point(space) {
    if (space === this.pointed.space && this.pointed.line === null) return;
    const { choice } = this;
    const flights = choice.at === "line" && space !== null ? targets(this.table, choice).get(space) : undefined;
    this.pointTo({ space, line: null, flight: flights?.[0] ?? null });
  }

  /**
   * Point at the result of a drag.
   * @param {string} from
   * @param {string} to
   */
  drag(from, to) {
    if (!this.showing.isLive || this.choice.at === "region") return this.point(to);
    const meaning = drag(this.table, this.choice, from, to);
    // Where a drag means nothing, what the bird that it began with can do is still seen.
    const line = meaning?.line ?? lineFrom(this.table, this.choice, from);
    this.pointTo({ space: to, line, flight: meaning?.flights[0] ?? null });
  }

  /**
   * @param {Pointed} pointed
   */
  pointTo(pointed) {
    this.pointed = pointed;
    if (this.choice.at === "region") this.drawPosition();
    this.drawHints();
  }

  draw() {
    const bodies = this.drawPosition();
    this.drawChoice();
    return bodies;
  }

  drawPosition() {
    return this.scene.picture.drawPosition(this.view, this.choice, this.pointed.space, this.marks());
  }

  /** @returns {Marks} */
  marks() {
    const { view, showing, settings } = this;
    const { last } = showing;
    return {
      last: this.lastMove(),
      ghosts: last ? { player: otherPlayer(last.before.turn), spaces: drivenAway(last.before, view) } : null,
      arrows: showing.arrows ?? [],
      highlights: showing.highlights ?? [],
      heat: showing.heat ?? new Map(),
      flocks: settings.flocks,
      winner: showing.winner ?? null,
      regions: settings.regions,
    };
  }

  drawHints() {
    this.scene.picture.drawChoice(this.view.turn, this.table, this.choice, this.pointed, this.settings.hints);
  }

  /** Draw the possible choices, name the buttons, and show advice. */
  drawChoice() {
    this.drawHints();
    const { view, table, choice, showing } = this;
    const isLive = showing.isLive === true;
    const isEdited = showing.isEdited === true;
    this.stage.classList.toggle("live", isLive || isEdited);
    this.stage.classList.toggle("choosing", choice.at === "region");
    const found = choice.at === "line" ? targets(table, choice) : new Map();
    const { buttons } = this.scene.grid;
    const { sky } = this.scene.canvas;
    // The names are those of the birds that are seen now.
    const shown = choice.at === "region" ? flown(view, choice.flight, sky) : view;
    for (const [space, content] of contents(shown, buttons.keys())) {
      const button = /** @type {HTMLButtonElement} */ (buttons.get(space));
      const use = isLive ? purpose(table, choice, found, space) : "";
      if (use === "") this.useful.delete(space);
      else this.useful.add(space);
      button.setAttribute("aria-label", use === "" ? content : `${content}, ${use}`);
      button.setAttribute("aria-disabled", String(!isLive && !isEdited));
      button.toggleAttribute("data-drag", table.own.has(space));
    }
    const focused = this.root.activeElement;
    this.bar.update({
      isLive,
      isEdited,
      canPass: table.canPass,
      canCancel: choice.at !== "start",
      advice: isLive ? advice(view, table, choice) : "",
      ready: choice.at === "move" ? choice.move.text : "",
      regions: choice.at === "region" ? choice.regions : NO_REGIONS,
    });
    // A button that goes away would take the focus with it.
    if (focused instanceof HTMLButtonElement && (focused.disabled || !focused.isConnected)) this.scene.grid.focus();
  }
}
