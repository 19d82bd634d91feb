// The dialog for a new game.

import { html } from "../board/html.js";
import { newClock } from "./clock.js";
import { openDialog, problemLine } from "./dialog.js";
import { explain, host } from "./host.js";
import { RulesForm } from "./rules-form.js";
import { Session } from "./session.js";
import { checkbox, field, number, radios, select } from "./ui.js";

/** @import { Players } from "./session.js" */
/** @import { ServerInfo } from "./types.js" */

const OPPONENTS = /** @type {const} */ ([
  ["engine", "The engine"],
  ["people", "Two people"],
  ["engines", "Engine against engine"],
]);

const COLOURS = /** @type {const} */ ([
  ["orange", "Orange"],
  ["random", "Random"],
  ["blue", "Blue"],
]);

/**
 * Who plays, as a form.
 */
export class PlayersForm {
  /**
   * @param {number} levels
   * @param {Players} players the choice to begin with
   */
  constructor(levels, players) {
    const kind = players.orange !== players.blue ? "engine" : players.orange === "engine" ? "engines" : "people";
    const options = Array.from({ length: levels }, (_, index) => `${index + 1}`);
    this.kind = radios("Play against", OPPONENTS, kind, () => this.refresh());
    this.colour = radios(
      "Your colour",
      COLOURS,
      players.blue === "person" && players.orange === "engine" ? "blue" : "orange",
    );
    this.level = select(
      options.map((level) => /** @type {const} */ ([level, level])),
      String(players.level),
    );
    this.seconds = number(0.1, 600, players.seconds);
    this.strength = html(
      "div",
      { class: "fields two" },
      field("Level of the engine", this.level),
      field("Seconds for a move", this.seconds),
    );
    this.element = html("div", { class: "who-plays" }, this.kind.element, this.colour.element, this.strength);
    this.refresh();
  }

  refresh() {
    const kind = this.kind.value();
    this.colour.element.hidden = kind !== "engine";
    this.strength.hidden = kind === "people";
    this.seconds.disabled = kind === "people";
  }

  /** @returns {Players} */
  get value() {
    const kind = this.kind.value();
    const colour = this.colour.value();
    const mine = colour === "random" ? (Math.random() < 0.5 ? "orange" : "blue") : colour;
    const of = /** @param {"orange" | "blue"} player */ (player) =>
      kind === "people" || (kind === "engine" && mine === player) ? "person" : "engine";
    return {
      orange: of("orange"),
      blue: of("blue"),
      level: Number(this.level.value),
      seconds: Number(this.seconds.value),
    };
  }
}

/**
 * Ask for a new game.
 * @param {ServerInfo} info
 * @param {string} rules the rule set to begin with
 * @param {Players} players
 * @param {(session: Session) => void} onStart
 */
export function askForGame(info, rules, players, onStart) {
  const form = new RulesForm(info.rules, info.edges, rules);
  const who = new PlayersForm(info.levels, players);
  const minutes = number(0.1, 600, 10);
  const increment = number(0, 600, 5);
  const times = html(
    "div",
    { class: "fields two" },
    field("Minutes for each player", minutes),
    field("Seconds more for each move", increment),
  );
  const setClock = /** @param {boolean} isOn */ (isOn) => {
    times.hidden = !isOn;
    minutes.disabled = increment.disabled = !isOn;
  };
  const clock = checkbox("Play with a clock", false, setClock);
  setClock(false);
  const problem = problemLine();
  const start = html("button", { type: "submit", class: "primary" }, "Start");
  const element = html(
    "form",
    { class: "stack" },
    who.element,
    form.element,
    clock.element,
    times,
    problem.element,
    html("div", { class: "actions" }, start),
  );
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const position = await host.start(form.value);
      const time = clock.input.checked ? newClock(Number(minutes.value), Number(increment.value)) : null;
      dialog.close();
      onStart(Session.begin(position, { players: who.value, clock: time }));
    } catch (error) {
      problem.tell(explain(error));
    }
  });
  const dialog = openDialog("New game", [element]);
}
