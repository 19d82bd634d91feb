// The picture of a position with all its marks, drawn in layers.

import { bird, flocks } from "./birds.js";
import { PITCH } from "./canvas.js";
import { targets } from "./choice.js";
import { arrow, band, cells, dot, glow, ring, rings, tag, trail } from "./marks.js";
import { reached } from "./notation.js";
import { hexagon, labels, lines } from "./scenery.js";
import { svg } from "./svg.js";
import { birdsOf, PLAYERS } from "./view.js";

/** @import { Canvas, Point } from "./canvas.js" */
/** @import { Choice, Line } from "./choice.js" */
/** @import { Flight, Move } from "./notation.js" */
/** @import { Sky } from "./sky.js" */
/** @import { Kept, Table } from "./table.js" */
/** @import { Player, View } from "./view.js" */

/**
 * An arrow from a space to another, or a ring around one space. Its strength is from 0 to 1.
 * @typedef {readonly [string, string, { readonly strength?: number, readonly label?: string, readonly isBad?: boolean }?]} Arrow
 */

/**
 * The marks besides the birds.
 * @typedef {object} Marks
 * @property {Move | null} last the last move
 * @property {{ player: Player, spaces: readonly string[] } | null} ghosts the birds that the last move drove away
 * @property {readonly Arrow[]} arrows
 * @property {readonly string[]} highlights
 * @property {ReadonlyMap<string, number>} heat
 * @property {boolean} flocks whether each flock is outlined
 * @property {Player | null} winner the player whose flock has won, and is outlined
 * @property {Player | null} regions the player whose regions are tinted
 */

/**
 * The target of the pointer: a space, or a flight that a drag or a tap would make.
 * @typedef {object} Pointed
 * @property {string | null} space
 * @property {Line | null} line the line that a drag takes along
 * @property {Flight | null} flight
 */

/** @typedef {"tints" | "lines" | "flocks" | "trail" | "band" | "birds" | "rings" | "choices" | "arrows" | "leaving"} Layer */

/** @type {readonly Layer[]} */
const LAYERS = ["tints", "lines", "flocks", "trail", "band", "birds", "rings", "choices", "arrows", "leaving"];

/** The number of different tints for the regions to keep. */
export const REGION_KINDS = 3;

