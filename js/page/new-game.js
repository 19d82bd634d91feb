// The dialog for a new game.

import { html } from "../board/html.js";
import { newClock } from "./clock.js";
import { openDialog, problemLine } from "./dialog.js";
import { savedGames } from "./games-dialog.js";
import { explain, host } from "./host.js";
import { beaten, finished, proposed } from "./ladder.js";
import { LEVELS, levelName } from "./levels.js";
import { hasLinks } from "./link.js";
import { RulesForm } from "./rules-form.js";
import { Session } from "./session.js";
import { field, name as nameField, number, radios, select } from "./ui.js";

/** @import { Player } from "../board/index.js" */
/** @import { Finished } from "./ladder.js" */
/** @import { Look } from "./look.js" */
/** @import { Players } from "./session.js" */
/** @import { PageInfo, Position } from "./types.js" */

const OPPONENTS = /** @type {const} */ ([
  ["engine", "The engine"],
  ["people", "Two people"],
  ["link", "By link"],
  ["engines", "Engine against engine"],
]);

const COLORS = /** @type {const} */ ([
  ["orange", "Orange"],
  ["random", "Random"],
  ["blue", "Blue"],
]);

/**
 * Who plays, as a form.
 */
export class PlayersForm {
  /**
   * @param {Players} players the choice to begin with
   * @param {Partial<Record<Player, string>>} names
   * @param {() => void} [onChange]
   */
  constructor(players, names, onChange = () => {}) {
    const sides = [players.orange, players.blue];
    const isMixed = players.orange !== players.blue;
    const among = isMixed ? "engine" : "engines";
    const kind = sides.includes("elsewhere") ? "link" : sides.includes("engine") ? among : "people";
    const options = LEVELS.map((_, index) => /** @type {const} */ ([`${index + 1}`, levelName(index + 1)]));
    const opponents = OPPONENTS.filter(([value]) => value !== "link" || hasLinks());
    this.kind = radios("Play against", opponents, kind, () => {
      this.refresh();
      onChange();
    });
    this.color = radios("Your color", COLORS, players.blue === "person" && isMixed ? "blue" : "orange");
    this.isChosen = false;
    this.level = select(options, String(players.level), () => {
      this.isChosen = true;
      this.refresh();
    });
    this.seconds = number(0.1, 600, players.seconds);
    this.time = field("Seconds for a move", this.seconds);
    this.strength = html("div", { class: "fields two" }, field("Level of the engine", this.level), this.time);
    const mine = names[players.orange === "person" ? "orange" : "blue"] ?? "";
    this.mine = nameField(mine);
    this.orange = nameField(names.orange ?? "");
    this.blue = nameField(names.blue ?? "");
    this.myName = field("Your name", this.mine);
    this.names = html(
      "div",
      { class: "fields two" },
      field("Name of Orange", this.orange),
      field("Name of Blue", this.blue),
    );
    const words = "You make your move, send the link that the page shows then, and open the link that comes back.";
    this.elsewhere = html("p", { class: "quiet" }, words);
    this.element = html(
      "div",
      { class: "stack" },
      this.kind.element,
      this.elsewhere,
      this.color.element,
      this.strength,
      this.myName,
      this.names,
    );
    this.refresh();
  }

  refresh() {
    const kind = this.kind.value();
    const hasEngine = kind === "engine" || kind === "engines";
    this.color.element.hidden = kind !== "engine" && kind !== "link";
    this.strength.hidden = !hasEngine;
    // The other levels look at so few moves that they never need a second.
    this.time.hidden = this.seconds.disabled = !hasEngine || Number(this.level.value) < LEVELS.length;
    this.elsewhere.hidden = kind !== "link";
    this.myName.hidden = kind !== "engine" && kind !== "link";
    this.names.hidden = kind !== "people";
  }

  /**
   * Mark the levels that were beaten, and propose the next one.
   * @param {Finished[]} all
   * @param {string} edge
   */
  showLadder(all, edge) {
    const won = beaten(all, edge);
    const next = proposed(all, edge);
    for (const [index, option] of [...this.level.options].entries()) {
      const mark = won.has(index + 1) ? " \u2713" : index + 1 === next ? ", next" : "";
      option.text = `${levelName(index + 1)}${mark}`;
    }
    if (next > 0 && !this.isChosen) this.level.value = String(next);
    this.refresh();
  }

  /**
   * The names of the people.
   * @param {Players} players
   * @returns {Partial<Record<Player, string>>}
   */
  namesOf(players) {
    if (this.kind.value() === "people") return { orange: this.orange.value, blue: this.blue.value };
    return players.orange === "person" ? { orange: this.mine.value } : { blue: this.mine.value };
  }

