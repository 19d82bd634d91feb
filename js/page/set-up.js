// The set-up of a position: birds are placed and removed with taps, and every reason why it is invalid is shown.

import { html } from "../board/html.js";
import { Sky } from "../board/index.js";
import { title } from "../board/words.js";
import { explain, host } from "./host.js";
import { RulesForm } from "./rules-form.js";
import { Session } from "./session.js";
import { button, radios } from "./ui.js";

/** @import { Player, View } from "../board/index.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Position, PageInfo } from "./types.js" */

const TURNS = /** @type {const} */ ([
  ["orange", "Orange"],
  ["blue", "Blue"],
]);

const TOOLS = /** @type {const} */ ([...TURNS, ["remove", "Remove"]]);

const PASSES = ["0", "1", "2"].map((passes) => /** @type {const} */ ([passes, passes]));

export class SetUpMode {
  /**
   * @param {object} services
   * @param {Stage} services.stage
   * @param {PageInfo} services.info
   * @param {(problem: string) => void} services.problem
   * @param {(session: Session) => void} services.onStart
   * @param {() => void} services.onHere the person wants to play the engine, for example, from the position
   * @param {() => Position} services.position the position to begin with
   */
  constructor(services) {
    this.services = services;
    /** @type {Map<string, Player>} */
    this.birds = new Map();
    this.checks = 0;
    /** @type {Position | null} */
    this.valid = null;
    this.top = html("div");
    this.panel = html("div", { class: "panel" });
    /** @type {Record<string, () => void>} */
    this.keys = {};
  }

  get subject() {
    return { fen: this.valid?.fen ?? "" };
  }

  get hands() {
    return { onMove: () => {}, onSpace: /** @param {string} space */ (space) => this.tap(space) };
  }

  /** The birds are still those that the person has placed, if the view was left before. */
  enter() {
    if (this.rules === undefined) this.read(this.services.position());
    else this.check();
  }

  leave() {
    this.checks++;
  }

  /**
   * Begin with a position.
   * @param {Position} position
   */
  read(position) {
    const { info } = this.services;
    this.birds = new Map();
    for (const player of /** @type {const} */ (["orange", "blue"])) {
      for (const space of position[player].flocks.flat()) this.birds.set(space, player);
    }
    this.tool = radios("A tap places", TOOLS, "orange");
    this.turn = radios("To move", TURNS, position.turn, () => this.check());
    this.passes = radios("Passes just made", PASSES, String(position.passes), () => this.check());
    this.rules = new RulesForm(info.rules, info.edges, position.rules, () => this.changeSky());
    this.reasons = html("div", { class: "reasons", role: "status" });
    const begin = () => this.valid && this.services.onStart(Session.begin(this.valid));
    this.start = button("Start from here", begin, "primary");
    this.play = button("Play the engine from here", () => this.services.onHere());
    const tools = html("section", { class: "card", "aria-label": "Birds" }, this.tool.element);
    const clear = html(
      "div",
      { class: "actions start" },
      button("Clear", () => this.clear()),
      button("Starting position", () => this.reset()),
      button("Position of the game", () => this.read(this.services.position())),
    );
    this.top.replaceChildren(tools);
    this.panel.replaceChildren(
      html(
        "section",
        { class: "card stack", "aria-label": "Position" },
        clear,
        html("div", { class: "fields two" }, this.turn.element, this.passes.element),
        this.rules.element,
        this.reasons,
        html("div", { class: "actions start" }, this.start, this.play),
      ),
    );
    this.check();
  }

  get position() {
    return this.valid;
  }

  get sky() {
    return new Sky(Number(this.rules?.edge.value ?? 7));
  }

  /**
   * @param {string} space
   */
  tap(space) {
    const tool = this.tool?.value();
    const before = this.birds.get(space);
    if (tool === "remove" || tool === before) this.birds.delete(space);
    else if (tool === "orange" || tool === "blue") this.birds.set(space, tool);
    const now = this.birds.get(space);
    this.check(`${space}: ${now === undefined ? "vacant" : `${now} bird`}.`);
  }

  clear() {
    this.birds.clear();
    this.check("The sky is empty.");
  }

  async reset() {
    const check = ++this.checks;
    try {
      const position = await host.start(this.rules?.value ?? "standard");
      // The user may have placed a bird or left the view meanwhile.
      if (check === this.checks) this.read(position);
    } catch (error) {
      this.services.problem(explain(error));
    }
  }

  changeSky() {
    const { spaces } = this.sky;
    for (const space of [...this.birds.keys()]) if (!spaces.has(space)) this.birds.delete(space);
    this.check();
  }

  /** Show the position, and ask whether it is valid. */
  async check(news = "Tap a space to place or remove a bird.") {
    const check = ++this.checks;
    const turn = this.turn?.value() === "blue" ? "blue" : "orange";
    const [orange, blue] = [this.of("orange"), this.of("blue")];
    const { sky } = this;
    const side = /** @param {string[]} birds */ (birds) => ({ flocks: sky.groups(birds), regions: [] });
    /** @type {View} */
    const view = { edge: sky.edge, turn, moves: [], orange: side(orange), blue: side(blue) };
    this.services.stage.show(view, { isEdited: true, news });
    const rules = this.rules?.value ?? "standard";
    const passes = Number(this.passes?.value() ?? 0);
    try {
      const answer = await host.setUp({ rules, orange, blue, turn, passes });
      if (check !== this.checks) return;
      this.valid = answer.view;
      this.tell(answer.reasons);
    } catch (error) {
      if (check !== this.checks) return;
      this.valid = null;
      this.tell([explain(error)]);
    }
  }

  /**
   * @param {string[]} reasons
   */
  tell(reasons) {
    const counts = TURNS.map(([player]) => `${title(player)} ${this.of(player).length}`).join(", ");
    const list = html("ul", {}, ...reasons.map((reason) => html("li", {}, reason)));
    const isValid = this.valid !== null;
    const verdict = isValid ? "The position is valid." : "The position is not valid yet:";
    this.reasons?.replaceChildren(html("p", {}, `Birds: ${counts}. ${verdict}`), ...(isValid ? [] : [list]));
    if (this.start) this.start.disabled = !isValid;
    // A position that ends the game can be looked at only.
    if (this.play) this.play.disabled = this.valid?.outcome !== null;
  }

  /**
   * The spaces of a player's birds.
   * @param {Player} player
   */
  of(player) {
    return [...this.birds].filter(([, owner]) => owner === player).map(([space]) => space);
  }
}