export class Picture {
  /**
   * @param {Canvas} canvas
   */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {Map<Layer, SVGElement>} */
    this.layers = new Map(LAYERS.map((name) => [name, svg("g", { "data-layer": name })]));
    this.fill("lines", [lines(canvas), labels(canvas)]);
    this.element = svg(
      "svg",
      { viewBox: `0 0 ${canvas.width} ${canvas.height}`, "aria-hidden": "true" },
      hexagon(canvas),
      ...this.layers.values(),
    );
  }

  /**
   * @param {Layer} layer
   * @param {SVGElement[]} elements
   */
  fill(layer, elements) {
    this.layers.get(layer)?.replaceChildren(...elements);
  }

  /**
   * Draw the birds and the marks of a position.
   * @param {View} view
   * @param {Choice} choice
   * @param {string | null} space the space that is pointed at
   * @param {Marks} marks
   * @returns {Map<string, SVGElement>} the bodies of the birds by their spaces
   */
  drawPosition(view, choice, space, marks) {
    const { canvas } = this;
    const shown = choice.at === "region" ? flown(view, choice.flight, canvas.sky) : view;
    const move = choice.at === "region" ? choice.flight : marks.last;
    this.drawMarks(view, choice, space, marks);
    const outlined = PLAYERS.filter((player) => marks.flocks || player === marks.winner);
    this.fill(
      "flocks",
      outlined.map((player) => flocks(canvas, player, birdsOf(shown, player))),
    );
    this.fill("trail", move === null ? [] : trail(canvas, move));
    this.fill("rings", move === null ? [] : rings(canvas, move));
    this.fill("leaving", []);

    const leaving = regionShown(choice, space)?.leaving;
    /** @type {Map<string, SVGElement>} */
    const bodies = new Map();
    const birds = (marks.ghosts?.spaces ?? []).map((gone) =>
      bird(canvas, /** @type {Player} */ (marks.ghosts?.player), gone, "ghost"),
    );
    for (const player of PLAYERS) {
      for (const each of birdsOf(shown, player)) {
        const element = bird(canvas, player, each, leaving && isIn(leaving, each) ? "ghost" : "bird");
        bodies.set(each, /** @type {SVGElement} */ (element.firstElementChild));
        birds.push(element);
      }
    }
    this.fill("birds", birds);
    return bodies;
  }

  /**
   * Draw the marks that do not depend on the birds: filled cells and arrows.
   * @param {View} view
   * @param {Choice} choice
   * @param {string | null} space
   * @param {Marks} marks
   */
  drawMarks(view, choice, space, marks) {
    this.fill("tints", this.tints(view, choice, space, marks));
    // The strongest arrow is on top.
    const arrows = marks.arrows.map(([tail, head, look]) => arrow(this.canvas, tail, head, look));
    this.fill("arrows", arrows.reverse());
  }

  /**
   * The filled cells: those that are highlighted, the regions of a player, or those among which the mover chooses.
   * @param {View} view
   * @param {Choice} choice
   * @param {string | null} space
   * @param {Marks} marks
   */
  tints(view, choice, space, marks) {
    const { canvas } = this;
    if (choice.at === "region") {
      const shown = regionShown(choice, space);
      return choice.regions.map((each, index) =>
        cells(canvas, each.spaces, each === shown ? "kept" : `open kind${index % REGION_KINDS}`),
      );
    }
    const { regions } = marks;
    const tints = regions === null ? [] : view[regions].regions.map((each) => cells(canvas, each, `region ${regions}`));
    const glows = [...marks.heat].map(([each, strength]) => glow(canvas, each, strength));
    return [...tints, cells(canvas, marks.highlights, "highlights"), ...glows];
  }

  /**
   * Draw the choice of a move: the chosen line, the spaces that can be chosen next, and the flight that is pointed at.
   * @param {Player} player the player to move
   * @param {Table} table
   * @param {Choice} choice
   * @param {Pointed} pointed
   * @param {boolean} hints whether the spaces are marked on which a bird can be added
   */
  drawChoice(player, table, choice, pointed, hints) {
    const { canvas } = this;
    const line = pointed.line ?? (choice.at === "line" ? choice : null);
    /** @type {SVGElement[]} */
    const marks = [];
    if (line !== null) {
      const ends = [...table.ends(line.first)].filter((space) => !line.line.includes(space));
      marks.push(...[...targets(table, line).keys()].map((space) => dot(canvas, space, "target")));
      marks.push(...ends.map((space) => ring(canvas, space, "end")));
    } else if (choice.at === "start" && hints) {
      // Those within two steps of the pointer are seen best.
      const here = pointed.space === null ? { x: Infinity, y: 0 } : canvas.of(pointed.space);
      const isNear = (/** @type {Point} */ { x, y }) => Math.hypot(x - here.x, y - here.y) < 2.1 * PITCH;
      marks.push(...[...table.adds].map((space) => dot(canvas, space, "add", isNear(canvas.of(space)))));
    }
    if (choice.at === "region") marks.push(...choice.regions.map((each, index) => number(canvas, each, index + 1)));
    if (choice.at === "move") {
      marks.push(...reached(choice.move).map((space) => bird(canvas, player, space, "landing")));
    }
    if (choice.at === "start" && line === null && pointed.space !== null && table.adds.has(pointed.space)) {
      marks.push(bird(canvas, player, pointed.space, "landing"));
    }
    marks.push(...(pointed.flight?.landing ?? []).map((space) => bird(canvas, player, space, "landing")));
    this.fill("choices", marks);
    this.fill("band", line === null ? [] : [band(canvas, line.line)]);
  }

  /**
   * The outline of one flock, besides those that the marks have.
   * @param {Player} player
   * @param {string[]} flock
   */
  outline(player, flock) {
    const outline = flocks(this.canvas, player, flock);
    this.layers.get("flocks")?.append(outline);
    return outline;
  }

  /**
   * @param {Player} player
   * @param {readonly string[]} spaces
   * @returns {Map<string, SVGElement>} their bodies by the spaces that they leave
   */
  leaving(player, spaces) {
    const birds = spaces.map((space) => /** @type {const} */ ([space, bird(this.canvas, player, space)]));
    this.fill(
      "leaving",
      birds.map(([, element]) => element),
    );
    return new Map(birds.map(([space, element]) => [space, /** @type {SVGElement} */ (element.firstElementChild)]));
  }
}

/**
 * A position with a line at the spaces that it reaches, before birds fly off.
 * @param {View} view
 * @param {Flight} flight
 * @param {Sky} sky
 * @returns {View}
 */
export function flown(view, flight, sky) {
  const rest = birdsOf(view, view.turn).filter((space) => !flight.line.includes(space));
  return { ...view, [view.turn]: { ...view[view.turn], flocks: sky.groups([...rest, ...flight.landing]) } };
}

/**
 * The region to keep that is pointed at, or that was tapped first.
 * @param {Choice} choice
 * @param {string | null} space the space that is pointed at
 * @returns {Kept | null}
 */
function regionShown(choice, space) {
  if (choice.at !== "region") return null;
  return choice.regions.find(({ spaces }) => isIn(spaces, space)) ?? choice.shown;
}

/**
 * The number of a region to keep, on a vacant space of it if there is one.
 * @param {Canvas} canvas
 * @param {Kept} region
 * @param {number} index
 */
function number(canvas, { spaces, birds }, index) {
  const place = spaces.find((space) => !birds.includes(space)) ?? spaces[0] ?? "";
  return tag(canvas.of(place), String(index));
}

/**
 * @param {string[]} spaces
 * @param {string | null} space
 */
function isIn(spaces, space) {
  return space !== null && spaces.includes(space);
}
