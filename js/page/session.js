// The game that is open: its tree, its players, and how it is saved.

import { PLAYERS } from "../board/index.js";
import { visible } from "../board/names.js";
import { resultFor, title } from "../board/words.js";
import { now, saved } from "./clock.js";
import { host } from "./host.js";
import { LEVELS } from "./levels.js";
import { PLAIN as PLAIN_LOOK } from "./look.js";
import { describe, remember } from "./positions.js";
import { START, Tree } from "./tree.js";

/** @import { Player } from "../board/index.js" */
/** @import { Clock } from "./clock.js" */
/** @import { Look } from "./look.js" */
/** @import { Judged } from "./score.js" */
/** @import { GameDocument, ImportedGame, Position } from "./types.js" */

/**
 * Who moves the birds of each player, and how the engine plays.
 * @typedef {object} Players
 * @property {"person" | "engine" | "elsewhere"} orange "elsewhere" is a person whose moves come by link
 * @property {"person" | "engine" | "elsewhere"} blue
 * @property {number} level the number of a level, from 1, the weakest
 * @property {number} seconds the most that the engine thinks about a move
 */

/**
 * The end of a game that did not end by the rules.
 * @typedef {object} Ended
 * @property {Player | null} winner
 * @property {(typeof ENDINGS)[number]} reason
 * @property {string} fen the last position
 */

/**
 * @typedef {object} Settings
 * @property {Players} players
 * @property {Clock | null} clock
 * @property {Ended | null} ended how the game ended, if not by the rules
 * @property {boolean} isPaused whether the engine does not move by itself
 * @property {Look} look what the board marks
 * @property {string} opening the comment on the first position
 * @property {string} undone the fen of the position to which a person has taken moves back
 * @property {string} offer the fen of the position in which a draw is offered by link
 * @property {string} end the fen of the position where the tags `Result` and `Termination` of an imported game hold
 * @property {Record<string, Judged>} judged the positions that were examined, by {@link keyOf} their fens
 */

/** @type {Players} */
export const TWO_PEOPLE = { orange: "person", blue: "person", level: 1, seconds: 1 };

/** @type {Settings} */
const PLAIN = {
  players: TWO_PEOPLE,
  clock: null,
  ended: null,
  isPaused: false,
  look: PLAIN_LOOK,
  opening: "",
  undone: "",
  offer: "",
  end: "",
  judged: {},
};

/** What the names of the engine begin with, before its level. */
const ENGINE = "Engine, level ";

/** The ends of games that did not end by the rules, as tags have them. */
const ENDINGS = /** @type {const} */ (["time", "resignation", "agreement"]);

/** The tags about the end of a game that did not end by the rules. */
const RESULT_TAGS = ["Result", "Termination"];

/** What the settings can be that cannot have all values of a type. @type {Record<string, (value: any) => boolean>} */
const CHECKS = {
  orange: (side) => ["person", "engine", "elsewhere"].includes(side),
  blue: (side) => ["person", "engine", "elsewhere"].includes(side),
  level: (level) => LEVELS[level - 1] !== undefined,
  seconds: (seconds) => seconds >= 0.05 && seconds <= 3600,
  regions: (player) => PLAYERS.includes(player),
  clock: ({ orange, blue, increment, time = 0, running }) =>
    [orange, blue, increment, time].every((each) => Number.isFinite(each) && each >= 0) &&
    [null, ...PLAYERS].includes(running),
  ended: ({ winner, reason, fen }) =>
    [null, ...PLAYERS].includes(winner) && ENDINGS.includes(reason) && typeof fen === "string",
  judged: (all) => all !== null && Object.values(all).every((each) => Array.isArray(each?.worths)),
};

/**
 * Default values, with those of a saved object that can take their places. What has no default value is of a newer page.
 * @template {object} T
 * @param {T} plain
 * @param {any} saved a file may have anything here
 * @returns {T}
 */
export function fitted(plain, saved) {
  const fits = (/** @type {[string, any]} */ [name, value]) => {
    if (!Object.hasOwn(plain, name)) return true;
    const usual = Reflect.get(plain, name);
    if (value === usual || (usual !== null && typeof value !== typeof usual)) return value === usual;
    return CHECKS[name]?.(value) ?? (typeof value !== "number" || Number.isSafeInteger(value));
  };
  return {
    ...plain,
    ...Object.fromEntries(Object.entries(typeof saved === "object" ? (saved ?? {}) : {}).filter(fits)),
  };
}

