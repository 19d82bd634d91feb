// A game with somebody elsewhere. Each move travels in a link, which holds the whole game: there is no server.

import { html } from "../board/html.js";
import { otherPlayer, PLAYERS } from "../board/index.js";
import { counted, resultText, title } from "../board/words.js";
import { openDialog } from "./dialog.js";
import { host } from "./host.js";
import { hasLinks, linkToTurn } from "./link.js";
import { rulesInWords, rulesOf } from "./rules-words.js";
import { newId, Session, TWO_PEOPLE } from "./session.js";
import { START } from "./tree.js";
import { turnOf } from "./turns.js";
import { button } from "./ui.js";

/** @import { Game } from "./game.js" */
/** @import { Turn } from "./link.js" */

/** The link to the last move, for the player elsewhere. */
export class LinkPanel {
  /**
   * @param {Game} game
   */
  constructor(game) {
    this.game = game;
    this.updates = 0;
    this.text = html("p");
    this.link = html("input", { type: "text", readonly: "", "aria-label": "Link" });
    this.done = html("p", { class: "quiet", role: "status" });
    const send = () => navigator.share({ title: "Volo", url: this.link.value });
    // The person may change their mind.
    const share = button("Send the link", () => send().catch(() => {}), "primary");
    share.hidden = !("share" in navigator);
    const copy = button("Copy the link", () => this.copy(), share.hidden ? "primary" : "");
    this.element = html(
      "div",
      { class: "sending" },
      this.text,
      this.link,
      html("div", { class: "actions" }, share, copy),
      this.done,
    );
  }

  async copy() {
    this.link.select();
    try {
      await navigator.clipboard.writeText(this.link.value);
      this.done.textContent = "Copied.";
    } catch {
      this.done.textContent = "The browser does not let the page copy. The link is selected: copy it by hand.";
    }
  }

  /** The game has changed. The link is shown after a move of this player, as soon as it is that of the move. */
  async update() {
    const { game } = this;
    const update = ++this.updates;
    const { session, elsewhere } = game;
    const { ended } = session.settings;
    // There is a link after a move of this player, and after this player has resigned or accepted a draw.
    const isMine = ended?.reason === "agreement" ? game.final.turn !== elsewhere : ended?.winner === elsewhere;
    if (elsewhere === null || !(ended === null ? game.final.turn === elsewhere : isMine)) {
      this.element.hidden = true;
      return;
    }
    const words = `Send ${title(elsewhere)} the link to ${session.tree.end === START ? "the game" : "your move"}${game.hasOffered ? ", which offers a draw" : ""}:`;
    const link = await linkToTurn(session);
    if (update !== this.updates) return;
    this.element.hidden = false;
    this.text.textContent = words;
    if (link === this.link.value) return;
    this.link.value = link;
    this.done.textContent = "";
  }
}

/**
 * What the page does with a game.
 * @typedef {object} Desk
 * @property {(id: string) => Promise<Session | null>} find the game of this name, if this device has it
 * @property {(session: Session) => Promise<void>} open open a game, and show its last move
 * @property {(news: string) => void} tell
 */

/**
 * Go on with the game of a link.
 * @param {Turn} turn
 * @param {Desk} desk
 * @throws {Error} the link has a move that is not legal, or begins in another position than the game of its name
 */
export async function receive(turn, desk) {
  const { id, side, moves } = turn;
  const linked = await sessionOf(turn);
  const known = await desk.find(id);
  if (known === null) return invite(linked, turn, desk);
  if (known.tree.start !== linked.tree.start) throw new Error("the game on this device begins in another position");
  const kept = known.tree.moves(known.tree.line(START));
  const length = Math.min(kept.length, moves.length);
  const other = kept.findIndex((move, index) => index < length && move !== moves[index]);
  const { players, ended } = known.settings;
  // A resignation counts although this device has moved since.
  if (other < 0 && kept.length > moves.length && turn.resigned === null && !turn.isDrawn) {
    await desk.open(known);
    return desk.tell("The link is older than the game on this device, which has gone on since.");
  }
  const { offer } = known.settings;
  const goOn = () => {
    take(known, linked);
    Object.assign(known.tags, senderOf(turn));
    return openOffer(known, turn, desk);
  };
  // Anybody can write a link. What a player does who plays here is not believed without a question.
  const here = PLAYERS.filter((player) => players[player] !== "elsewhere");
  const mine = moves.findIndex((_, ply) => ply >= kept.length && here.includes(turnOf(linked.tree.fen(ply - 1))));
  const { resigned } = turn;
  const isEnd = resigned !== null && ended?.winner !== otherPlayer(resigned);
  const goesOn = moves.length > kept.length;
  const doubts = [];
  if (ended !== null && (isEnd || (resigned === null && goesOn)))
    doubts.push(`It ${isEnd ? "ends otherwise" : "goes on"} in the link, and is over here. ${resultText(ended)}`);
  if (here.includes(side) && (isEnd || goesOn)) doubts.push(`The link comes from ${title(side)}, who plays here.`);
  if (other >= 0) doubts.push(`Move ${other + 1} is ${moves[other]} in the link, and ${kept[other]} here.`);
  else if (mine >= 0) doubts.push(`Move ${mine + 1}, ${moves[mine]}, was not made here.`);
  if (turn.isDrawn && ended?.reason !== "agreement" && offer !== linked.tree.fen(linked.tree.end))
    doubts.push("In the link, both have agreed to a draw, which was not offered here.");
  if (isEnd && here.includes(resigned)) doubts.push(`In the link, ${title(resigned)} resigned.`);
  if (doubts.length === 0) return goOn();
  ask(`The link contradicts the game on this device. ${doubts.join(" ")}`, [
    ["Take the game of the link", goOn],
    ["Keep the game of this device", () => desk.open(known)],
  ]);
}

