// The page as a whole: its views, its dialogs, its keys, and the game in its address.

import { html } from "../board/html.js";
import { receive } from "./by-link.js";
import { share } from "./exporter.js";
import { GameMode } from "./game-mode.js";
import { PUZZLES, savedGames, showGames } from "./games-dialog.js";
import { showHelp } from "./help.js";
import { explain, host } from "./host.js";
import { birdIcon } from "./icons.js";
import { acceptDrops, askForText } from "./importer.js";
import { listenToKeys } from "./keys.js";
import { LearnMode } from "./learn.js";
import { FIRST, FIRST_RULES, shared, turnIn } from "./link.js";
import { askForLook } from "./look.js";
import { askForGame, askForPlayers } from "./new-game.js";
import { PuzzleMode } from "./puzzles.js";
import { ReviewMode } from "./review.js";
import { Saver } from "./saver.js";
import { Session } from "./session.js";
import { SetUpMode } from "./set-up.js";
import { Stage } from "./stage.js";
import { StatisticsMode } from "./statistics.js";
import { namesOfPeople } from "./turns.js";
import { button, onWidth, popover } from "./ui.js";

/** @import { Subject } from "./exporter.js" */
/** @import { Given } from "./importer.js" */
/** @import { Turn } from "./link.js" */
/** @import { Wishes } from "./new-game.js" */
/** @import { Hands } from "./stage.js" */
/** @import { PageInfo, Position } from "./types.js" */

/**
 * @typedef {object} Mode
 * @property {HTMLElement} top the part above the board on a phone
 * @property {HTMLElement} panel the part beside the board
 * @property {HTMLElement} [side] the part along the board
 * @property {HTMLElement} [below] the part directly below the board on a phone, and above the panel elsewhere
 * @property {Hands} hands
 * @property {Position | null} [position] the position on the board
 * @property {Subject} subject what the person looks at
 * @property {Record<string, () => void>} keys
 * @property {() => void} enter
 * @property {() => void} leave
 */

/** @type {Record<string, string>} */
const TITLES = {
  game: "Game",
  review: "Mistakes",
  learn: "Learn",
  puzzles: "Puzzles",
  "set-up": "Set up",
  statistics: "Statistics",
};

/** The view of the mistakes in a game, which has no tab, because the game leads there. */
const REVIEW = "review";

/** Whether `volo play --games` serves the page, and answers questions about its kept games. */
const HAS_KEPT_GAMES = new URLSearchParams(location.search).has("games");

export class App {
  /**
   * @param {HTMLElement} place
   * @param {PageInfo} info
   * @param {Session} session
   * @param {Position} position
   */
  constructor(place, info, session, position) {
    this.info = info;
    this.stage = new Stage();
    this.notice = html("div", { class: "notice", role: "alert" });
    this.notice.hidden = true;
    this.problem = "";
    const problem = /** @param {string} text */ (text) => this.tell(text);
    this.saver = new Saver(problem, (id, document, revision) => {
      if (id === PUZZLES) puzzles.adopt(document, revision);
      else if (id === this.gameMode.game.session.id)
        this.gameMode.game.adopt(document, revision).catch((error) => problem(explain(error)));
    });
    const { stage } = this;
    stage.setLook(session.settings.look);
    const puzzles = new PuzzleMode({ stage, problem, save: (kept) => this.saver.save(kept) });
    this.puzzles = puzzles;
    this.gameMode = new GameMode(session, position, {
      stage,
      problem,
      save: (changed) => this.saver.save(changed),
      onHere: () => this.newGame({ isHere: true }),
      onPlayers: () => this.changePlayers(),
      onStart: (started) => this.start(started),
      onLearn: () => this.show("learn"),
      onReview: () => this.show(REVIEW),
      hasGames: HAS_KEPT_GAMES,
    });
    /** @type {Record<string, Mode>} */
    this.modes = {
      game: this.gameMode,
      learn: new LearnMode({
        stage,
        problem,
        onPlay: () => this.newGame(),
        onRules: () => showHelp(),
      }),
      puzzles,
      [REVIEW]: new ReviewMode({
        stage,
        problem,
        game: this.gameMode.game,
        save: (changed) => this.saver.save(changed),
        onBack: () => this.show("game"),
      }),
      "set-up": new SetUpMode({
        stage,
        info,
        problem,
        onStart: (started) => this.start(started),
        onHere: () => this.newGame({ isHere: true }),
        position: () => this.gameMode.game.position,
      }),
      ...(HAS_KEPT_GAMES ? { statistics: new StatisticsMode({ stage, problem }) } : {}),
    };
    this.name = "game";
    /** Whether the page only follows the address. */
    this.isFollowing = true;
    this.follows = 0;
    this.loads = 0;
    this.build(place);
    this.listen();
  }

  share() {
    share(this.mode.subject, this.info, this.stage.board.scene.picture.element);
  }

  /** @returns {Mode} */
  get mode() {
    return this.modes[this.name] ?? this.gameMode;
  }