  /** @returns {Players} */
  get value() {
    const kind = this.kind.value();
    const color = this.color.value();
    const mine = color === "random" ? (Math.random() < 0.5 ? "orange" : "blue") : color;
    const other = kind === "people" ? "person" : kind === "link" ? "elsewhere" : "engine";
    const of = /** @param {Player} player */ (player) => (kind !== "engines" && mine === player ? "person" : other);
    return {
      orange: of("orange"),
      blue: of("blue"),
      level: Number(this.level.value),
      seconds: Number(this.seconds.value),
    };
  }
}

/** Minutes for each player and seconds for each move. */
const CLOCKS = /** @type {const} */ ([
  ["", "No clock"],
  ["3+2", "3 minutes, and 2 seconds a move"],
  ["10+5", "10 minutes, and 5 seconds a move"],
  ["30+20", "30 minutes, and 20 seconds a move"],
  ["own", "Another time"],
]);

const STARTS = /** @type {const} */ ([
  ["", "The starting position"],
  ["here", "The position on the board"],
]);

/**
 * The choice to begin with.
 * @typedef {object} Wishes
 * @property {string} rules
 * @property {Players} players
 * @property {Look} look
 * @property {Partial<Record<Player, string>>} names
 * @property {Position | null} here the position on the board, if there is one
 * @property {boolean} isHere whether the game begins with it
 */

/**
 * @param {PageInfo} info
 * @param {Wishes} wishes
 * @param {(session: Session) => void} onStart
 */
export function askForGame(info, { rules, players, look, names, here, isHere }, onStart) {
  /** @type {Finished[]} */
  let all = [];
  const showLadder = () => who.showLadder(all, form.edge.value);
  const form = new RulesForm(info.rules, info.edges, rules, () => showLadder());
  const setStart = /** @param {string} value */ (value) => {
    form.element.hidden = value !== "";
  };
  const first = select(STARTS, isHere ? "here" : "", setStart);
  setStart(first.value);
  const from = field("Begin with", first);
  from.hidden = here === null || here.outcome !== null;
  const who = new PlayersForm(players, names, () => showClock());
  const minutes = number(0.1, 600, 10);
  const increment = number(0, 600, 5);
  const times = html(
    "div",
    { class: "fields two" },
    field("Minutes for each player", minutes),
    field("Seconds more for each move", increment),
  );
  const setClock = /** @param {string} value */ (value) => {
    const [preset, more] = value.split("+");
    times.hidden = value !== "own";
    minutes.disabled = increment.disabled = value !== "own";
    if (preset !== undefined && more !== undefined) [minutes.value, increment.value] = [preset, more];
  };
  const clock = select(CLOCKS, "", setClock);
  const clockField = field("Clock", clock);
  // A clock cannot run on two devices.
  const showClock = () => {
    clockField.hidden = who.kind.value() === "link";
    if (clockField.hidden) clock.value = "";
    setClock(clock.value);
  };
  showClock();
  const problem = problemLine();
  const start = html("button", { type: "submit", class: "primary" }, "Start");
  const element = html(
    "form",
    { class: "stack" },
    who.element,
    from,
    form.element,
    clockField,
    times,
    problem.element,
    html("div", { class: "actions" }, start),
  );
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const position = here !== null && first.value !== "" ? here : await host.start(form.value);
      const time = clock.value === "" ? null : newClock(Number(minutes.value), Number(increment.value));
      const chosen = who.value;
      dialog.close();
      onStart(Session.begin(position, { players: chosen, clock: time, look }, who.namesOf(chosen)));
    } catch (error) {
      problem.tell(explain(error));
    }
  });
  const dialog = openDialog("New game", [element]);
  // Without the saved games, there is only no proposal.
  savedGames()
    .then(finished)
    .then((found) => {
      all = found;
      showLadder();
    })
    .catch(() => {});
}

/**
 * Ask who goes on with a game.
 * @param {Players} players
 * @param {Partial<Record<Player, string>>} names
 * @param {(players: Players, names: Partial<Record<Player, string>>) => void} onChange
 */
export function askForPlayers(players, names, onChange) {
  const who = new PlayersForm(players, names);
  const change = html("button", { type: "submit", class: "primary" }, "Change");
  const element = html("form", { class: "stack" }, who.element, html("div", { class: "actions" }, change));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = who.value;
    dialog.close();
    onChange(chosen, who.namesOf(chosen));
  });
  const dialog = openDialog("Players", [element]);
}