/**
 * The game of a link as a new game.
 * @param {Turn} turn
 */
async function sessionOf(turn) {
  const { id, side, start, moves, resigned, isDrawn } = turn;
  const first = await host.position(start);
  const nodes = moves.map((move, index) => ({ parent: index - 1, move }));
  const settings = { players: { ...TWO_PEOPLE, [side]: "elsewhere" } };
  const tags = { ...Session.begin(first).tags, ...senderOf(turn) };
  const current = nodes.length - 1;
  const session = await Session.read(id, { version: 1, start: first.fen, nodes, current, tags, settings });
  const fen = session.tree.fen(session.tree.end);
  if (resigned !== null) {
    session.settings.ended = { winner: otherPlayer(resigned), reason: "resignation", fen };
  }
  if (isDrawn) session.settings.ended = { winner: null, reason: "agreement", fen };
  return session;
}

/** The tag with the name of the sender. @param {Turn} turn @returns {Record<string, string>} */
function senderOf({ side, name }) {
  return name === "" ? {} : { [title(side)]: name };
}

/**
 * Open a game, and ask for an answer if the link offers a draw.
 * @param {Session} session
 * @param {Turn} turn
 * @param {Desk} desk
 */
async function openOffer(session, { side, offersDraw }, desk) {
  await desk.open(session);
  if (!offersDraw || session.settings.ended !== null) return;
  const accept = () => {
    const fen = session.tree.fen(session.tree.end);
    session.settings.ended = { winner: null, reason: "agreement", fen };
    return desk.open(session);
  };
  ask(`${title(side)} offers a draw.`, [
    ["Accept the draw", accept],
    ["Play on", async () => {}],
  ]);
}

/**
 * Make the moves of a link the main line of the game that this device has.
 * @param {Session} known
 * @param {Session} linked
 */
function take(known, { tree, settings }) {
  let place = START;
  for (const index of tree.line(START)) place = known.tree.add(place, tree.node(index).move, tree.fen(index));
  const { ended } = settings;
  const isNew = place !== known.tree.end;
  known.tree.promote(place);
  if (isNew || ended !== null) known.settings.ended = ended && { ...ended, fen: known.tree.fen(known.tree.end) };
}

/**
 * Ask whether to take part in a game that this device does not know.
 * @param {Session} linked
 * @param {Turn} turn
 * @param {Desk} desk
 */
function invite(linked, turn, desk) {
  const { side, name } = turn;
  const { tree } = linked;
  const { ended } = linked.settings;
  const look = new Session(newId(), tree, linked.tags, { ended });
  const game = `${title(side)}${name && ` (${name})`} plays this game with you by link: ${rulesInWords(rulesOf(tree.start))}, ${counted(tree.line(START).length, "move")} so far.${ended === null ? "" : ` ${resultText(ended)}`}`;
  ask(`${game} ${hasLinks() ? "Your moves go back in a link." : "This page has no link for an answer."}`, [
    ["Only look at it", () => desk.open(look)],
    ...(hasLinks()
      ? /** @type {Answer[]} */ ([[`Play ${title(otherPlayer(side))}`, () => openOffer(linked, turn, desk)]])
      : []),
  ]);
}

/** @typedef {[label: string, act: () => Promise<void>]} Answer */

/**
 * @param {string} question
 * @param {Answer[]} answers the last one is proposed
 */
function ask(question, answers) {
  const buttons = answers.map(([label, act], index) =>
    button(
      label,
      () => {
        close();
        act();
      },
      index === answers.length - 1 ? "primary" : "",
    ),
  );
  buttons.at(-1)?.setAttribute("autofocus", "");
  const { close } = openDialog("A game by link", [
    html("p", {}, question),
    html("div", { class: "actions" }, ...buttons),
  ]);
}