  /**
   * @param {HTMLElement} place
   */
  build(place) {
    const names = Object.keys(this.modes).filter((name) => name !== REVIEW);
    this.tabs = names.map((name) => ({ name, tab: button(TITLES[name] ?? name, () => this.show(name)) }));
    const tools = [
      button("New game", () => this.newGame()),
      button("Saved games", () => showGames(this.gameMode.game.session.id, (id) => this.load(id))),
      button("Import", () => this.import()),
      button("Board", () => this.changeLook()),
      button("Share", () => this.share()),
      button("Help", () => showHelp()),
    ];
    const { opener, menu } = popover("Menu", "tools", tools);
    this.top = html("div", { class: "top", slot: "above" });
    this.side = html("div", { class: "side" });
    this.beside = html("div", { class: "beside" });
    this.stage.element.append(this.side, this.stage.host);
    place.replaceChildren(
      html(
        "header",
        { class: "page-head" },
        html("h1", {}, birdIcon("orange"), "Volo"),
        html("nav", { "aria-label": "Views" }, ...this.tabs.map(({ tab }) => tab)),
        opener,
        menu,
      ),
      this.notice,
      html("main", {}, this.stage.element, this.beside, this.stage.typed),
    );
    onWidth((isNarrow) => {
      this.isNarrow = isNarrow;
      if (isNarrow) this.stage.host.prepend(this.top ?? "");
      else this.beside?.before(this.top ?? "");
      this.placeBelow();
    });
  }

  listen() {
    listenToKeys((action) => this.run(action));
    acceptDrops(
      (given) => this.import(given),
      (problem) => this.tell(problem),
    );
    addEventListener("popstate", () => this.follow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.saver.catchUp(this.gameMode.game.session);
    });
  }

  /** Show the view and the game that the address names, because the person went back or forward, or opened a link. */
  async follow() {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    this.tell("");
    this.isFollowing = true;
    const follow = ++this.follows;
    await this.goTo(location.hash);
    // The person may have gone on meanwhile.
    if (follow === this.follows) this.isFollowing = false;
  }

  /** @param {string} hash */
  async goTo(hash) {
    if (this.puzzles.asks(hash)) return this.show("puzzles");
    try {
      const turn = await turnIn(hash);
      if (turn !== null) return await this.receive(turn);
      const given = await shared(hash);
      if (given !== null) return this.start(given);
    } catch (error) {
      return this.tell(unreadable(error));
    }
    const { id, view } = partsOf(hash) ?? { id: null, view: "" };
    if (id === null) return this.tell(unreadable("it is not a link of this page"));
    if (id !== "" && id !== this.gameMode.game.session.id) await this.load(id);
    const isLost = id !== "" && id !== this.gameMode.game.session.id;
    if (!isLost && view !== this.name && Object.hasOwn(this.modes, view)) this.show(view);
  }

  /**
   * Write a game and the current view into the address, so that the person can go back to them.
   * @param {string} id
   */
  setAddress(id) {
    const hash = `#${id}${this.name === "game" ? "" : `/${this.name}`}`;
    if (hash === location.hash) return;
    // An address that the page has written has a state.
    if (this.isFollowing) history.replaceState(history.state ?? {}, "", hash);
    else history.pushState({}, "", hash);
  }

  /**
   * @param {string} name
   */
  show(name) {
    this.mode.leave();
    this.name = name;
    const { mode } = this;
    for (const { name: each, tab } of this.tabs ?? []) {
      if (each === (name === REVIEW ? "game" : name)) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
    document.body.dataset.view = name;
    document.title = name === "game" ? "Volo" : `${TITLES[name]} \u2013 Volo`;
    this.top?.replaceChildren(mode.top);
    this.beside?.replaceChildren(mode.panel);
    this.side?.replaceChildren(...(mode.side === undefined ? [] : [mode.side]));
    this.placeBelow();
    this.stage.hands = mode.hands;
    this.setAddress(this.gameMode.game.session.id);
    mode.enter();
  }

  placeBelow() {
    for (const { below } of Object.values(this.modes)) below?.remove();
    const { below } = this.mode;
    if (below !== undefined) (this.isNarrow ? this.stage.host : this.beside)?.prepend(below);
  }

  /**
   * @param {string} action
   */
  run(action) {
    /** @type {Record<string, () => void>} */
    const common = {
      flip: () => this.stage.flip(),
      turn: () => this.stage.turn(),
      nextSpace: () => this.stage.board.walk(),
      cancel: () => this.stage.board.cancel(),
      newGame: () => this.newGame(),
      help: () => showHelp(),
    };
    // Then Escape closes the menu.
    if (action === "cancel" && this.stage.board.choice.at === "start") return false;
    const found = this.mode.keys[action] ?? common[action];
    found?.();
    return found !== undefined;
  }

  /** @param {Partial<Wishes>} wishes the choice to begin with, as far as it is not that of the game */
  newGame(wishes = {}) {
    const { position, settings, session, hasEngine } = this.gameMode.game;
    const { players, look } = settings;
    const here = this.mode.position ?? null;
    const usual = { rules: position.rules, players, look, names: namesOfPeople(session), here, isHere: false };
    const first = this.name === "learn" ? { rules: FIRST_RULES, players: FIRST } : {};
    const more = wishes.isHere && !hasEngine ? { players: FIRST, ...wishes } : wishes;
    askForGame(this.info, { ...usual, ...first, ...more }, (started) => this.start(started));
  }

  changePlayers() {
    const { game } = this.gameMode;
    askForPlayers(game.settings.players, namesOfPeople(game.session), (players, names) =>
      game.setPlayers(players, names),
    );
  }

  /**
   * @param {Given} [given] a text that is there already
   */
  import(given) {
    const onOpen = (/** @type {Session} */ session, /** @type {string} */ news) => {
      this.start(session);
      this.tell(news);
    };
    askForText(this.info, onOpen, (turn) => this.receive(turn), given);
  }

  /**
   * Go on with a game of somebody elsewhere.
   * @param {Turn} turn
   */
  receive(turn) {
    const { session } = this.gameMode.game;
    return receive(turn, {
      find: async (id) => (id === session.id ? session : await Session.load(id).catch(() => null)),
      open: async (found) => {
        const { tree } = found;
        // The last move is seen.
        tree.current = tree.parent(tree.end);
        this.saver.save(found);
        await this.open(found);
        this.gameMode.game.walk.last();
      },
      tell: (news) => this.tell(news),
    });
  }

  changeLook() {
    const { game } = this.gameMode;
    askForLook(game.settings.look, (look) => {
      this.stage.setLook(look);
      game.change({ look });
    });
  }

  /**
   * Open a game that is not kept yet.
   * @param {Session} session
   */
  start(session) {
    this.saver.save(session);
    this.open(session);
  }

  /**
   * @param {string} id
   */
  async load(id) {
    const load = ++this.loads;
    try {
      const session = await Session.load(id);
      if (load === this.loads) this.open(session);
    } catch (error) {
      this.tell(explain(error));
    }
  }

  /**
   * @param {Session} session
   */
  open(session) {
    this.loads++;
    this.tell("");
    const opened = this.gameMode.game.open(session);
    this.setAddress(session.id);
    if (this.name !== "game") this.show("game");
    return opened;
  }

  /**
   * Show a problem. The text "" removes it.
   * @param {string} problem
   */
  tell(problem) {
    // The same problem is not announced again and again.
    if (problem === this.problem) return;
    this.problem = problem;
    this.notice.hidden = problem === "";
    this.notice.replaceChildren(
      problem,
      button("Close", () => this.tell(""), "quiet"),
    );
  }
}

