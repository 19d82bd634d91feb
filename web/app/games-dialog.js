// The list of the saved games.

import { html } from "../board/html.js";
import { counted } from "../board/words.js";
import { openDialog, problemLine } from "./dialog.js";
import { explain, host, Refusal } from "./host.js";
import { button, iconButton } from "./ui.js";

/** @import { Kept } from "./types.js" */

/** The document in which the puzzles keep the progress of a person. It is not a game. */
export const PUZZLES = "puzzles";

/**
 * The saved games, the latest first, and the names of those whose files are damaged.
 * @returns {Promise<{ games: Kept[], damaged: string[] }>}
 */
export async function keptGames() {
  const { games, damaged } = await host.games();
  return { games: games.filter(({ id }) => id !== PUZZLES), damaged };
}

/**
 * @param {string} current the game that is open
 * @param {(id: string) => void} onOpen
 */
export async function showGames(current, onOpen) {
  const list = html("ul", { class: "games" });
  const empty = html("p", { class: "quiet" }, "No game is saved yet. A game is saved as soon as a move is played.");
  const problem = problemLine();
  const { close } = openDialog("Saved games", [list, empty, problem.element]);
  const refresh = async () => {
    try {
      const { games, damaged } = await keptGames();
      empty.hidden = games.length + damaged.length > 0;
      list.replaceChildren(...games.map(item), ...damaged.map(damagedItem));
    } catch (error) {
      problem.tell(explain(error));
    }
  };
  const item = /** @param {Kept} game */ ({ id, title, plies, changed }) => {
    const when = new Date(changed * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    // The server has isolated the names in the title.
    const name = `\u2068${title}\u2069`;
    const open = button("", () => {
      close();
      onOpen(id);
    });
    const count = counted(plies, "move");
    open.append(html("b", {}, name), html("span", {}, `${count}, ${when}${id === current ? ", open now" : ""}`));
    const line = html("li", {}, open);
    const remove = iconButton("remove", `Delete ${name}, ${when}`, () => removeGame(id, name, line));
    if (id === current) remove.disabled = true;
    line.append(remove);
    return line;
  };
  const damagedItem = /** @param {string} id */ (id) => {
    const line = html(
      "li",
      {},
      html("div", { class: "damaged" }, html("b", {}, id), html("span", {}, "The file is damaged.")),
    );
    line.append(iconButton("remove", `Delete ${id}`, () => askFirst(id, line)));
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
          await host.save(id, document);
          await refresh();
        } catch (error) {
          problem.tell(explain(error));
        }
      });
      line.replaceChildren(html("div", { class: "damaged", role: "status" }, `Deleted: ${name}`), restore);
      restore.focus();
    } catch (error) {
      // A game that cannot be read cannot be brought back.
      if (error instanceof Refusal) askFirst(id, line);
      else problem.tell(explain(error));
    }
  };
  /**
   * Ask before a file is deleted that cannot be brought back.
   * @param {string} id
   * @param {HTMLElement} line
   */
  const askFirst = (id, line) => {
    const yes = button("Delete it for good", async () => {
      try {
        await host.delete(id);
        await refresh();
      } catch (error) {
        problem.tell(explain(error));
      }
    });
    line.replaceChildren(
      html("div", { class: "damaged", role: "status" }, `${id} cannot be read, so it cannot be brought back.`),
      yes,
    );
    yes.focus();
  };
  await refresh();
}
