// The list of the saved games.

import { Canvas, pair } from "../board/canvas.js";
import { html } from "../board/html.js";
import { PLAYERS, Sky } from "../board/index.js";
import { hexagon } from "../board/scenery.js";
import { svg } from "../board/svg.js";
import { counted } from "../board/words.js";
import { openDialog, problemLine } from "./dialog.js";
import { MOST_OF_ALL, textOf } from "./files.js";
import { explain, host } from "./host.js";
import { finished, ladder } from "./ladder.js";
import { keepGames } from "./offline.js";
import { partsOf, resultOf, rulesInWords } from "./rules-words.js";
import { button, iconButton } from "./ui.js";

/** @import { Kept } from "./types.js" */

/** The document in which the puzzles keep the progress of a person. It is not a game. */
export const PUZZLES = "puzzles";

/**
 * The saved games, the latest first.
 * @returns {Promise<Kept[]>}
 */
export async function savedGames() {
  const { games } = await host.games();
  return games.filter(({ id }) => id !== PUZZLES);
}

/**
 * The last position as a small picture.
 * @param {string} rules
 * @param {string[][]} birds those of Orange and of Blue
 */
function thumbnail(rules, birds) {
  const canvas = new Canvas(new Sky(Number(partsOf(rules).edge)));
  const dots = birds.map((spaces, index) =>
    svg("path", { class: PLAYERS[index] ?? "", d: spaces.map((space) => `M${pair(canvas.of(space))}h0`).join("") }),
  );
  const attributes = { viewBox: `0 0 ${canvas.width} ${canvas.height}`, class: "thumbnail", "aria-hidden": "true" };
  return svg("svg", attributes, hexagon(canvas), ...dots);
}

/**
 * @param {string} current the game that is open
 * @param {(id: string) => void} onOpen
 */
export async function showGames(current, onOpen) {
  const list = html("ul", { class: "games" });
  const empty = html(
    "p",
    { class: "quiet" },
    "No game is saved yet. A game is saved as soon as a move is played, and here are the levels of the engine that you beat.",
  );
  const levels = html("div", { class: "ladders" });
  const problem = problemLine();
  const risk = html("p", { class: "quiet", role: "status" });
  const done = html("p", { class: "quiet", role: "status" });
  const chosen = html("input", {
    type: "file",
    accept: ".json,.gz",
    hidden: "",
    "aria-label": "A file with saved games",
  });
  const actions = html(
    "div",
    { class: "actions start" },
    button("Export all", () => attempt(download)),
    button("Import", () => chosen.click()),
    chosen,
  );
  chosen.addEventListener("change", () => {
    const [file] = chosen.files ?? [];
    if (file !== undefined) attempt(() => upload(file));
  });
  const { close } = openDialog("Saved games", [levels, list, empty, problem.element, risk, done, actions]);
  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    problem.tell("");
    done.textContent = "";
    try {
      await work();
    } catch (error) {
      problem.tell(explain(error));
    }
  };
  const download = async () => {
    const { text } = await host.exportAll();
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    html("a", { href: url, download: "volo-saved-games.json" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    done.textContent = "Downloaded volo-saved-games.json.";
  };
  const upload = async (/** @type {File} */ file) => {
    const { text, isGuessed } = await textOf(file, MOST_OF_ALL);
    // A wrong guess would change names for ever.
    if (isGuessed) throw new Error("The file is damaged: it is not UTF-8 text.");
    const { count } = await host.importAll(text);
    await refresh();
    done.textContent = `Imported ${counted(count, "game")}.`;
  };
  keepGames().then((isKept) => {
    if (!isKept)
      risk.textContent = "The browser may delete the saved games when it needs room. Export them to keep them.";
  });
  const refresh = async () => {
    try {
      const games = await savedGames();
      empty.hidden = games.length > 0;
      list.replaceChildren(...games.map(item));
      levels.replaceChildren(...ladder(await finished(games)));
    } catch (error) {
      problem.tell(explain(error));
    }
  };
  const item = /** @param {Kept} game */ ({ id, title, rules, plies, result, birds, changed }) => {
    const when = new Date(changed * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    // The names in the title are isolated already.
    const name = `\u2068${title}\u2069`;
    const open = button("", () => {
      close();
      onOpen(id);
    });
    const facts = [
      resultOf(result),
      counted(plies, "move"),
      ...(title === rules ? [] : [rulesInWords(rules)]),
      when,
      ...(id === current ? ["open now"] : []),
    ];
    open.append(thumbnail(rules, birds), html("b", {}, name), html("span", { class: "quiet small" }, facts.join(", ")));
    const line = html("li", {}, open);
    const remove = iconButton("remove", `Delete ${name}, ${when}`, () => removeGame(id, name, line));
    if (id === current) remove.disabled = true;
    line.append(remove);
    return line;
  };
  /**
   * Delete a game, and offer to bring it back.
   * @param {string} id
   * @param {string} name
   * @param {HTMLElement} line
   */
  const removeGame = async (id, name, line) => {
    try {
      const { document } = await host.load(id);
      await host.delete(id);
      const restore = button("Bring it back", async () => {
        try {
          await host.save(id, document, 0);
          await refresh();
        } catch (error) {
          problem.tell(explain(error));
        }
      });
      line.replaceChildren(html("div", { class: "deleted", role: "status" }, `Deleted: ${name}`), restore);
      restore.focus();
    } catch (error) {
      problem.tell(explain(error));
    }
  };
  await refresh();
}
