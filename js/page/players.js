// The two players: who they are, their birds, and their clocks.

import { html } from "../board/html.js";
import { PLAYERS } from "../board/index.js";
import { visible } from "../board/names.js";
import { counted, title } from "../board/words.js";
import { flagged, left, now, timeText } from "./clock.js";
import { birdIcon } from "./icons.js";

/** @import { Player } from "../board/index.js" */
/** @import { Clock } from "./clock.js" */
/** @import { Game } from "./game.js" */

export class PlayerRows {
  /**
   * @param {() => void} onFlag the time of the running side is over
   */
  constructor(onFlag) {
    this.onFlag = onFlag;
    const rows = PLAYERS.map((player) => row(player));
    this.rows = /** @type {Record<Player, ReturnType<typeof row>>} */ (
      Object.fromEntries(PLAYERS.map((player, index) => [player, rows[index]]))
    );
    this.element = html(
      "section",
      { class: "players", "aria-label": "Players" },
      ...rows.map(({ element }) => element),
    );
    /** @type {Clock | null} */
    this.clock = null;
    this.timer = 0;
  }

  /**
   * @param {Game} game
   * @param {Record<Player, string>} names
   * @param {[number, number] | null} points those of the person here and of the one elsewhere, in a game by link
   */
  update({ position, settings, isOver, isThinking, winner, elsewhere }, names, points) {
    const { clock, players, isPaused } = settings;
    for (const player of PLAYERS) {
      const { element, name, birds, state } = this.rows[player];
      const isTurn = !isOver && position.turn === player;
      const { hand, flocks } = position[player];
      const sky = flocks.flat().length;
      const won = points?.[player === elsewhere ? 1 : 0] ?? 0;
      name.textContent = `${visible(names[player])}${points?.some(Boolean) ? `, ${counted(won, "point")}` : ""}`;
      birds.textContent = [
        counted(sky, "bird"),
        counted(flocks.length, "flock"),
        ...(hand === null ? [] : [`${hand} in hand`]),
      ].join(", ");
      const hasWon = winner === player;
      const waits = isPaused && players[player] === "engine" ? "paused" : "to move";
      state.textContent = hasWon ? "won" : !isTurn ? "" : isThinking ? "thinking \u2026" : waits;
      element.classList.toggle("thinking", isTurn && isThinking);
      element.classList.toggle("turn", isTurn);
      element.classList.toggle("won", hasWon);
    }
    this.clock = clock;
    clearInterval(this.timer);
    this.tick();
    if (clock !== null && clock.running !== null) this.timer = window.setInterval(() => this.tick(), 100);
  }

  tick() {
    const { clock } = this;
    const moment = now();
    for (const player of PLAYERS) {
      const { time } = this.rows[player];
      time.hidden = clock === null;
      if (clock === null) continue;
      const value = left(clock, player, moment);
      time.textContent = timeText(value);
      time.classList.toggle("running", clock.running === player);
      time.classList.toggle("short", value < 10_000);
    }
    if (clock !== null && flagged(clock, moment) !== null) {
      clearInterval(this.timer);
      this.onFlag();
    }
  }
}

/**
 * @param {Player} player
 */
function row(player) {
  const name = html("bdi", { class: "name" });
  const birds = html("span", { class: "birds quiet small" });
  const state = html("span", { class: "state" });
  const time = html("span", { class: "time", role: "timer", "aria-label": `Clock of ${title(player)}` });
  const who = html("div", { class: "who" }, html("span", { class: "line" }, html("b", {}, title(player)), name), birds);
  const element = html("div", { class: `player ${player}` }, birdIcon(player), who, state, time);
  return { element, name, birds, state, time };
}
