// The list of the saved games.

import { html } from "../board/html.js";
import { openDialog, problemLine } from "./dialog.js";
import { explain, host } from "./host.js";
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
    const open = button("", () => {
      close();
      onOpen(id);
    });
    const count = `${plies} ${plies === 1 ? "move" : "moves"}`;
    open.append(html("b", {}, title), html("span", {}, `${count}, ${when}${id === current ? ", open now" : ""}`));
    const remove = remover(id, `Delete ${title}, ${when}`);
    if (id === current) remove.disabled = true;
    return html("li", {}, open, remove);
  };
  const damagedItem = /** @param {string} id */ (id) =>
    html(
      "li",
      {},
      html("div", { class: "damaged" }, html("b", {}, id), html("span", {}, "The file is damaged.")),
      remover(id, `Delete ${id}`),
    );
  /**
   * @param {string} id
   * @param {string} label
   */
  const remover = (id, label) =>
    iconButton("remove", label, async () => {
      try {
        await host.delete(id);
        await refresh();
      } catch (error) {
        problem.tell(explain(error));
      }
    });
  await refresh();
}
