// Writing the game as text, to copy or to download.

import { html } from "../board/html.js";
import { visible } from "../board/names.js";
import { png } from "../board/png.js";
import { openDialog, problemLine } from "./dialog.js";
import { explain, host } from "./host.js";
import { linkToGame, linkToPosition } from "./link.js";
import { isLocal } from "./offline.js";
import { button, field, select } from "./ui.js";

/** @import { Session } from "./session.js" */
/** @import { PageInfo } from "./types.js" */

/** What the page writes if it is not a game in one of the formats of games. */
const OTHERS = /** @type {const} */ ([
  ["whole", "Game with its branches, for this page"],
  ["fen", "Position as fen"],
  ["text", "Position as text"],
  ["png", "Board as picture (PNG)"],
]);

/** Links, which others can open if the page is not on this machine only. */
const LINKS = /** @type {const} */ ([
  ["game-link", "Link to the game"],
  ["position-link", "Link to the position"],
]);

/** The width of a picture in pixels. */
const WIDTH = 1200;

/** The formats that show one position. The others contain the whole line. */
const OF_POSITION = ["fen", "text", "png"];

/**
 * @param {Session} session
 * @param {PageInfo} info
 * @param {SVGSVGElement} board the picture of the board
 */
export function shareGame(session, { formats }, board) {
  const area = html("textarea", { rows: "10", readonly: "", spellcheck: "false", class: "code" });
  const problem = problemLine();
  const done = html("p", { class: "quiet", role: "status" });
  const preview = html("img", { alt: "The board" });
  const shown = html("div", { class: "preview" }, preview);
  /** @type {Blob | null} */
  let picture = null;
  let name = "";
  const games = formats.map(
    ({ name, suffix, description }) => /** @type {const} */ ([name, `Game as ${description} (${suffix})`]),
  );
  const format = select([...games, ...OTHERS, ...(isLocal() ? [] : LINKS)], formats[0]?.name ?? "", () => write());
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
  const download = button(
    "Download",
    () => {
      // With the type of plain text, some browsers would add a suffix to the name.
      const text = new Blob([area.value], { type: "application/octet-stream" });
      const url = URL.createObjectURL(picture ?? text);
      html("a", { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      done.textContent = `Downloaded ${name}.`;
    },
    "primary",
  );
  const text = field("Text", area);
  openDialog("Share", [
    field("Format", format),
    text,
    shown,
    problem.element,
    done,
    html("div", { class: "actions" }, copy, download),
  ]);

  const write = async () => {
    problem.tell("");
    done.textContent = "";
    area.value = "";
    picture = null;
    text.hidden = format.value === "png";
    shown.hidden = !text.hidden;
    copy.disabled = download.disabled = true;
    const { tree, lineTags: tags, comments } = session;
    const chosen = format.value;
    try {
      if (chosen === "fen") {
        area.value = tree.fen(tree.current);
        name = "position.txt";
      } else if (chosen === "png") {
        const drawn = await png(board, WIDTH);
        if (format.value !== chosen) return;
        picture = drawn;
        preview.src = URL.createObjectURL(drawn);
        await preview.decode();
        URL.revokeObjectURL(preview.src);
        name = named("position.png", tags);
      } else if (chosen === "whole") {
        area.value = `${JSON.stringify(session.document)}\n`;
        name = named("game.json", tags);
      } else if (chosen === "game-link") {
        area.value = await linkToGame(session);
        name = "link.txt";
      } else if (chosen === "position-link") {
        area.value = linkToPosition(tree.fen(tree.current));
        name = "link.txt";
      } else {
        const line = OF_POSITION.includes(chosen) ? tree.path(tree.current) : tree.line(tree.current);
        const moves = line.map((index) => tree.node(index).move);
        const request = { start: tree.start, moves, tags, comments: OF_POSITION.includes(chosen) ? {} : comments };
        const answer = await host.export({ ...request, format: chosen });
        if (format.value !== chosen) return;
        area.value = answer.text;
        name = named(answer.name, tags);
      }
      copy.disabled = download.disabled = false;
    } catch (error) {
      problem.tell(explain(error));
    }
  };
  write();
}

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