/** A position in a few letters. Two positions hardly ever have the same. @param {string} fen */
export function keyOf(fen) {
  let hash = 0;
  for (const letter of fen) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

export function newId() {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % letters.length]).join("");
}

export class Session {
  /**
   * @param {string} id
   * @param {Tree} tree
   * @param {Record<string, string>} tags
   * @param {Partial<Settings>} settings
   */
  constructor(id, tree, tags = {}, settings = {}) {
    this.id = id;
    this.tree = tree;
    this.tags = tags;
    /** @type {Settings} */
    this.settings = { ...PLAIN, ...settings };
    /** The revision of the saved game that was opened; 0 if none is saved. */
    this.revision = 0;
  }

  /**
   * A new game from a position.
   * @param {Position} position
   * @param {Partial<Settings>} settings
   * @param {Partial<Record<Player, string>>} names those of the people, as far as they are known
   */
  static begin(position, settings = {}, names = {}) {
    remember(position);
    const tags = { Date: today(), ...nameTags(settings.players ?? TWO_PEOPLE, names) };
    return new Session(newId(), new Tree(position.fen), tags, settings);
  }

  /**
   * A game that was read from text.
   * @param {ImportedGame} game
   */
  static async imported(game) {
    const nodes = game.moves.map((move, index) => {
      const comment = game.comments[String(index + 1)];
      return { parent: index - 1, move, ...(comment === undefined ? {} : { comment }) };
    });
    const { views } = await host.views(game.start, nodes);
    const tree = Tree.of(game.start, nodes, views, nodes.length - 1);
    await describeCurrent(tree);
    return new Session(newId(), tree, game.tags, {
      ...playersOf(game.tags),
      opening: game.comments["0"] ?? "",
      ...endOf(game.tags, tree.fen(tree.current)),
    });
  }

  /**
   * A game with its branches, as this page exports it. `null` if the text is something else.
   * @param {string} text
   */
  static async whole(text) {
    let value;
    try {
      value = JSON.parse(text);
    } catch {
      return null;
    }
    if (typeof value?.start !== "string" || !Array.isArray(value.nodes)) return null;
    /** @type {GameDocument} */
    const document = { tags: {}, settings: {}, ...value };
    await host.checkVersion(document);
    const { nodes, tags, settings } = document;
    // The host refuses wrong moves. Of the settings, only the comment belongs to the game.
    const session = await Session.read(newId(), {
      ...document,
      nodes: nodes.map((node) => (node.comment === undefined ? node : { ...node, comment: clean(node.comment) })),
      settings: { opening: settings.opening },
    });
    const opening = clean(session.settings.opening);
    Object.assign(session.settings, { opening, ...playersOf(tags), ...endOf(tags, session.lineEnd) });
    return session;
  }

  /**
   * @param {string} id
   */
  static async load(id) {
    const { document, revision } = await host.load(id);
    const session = await Session.read(id, document, revision);
    // The time while no page showed the game is not counted.
    if (session.settings.clock !== null) session.settings.clock = { ...session.settings.clock, running: null };
    return session;
  }

  /**
   * @param {string} id
   * @param {GameDocument} document
   * @param {number} revision
   */
  static async read(id, { start, nodes, current, tags, settings }, revision = 0) {
    const { views } = await host.views(start, nodes);
    const isPlace = Number.isInteger(current) && current >= START && current < nodes.length;
    const tree = Tree.of(start, nodes, views, isPlace ? current : START);
    await describeCurrent(tree);
    const session = new Session(id, tree, tags, {
      ...fitted(PLAIN, settings),
      players: fitted(TWO_PEOPLE, settings.players),
      look: fitted(PLAIN_LOOK, settings.look),
    });
    session.revision = revision;
    const { clock } = session.settings;
    if (clock !== null) session.settings.clock = { ...clock, since: now() };
    return session;
  }

  /** @returns {GameDocument} */
  get document() {
    const { start, nodes, current } = this.tree;
    const { clock } = this.settings;
    const settings = { ...this.settings, clock: clock === null ? null : saved(clock, now()) };
    return { version: 1, start, nodes, current, tags: this.tags, settings };
  }

  /** What was found out about a position. @param {string} fen @returns {Judged | undefined} */
  judged(fen) {
    return this.settings.judged[keyOf(fen)];
  }

