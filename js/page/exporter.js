// Writing the game as text, to copy or to download.

import { html } from "../board/html.js";
import { visible } from "../board/names.js";
import { png } from "../board/png.js";
import { openDialog, problemLine } from "./dialog.js";
import { explain, host } from "./host.js";
import { hasLinks, linkToGame, linkToPosition, linkWith } from "./link.js";
import { button, field, select } from "./ui.js";

/** @import { Session } from "./session.js" */
/** @import { PageInfo } from "./types.js" */

/** What the page writes if it is not a game in one of the formats of games. */
const OTHERS = /** @type {const} */ ([
  ["fen", "Position as fen"],
  ["text", "Position as text"],
]);

/** The width of a picture in pixels. */
const WIDTH = 1200;

/**
 * What the person looks at.
 * @typedef {object} Subject
 * @property {Session} [session] the game
 * @property {string} fen the position; empty if there is none
 * @property {string} [link] what the address of the page has for it after `#`
 * @property {string[]} [caption] what a picture says below the board
 */

/**
 * Share what the person looks at, first as a link.
 * @param {Subject} subject
 * @param {PageInfo} info
 * @param {SVGSVGElement} board the picture of the board
 */
export function share({ session, fen, link, caption = [] }, { formats }, board) {
  const area = html("textarea", { rows: "10", readonly: "", spellcheck: "false", class: "code" });
  const problem = problemLine();
  const done = html("p", { class: "quiet", role: "status" });
  const preview = html("img", { alt: "The board" });
  const shown = html("div", { class: "preview" }, preview);
  /** @type {Blob | null} */
  let picture = null;
  let name = "";
  /** @type {(readonly [string, string])[]} */
  const links = [];
  if (session !== undefined) links.push(["game-link", "Link to the game"]);
  if (link !== undefined) links.push(["link", "Link"]);
  if (fen !== "") links.push(["position-link", "Link to the position"]);
  const games = formats.map(
    ({ name, suffix, description }) => /** @type {const} */ ([name, `Game as ${description} (${suffix})`]),
  );
  const choices = /** @type {(readonly [string, string])[]} */ ([
    ...(hasLinks() ? links : []),
    ...(session === undefined ? [] : [...games, ["whole", "Game with its branches, for this page"]]),
    ...(fen === "" ? [] : OTHERS),
    ["png", "Board as picture (PNG)"],
  ]);
  const format = select(choices, choices[0]?.[0] ?? "", () => write());
  const send = button("Send", async () => {
    const isLink = format.value.endsWith("link");
    const files = picture === null ? [] : [new File([picture], name, { type: picture.type })];
    try {
      await navigator.share(isLink ? { url: area.value } : picture === null ? { text: area.value } : { files });
    } catch (error) {
      // The person may have changed their mind.
      if (!(error instanceof DOMException && error.name === "AbortError")) problem.tell(explain(error));
    }
  });
  send.hidden = !("share" in navigator);
  const copy = button("Copy", async () => {
    try {
      if (picture === null) await navigator.clipboard.writeText(area.value);
      else await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
    } catch {
      if (picture !== null) {
        problem.tell("The browser does not let the page copy. Download the picture instead.");
        return;
      }
      // The clipboard may be forbidden to the page. A selected text can still be copied with the keyboard.
      area.select();
      problem.tell("The browser does not let the page copy. The text is selected: copy it with the keyboard.");
      return;
    }
    done.textContent = "Copied.";
  });
  const download = button("Download", () => {
    // With the type of plain text, some browsers would add a suffix to the name.
    const text = new Blob([area.value], { type: "application/octet-stream" });
    const url = URL.createObjectURL(picture ?? text);
    html("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    done.textContent = `Downloaded ${name}.`;
  });
  (send.hidden ? copy : send).classList.add("primary");
  const text = field("Text", area);
  openDialog("Share", [
    field("Format", format),
    text,
    shown,
    problem.element,
    done,
    html("div", { class: "actions" }, download, copy, send),
  ]);

  const write = async () => {
    problem.tell("");
    done.textContent = "";
    area.value = "";
    picture = null;
    text.hidden = format.value === "png";
    shown.hidden = !text.hidden;
    for (const each of [copy, download, send]) each.disabled = true;
    const chosen = format.value;
    const isLink = chosen.endsWith("link");
    download.hidden = isLink;
    area.rows = isLink ? 3 : 10;
    try {
      const [content, file] = await written(chosen);
      if (format.value !== chosen) return;
      area.value = content;
      name = file;
      for (const each of [copy, download, send]) each.disabled = false;
    } catch (error) {
      problem.tell(explain(error));
    }
  };
  /**
   * The text of a format, and the name of its file. A picture has no text.
   * @param {string} chosen
   * @returns {Promise<[text: string, name: string]>}
   */
  const written = async (chosen) => {
    const tags = session?.lineTags ?? {};
    if (chosen === "fen") return [fen, "position.txt"];
    if (chosen === "link") return [linkWith(link ?? ""), ""];
    if (chosen === "position-link") return [linkToPosition(fen), ""];
    if (chosen === "png") {
      // Where the game is played, without what a browser adds by itself.
      const drawn = await png(board, WIDTH, [...caption, linkWith("").replace(/^https?:\/\/|\/?#$/g, "")]);
      if (format.value === chosen) await showPicture(drawn);
      return ["", named("position.png", tags)];
    }
    if (session === undefined || chosen === "text") {
      return [(await host.export({ ...BARE, start: fen, format: chosen })).text, named("position.txt", tags)];
    }
    if (chosen === "game-link") return [await linkToGame(session), ""];
    if (chosen === "whole") return [`${JSON.stringify({ ...session.document, tags })}\n`, named("game.json", tags)];
    const { tree, comments } = session;
    const moves = tree.moves(tree.line(tree.current));
    const answer = await host.export({ start: tree.start, moves, tags, comments, format: chosen });
    return [answer.text, named(answer.name, tags)];
  };
  /** @param {Blob} drawn */
  const showPicture = async (drawn) => {
    picture = drawn;
    preview.src = URL.createObjectURL(drawn);
    await preview.decode();
    URL.revokeObjectURL(preview.src);
  };
  write();
}

/** A position as a game without moves. */
const BARE = { moves: [], tags: {}, comments: {} };

/**
 * The name of a file, with the players and the date of the game: `Anna-Boris-2026.11.26.volo`.
 * @param {string} name
 * @param {Record<string, string>} tags
 */
function named(name, { Orange = "", Blue = "", Date: day = "" }) {
  const known = [Orange, Blue, day].map((each) =>
    visible(each)
      .replace(/[^\p{L}\p{N}.]+/gu, "_")
      .slice(0, 30),
  );
  const parts = known.filter((each) => /[\p{L}\p{N}]/u.test(each));
  return parts.length === 0 ? name : `${parts.join("-")}${name.slice(name.lastIndexOf("."))}`;
}