/** @param {unknown} error */
function unreadable(error) {
  return `The address has no game that can be read: ${explain(error)}`;
}

/**
 * The game and the view that an address names. `null` if it is another address.
 * @param {string} hash
 */
function partsOf(hash) {
  const [, id, view = "game"] = /^#?([a-z0-9-]{0,64})(?:\/([a-z-]+)?)?$/.exec(hash) ?? [];
  return id === undefined || !Object.hasOwn(TITLES, view) ? null : { id: id === PUZZLES ? "" : id, view };
}

/**
 * The game to begin with: the one that the address names, the latest game, or a new one.
 * @param {string} id
 * @param {(problem: string) => void} onProblem
 * @returns {Promise<Session>}
 */
async function firstSession(id, onProblem) {
  if (id !== "") {
    try {
      return await Session.load(id);
    } catch (error) {
      // A game of this page without a move, or one that was deleted, is not missed after a reload.
      if (history.state === null) onProblem(explain(error));
    }
  }
  try {
    for (const { id: kept } of await savedGames()) {
      try {
        return await Session.load(kept);
      } catch {
        // Another version of volo kept a game that this one does not accept.
      }
    }
  } catch (error) {
    onProblem(`The saved games cannot be read. ${explain(error)}`);
  }
  return Session.begin(await host.start(FIRST_RULES), { players: FIRST });
}

/**
 * @param {HTMLElement} place
 */
export async function openPage(place) {
  const info = await host.info();
  let problem = "";
  const { hash } = location;
  const { id, view } = partsOf(hash) ?? { id: null, view: "game" };
  const given = await shared(hash).catch(() => null);
  const session =
    given ??
    (await firstSession(id ?? "", (text) => {
      problem = text;
    }));
  const isLost = given === null && id !== "" && id !== session.id && history.state === null;
  const position = await host.position(session.tree.fen(session.tree.current));
  const app = new App(place, info, session, position);
  if (given !== null) app.saver.save(given);
  app.gameMode.game.lead();
  app.show(Object.hasOwn(app.modes, view) ? view : "game");
  app.tell(problem);
  // The person may want to copy the address, or open it elsewhere.
  if (isLost) history.replaceState(null, "", hash);
  if (isLost && id === null) await app.goTo(hash);
  app.isFollowing = false;
}
