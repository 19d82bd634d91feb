// The figures of the kept games as charts, and a heat map of where birds are added.

import { html } from "../board/html.js";
import { svg } from "../board/svg.js";
import { counted } from "../board/words.js";
import { results } from "./explorer.js";
import { explain, host } from "./host.js";
import { field, section, select } from "./ui.js";

/** @import { Stage } from "./stage.js" */
/** @import { Position, Share, Statistics, Summary } from "./types.js" */

const MAPS = /** @type {const} */ ([
  ["both", "Adds of both players"],
  ["orange", "Adds of Orange"],
  ["blue", "Adds of Blue"],
]);

export class StatisticsMode {
  /**
   * @param {object} services
   * @param {Stage} services.stage
   * @param {(problem: string) => void} services.problem
   */
  constructor(services) {
    this.services = services;
    this.map = select(MAPS, "both", () => this.draw(""));
    this.top = html("section", { class: "card", "aria-label": "Heat map" }, field("Heat map", this.map));
    // It can have the focus, because without any control it could not be scrolled with the keyboard.
    this.panel = html("div", { class: "panel", tabindex: "0", role: "region", "aria-label": "Figures" });
    this.hands = { onMove: () => {}, onSpace: /** @param {string} space */ (space) => this.tell(space) };
    /** @type {Record<string, () => void>} */
    this.keys = {};
    this.isShown = false;
    /** @type {Statistics | null} */
    this.statistics = null;
    /** @type {Position | null} */
    this.start = null;
  }

  get subject() {
    return { fen: "", caption: MAPS.filter(([value]) => value === this.map.value).map(([, label]) => label) };
  }

  async enter() {
    this.isShown = true;
    try {
      const statistics = await host.statistics();
      this.start = await host.position(statistics.start);
      this.statistics = statistics;
      this.panel.replaceChildren(...charts(statistics.summary));
      this.draw("");
    } catch (error) {
      this.services.problem(explain(error));
    }
  }

  leave() {
    this.isShown = false;
  }

  /** How often a bird was added on each space. */
  get counts() {
    const chosen = this.map.value;
    const { statistics } = this;
    return (chosen === "orange" || chosen === "blue" ? statistics?.adds[chosen] : statistics?.spaces) ?? {};
  }

  /**
   * @param {string} news
   */
  draw(news) {
    if (!this.isShown || this.start === null) return;
    const { counts, start } = this;
    const most = Math.max(1, ...Object.values(counts));
    const heat = new Map(Object.entries(counts).map(([space, count]) => [space, count / most]));
    const empty = { ...start, moves: [], orange: { ...start.orange, flocks: [] }, blue: { ...start.blue, flocks: [] } };
    const advice = "The larger a disc, the more often a bird was added there. Tap a space for its number.";
    this.services.stage.show(empty, { heat, isEdited: true, news: news === "" ? advice : news });
  }

  /**
   * @param {string} space
   */
  tell(space) {
    const count = this.counts[space] ?? 0;
    this.draw(`${space}: ${counted(count, "bird")} added.`);
  }
}

/**
 * @param {Summary} summary
 */
function charts({ games, results: shares, plies, legal_moves, moves, clearings }) {
  const { orange, blue, draw, truncated } = shares;
  const most = Math.max(...Object.values(moves).map(({ share }) => share));
  const bars = Object.entries(moves).map(([kind, { number, share }]) => bar(kind, number, share, most));
  return [
    section(
      counted(games, "game"),
      "statistics",
      results(orange.number, draw.number, blue.number),
      table([
        ["Won by Orange", withShare(orange)],
        ["Won by Blue", withShare(blue)],
        ["Draws", withShare(draw)],
        ["Cut off", withShare(truncated)],
        ["Plies: mean, median", `${figure(plies.mean)}, ${figure(plies.median)}`],
        ["Plies: shortest, longest", `${figure(plies.shortest)}, ${figure(plies.longest)}`],
        ["Flights that cleared birds", figure(clearings.all)],
        ["Birds cleared", figure(clearings.birds)],
      ]),
    ),
    section("Moves", "statistics", html("table", { class: "bars" }, html("tbody", {}, ...bars))),
    section(`Legal moves by ply, ${figure(legal_moves.mean)} on average`, "statistics", curve(legal_moves.by_ply)),
  ];
}

/**
 * @param {readonly (readonly [string, string])[]} rows
 */
function table(rows) {
  const lines = rows.map(([name, value]) => html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, value)));
  return html("table", { class: "figures" }, html("tbody", {}, ...lines));
}

/**
 * A row of a chart with bars.
 * @param {string} kind
 * @param {number} count
 * @param {number} share
 * @param {number} most the largest share
 */
function bar(kind, count, share, most) {
  const length = html("span", { class: "length" });
  length.style.width = `${(100 * share) / Math.max(most, 1e-9)}%`;
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, kind.charAt(0).toUpperCase() + kind.slice(1)),
    html("td", { class: "bar", "aria-hidden": "true" }, length),
    html("td", {}, percent(share), html("small", {}, ` ${figure(count)}`)),
  );
}

/**
 * The mean number of legal moves at each ply, as a curve.
 * @param {number[]} values
 */
function curve(values) {
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, ply) => `${(400 * ply) / Math.max(1, values.length - 1)} ${100 - (96 * value) / most}`,
  );
  const label = `From ${figure(values[0] ?? 0)} at the start to ${figure(values.at(-1) ?? 0)} at ply ${values.length}, at most ${figure(most)}`;
  const picture = svg(
    "svg",
    { viewBox: "0 0 400 100", preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("path", { class: "area", d: `M0 100L${points.join("L")}L400 100Z` }),
    svg("path", { class: "curve", d: `M${points.join("L")}` }),
  );
  return html(
    "div",
    {},
    html("div", { class: "graph plain" }, picture),
    html("p", { class: "quiet small" }, `${label}.`),
  );
}

/**
 * @param {Share} share
 */
function withShare({ number, share }) {
  return `${figure(number)} (${percent(share)})`;
}

/**
 * @param {number} share
 */
function percent(share) {
  return `${(100 * share).toFixed(1)}%`;
}

/**
 * @param {number} value
 */
function figure(value) {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}
