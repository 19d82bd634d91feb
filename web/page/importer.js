// Reading games and positions that are pasted, chosen as a file, or dropped on the page.

import { html } from "../board/html.js";
import { isolated, visible } from "../board/names.js";
import { counted, winnerText } from "../board/words.js";
import { openDialog, problemLine } from "./dialog.js";
import { textOf } from "./files.js";
import { explain, host } from "./host.js";
import { rulesInWords, rulesOf } from "./rules-words.js";
import { Session } from "./session.js";
import { button, field } from "./ui.js";

/** @import { ImportedGame } from "./types.js" */

/** @type {Record<string, string>} */
const RESULTS = { "1-0": winnerText("orange"), "0-1": winnerText("blue"), "1/2-1/2": winnerText(null) };

/**
 * Ask for text to read.
 * @param {(session: Session) => void} onOpen
 * @param {string} text the text to begin with, which is read at once if there is any
 */
export function askForText(onOpen, text = "") {
  const area = html("textarea", { rows: "8", spellcheck: "false", class: "code" });
  area.value = text;
  const file = html("input", { type: "file" });
  const problem = problemLine();
  const found = html("div", { class: "found" });
  // The text of a file that is too long for the field.
  let content = "";
  let shown = "";
  const read = button(
    "Read",
    () => {
      const source = area.value.trim() === "" ? content : area.value;
      // The list of games that the text has is there already.
      if (source === "" || source !== shown) load(source);
    },
    "primary",
  );
  const help =
    "A position as fen or as a picture in text, or games in any of the record formats. A file may be compressed with gzip, and can also be dropped on the page.";
  const dialog = openDialog("Import", [
    html("p", { class: "quiet" }, help),
    field("Text", area),
    field("File", file),
    problem.element,
    html("div", { class: "actions" }, read),
    found,
  ]);

  /** @param {Session} session */
  const opened = (session) => {
    dialog.close();
    onOpen(session);
  };

  /** @param {ImportedGame} game */
  const open = async (game) => {
    try {
      opened(await Session.imported(game));
    } catch (error) {
      problem.tell(explain(error));
    }
  };

  /** @param {string} source */
  const load = async (source) => {
    problem.tell("");
    found.replaceChildren();
    shown = "";
    try {
      const whole = await Session.whole(source);
      if (whole !== null) return opened(whole);
      const { games } = await host.import(source);
      const [first] = games;
      if (first === undefined) problem.tell("The text has no game.");
      else if (games.length === 1) await open(first);
      else found.append(choices(games, open));
      shown = source;
    } catch (error) {
      problem.tell(explain(error));
    }
  };

  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    try {
      content = await textOf(chosen);
    } catch (error) {
      return problem.tell(explain(error));
    }
    // A long text in the field would make the page slow.
    area.value = content.length <= 20_000 ? content : "";
    await load(content);
  });
  if (text !== "") load(text);
}

/**
 * A list of games, one of which is opened.
 * @param {ImportedGame[]} games
 * @param {(game: ImportedGame) => void} onOpen
 */
function choices(games, onOpen) {
  const items = games.map((game, index) => {
    const { Orange, Blue, Event, Date: day } = game.tags;
    const [orange, blue] = [visible(Orange ?? ""), visible(Blue ?? "")];
    const event = visible(Event ?? "") === "" ? `Game ${index + 1}` : isolated(Event ?? "");
    const names = orange || blue ? `${isolated(orange || "?")} \u2013 ${isolated(blue || "?")}` : event;
    const open = button("", () => onOpen(game));
    open.append(
      html("b", {}, `${index + 1}. ${names}`),
      html(
        "span",
        {},
        [
          counted(game.moves.length, "move"),
          resultOf(game.result),
          rulesInWords(rulesOf(game.start)),
          day && isolated(day),
        ]
          .filter(Boolean)
          .join(", "),
      ),
    );
    return html("li", {}, open);
  });
  const list = html("ol", { class: "games", "aria-label": "Games in the text" }, ...items);
  return html("div", {}, html("h3", {}, `${games.length} games`), list);
}

/**
 * @param {string} result
 */
function resultOf(result) {
  return RESULTS[result] ?? "not over";
}

/**
 * Read a file that is dropped anywhere on the page.
 * @param {(text: string) => void} onText
 * @param {(problem: string) => void} onProblem
 */
export function acceptDrops(onText, onProblem) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    try {
      const text = file === undefined ? (event.dataTransfer?.getData("text/plain") ?? "") : await textOf(file);
      if (text !== "") onText(text);
    } catch (error) {
      onProblem(explain(error));
    }
  });
}