  /** @param {string} fen @param {Judged} judged */
  judge(fen, judged) {
    // Of a longer game, the document would have too many.
    const kept = Object.entries(this.settings.judged).slice(-400);
    this.settings.judged = { ...Object.fromEntries(kept), [keyOf(fen)]: judged };
  }

  /** The comments on the moves to the end of the current line, by the number of moves before each. */
  get comments() {
    /** @type {Record<string, string>} */
    const comments = this.settings.opening === "" ? {} : { 0: this.settings.opening };
    for (const [ply, index] of this.tree.line(this.tree.current).entries()) {
      const { comment } = this.tree.node(index);
      if (comment) comments[String(ply + 1)] = comment;
    }
    return comments;
  }

  /** The fen at the end of the current line. */
  get lineEnd() {
    const { tree } = this;
    return tree.fen(tree.line(tree.current).at(-1) ?? START);
  }

  /** The tags of the current line. An imported game may have ended where this line does not. */
  get lineTags() {
    const { ended, end } = this.settings;
    const last = this.lineEnd;
    if (ended?.fen === last) {
      return { ...this.tags, Result: resultFor(ended.winner), Termination: ended.reason };
    }
    if (last === end) return this.tags;
    return Object.fromEntries(Object.entries(this.tags).filter(([name]) => !RESULT_TAGS.includes(name)));
  }

  /**
   * @param {number} index
   */
  comment(index) {
    return index === START ? this.settings.opening : (this.tree.node(index).comment ?? "");
  }

  /**
   * @param {number} index
   * @param {string} text
   */
  setComment(index, text) {
    const comment = clean(text);
    if (comment === this.comment(index)) return;
    if (index === START) this.settings.opening = comment;
    else if (comment === "") delete this.tree.node(index).comment;
    else this.tree.node(index).comment = comment;
    this.tree.revision++;
  }
}

/**
 * The tags with the names of the players. One whose name is not known has none.
 * @param {Players} players
 * @param {Partial<Record<Player, string>>} names those of the people, as far as they are known
 */
export function nameTags(players, names) {
  /** @type {Record<string, string>} */
  const tags = {};
  for (const player of PLAYERS) {
    const name = players[player] === "engine" ? ENGINE + players.level : visible(names[player] ?? "");
    if (name !== "") tags[title(player)] = name;
  }
  return tags;
}

/**
 * The players of a record. A game against the engine goes on against it, but not by itself if there is nobody else or if
 * it has a result.
 * @param {Record<string, string>} tags
 * @returns {Pick<Settings, "players" | "isPaused">}
 */
function playersOf(tags) {
  const players = { ...TWO_PEOPLE };
  for (const player of PLAYERS) {
    const name = tags[title(player)] ?? "";
    const level = name.startsWith(ENGINE) ? Number(name.slice(ENGINE.length)) : 0;
    if (LEVELS[level - 1] === undefined) continue;
    players[player] = "engine";
    players.level = level;
  }
  const hasResult = (tags.Result ?? "*") !== "*";
  return { players, isPaused: hasResult || (players.orange === "engine" && players.blue === "engine") };
}

/**
 * How a game ended, if its tags have an end that the page knows.
 * @param {Record<string, string>} tags
 * @param {string} fen the last position
 * @returns {Pick<Settings, "ended" | "end">}
 */
function endOf({ Result, Termination }, fen) {
  const reason = ENDINGS.find((each) => each === Termination);
  const winner = Result === "1-0" ? "orange" : Result === "0-1" ? "blue" : null;
  return { ended: reason === undefined ? null : { winner, reason, fen }, end: fen };
}

/** The date as records have it. */
function today() {
  const day = new Date();
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((each) => String(each).padStart(2, "0")).join(".");
}

/**
 * A comment without the characters that no record can have.
 * @param {string} text
 */
function clean(text) {
  const lines = text
    .replace(/\p{Cs}/gu, "\ufffd")
    .replace(/\r\n?/g, "\n")
    .split("\n");
  return lines
    .map((line) => line.replace(/\p{Cc}/gu, " ").trimEnd())
    .join("\n")
    .trim();
}

/**
 * Fetch the current position and the one before it, so that the game is shown as soon as it is opened.
 * @param {Tree} tree
 */
async function describeCurrent(tree) {
  await Promise.all([describe(tree.fen(tree.current)), describe(tree.fen(tree.parent(tree.current)))]);
}
