// Reading games and positions that are pasted, chosen as a file, or dropped on the page.

import { html } from "../board/html.js";
import { isolated, visible } from "../board/names.js";
import { counted } from "../board/words.js";
import { openDialog } from "./dialog.js";
import { textOf } from "./files.js";
import { explain, host, Refusal } from "./host.js";
import { shared, turnIn } from "./link.js";
import { RulesForm } from "./rules-form.js";
import { resultOf, rulesInWords, rulesOf } from "./rules-words.js";
import { Session } from "./session.js";
import { button, field } from "./ui.js";

/** @import { Turn } from "./link.js" */
/** @import { ImportedGame, PageInfo } from "./types.js" */

/** @typedef {{ text: string, fileName?: string | undefined, isGuessed?: boolean }} Given a text, and its file if it has one */

const EXAMPLES = ["2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4", "1. g6 j4 2. j8 f8", '[Rules "standard-4"]\n1. a3 d5 *'];

/**
 * @param {PageInfo} info
 * @param {(session: Session, news: string) => void} onOpen `news` is what the person should know about the text
 * @param {(turn: Turn) => Promise<void>} onTurn the text is a link of somebody elsewhere
 * @param {Given} given the text to begin with, which is read at once if there is any
 */
export function askForText(info, onOpen, onTurn, given = { text: "" }) {
  const area = html("textarea", { rows: "8", spellcheck: "false", class: "code" });
  area.value = given.text;
  const file = html("input", { type: "file" });
  const problem = html("div", { class: "problem", role: "alert" });
  const found = html("div", { class: "found" });
  // The text of a file that is too long for the field.
  let content = "";
  let shown = "";
  /** The file, and the text that it had. */
  let named = given;
  const read = button(
    "Read",
    () => {
      const source = area.value.trim() === "" ? content : area.value;
      // The list of games that the text has is there already.
      if (source === "" || source !== shown) load(source);
    },
    "primary",
  );
  const formats = info.formats.map(({ description, suffix }) => `${description} (${suffix})`).join(", ");
  const help = `A position as fen or as a picture in text, moves, a link of this page, or games: ${formats}. A file may be compressed with gzip, and can also be dropped on the page.`;
  const dialog = openDialog("Import", [
    html("p", { class: "quiet" }, help),
    field("Text", area),
    field("File", file),
    problem,
    html("div", { class: "actions" }, read),
    found,
  ]);

  /** @param {Session} session @param {string} news */
  const opened = (session, news = "") => {
    dialog.close();
    onOpen(session, news);
  };

  /** @param {unknown} error */
  const refuse = (error) => problem.replaceChildren(...refusal(error));

  /** @param {ImportedGame} game @param {string} news */
  const open = async (game, news = "") => {
    try {
      opened(await Session.imported(game), news);
    } catch (error) {
      refuse(error);
    }
  };

  /** @param {string} source */
  const load = async (source) => {
    problem.replaceChildren();
    found.replaceChildren();
    shown = "";
    try {
      const turn = await turnIn(source);
      if (turn !== null) {
        await onTurn(turn);
        return dialog.close();
      }
      const whole = (await linked(source)) ?? (await Session.whole(source));
      if (whole !== null) return opened(whole);
      const { fileName, isGuessed } = source === named.text ? named : {};
      const { games, problems, rules, ...skipped } = await host.import({ text: source, fileName });
      const news = newsOf(skipped, isGuessed);
      const [first] = games;
      if (rules !== null) found.append(rulesOfMoves(info, rules, source, open, refuse));
      else if (first === undefined) refuse(new Error(`The text has no game of Volo. ${news}`));
      else if (games.length === 1 && problems.length === 0) await open(first, news);
      else found.append(choices(games, open), html("p", { class: "quiet" }, news), ...folded(problems));
      shown = source;
    } catch (error) {
      refuse(error);
    }
  };

  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    try {
      named = { ...(await textOf(chosen)), fileName: chosen.name };
    } catch (error) {
      return refuse(error);
    }
    content = named.text;
    // A long text in the field would make the page slow.
    area.value = content.length <= 20_000 ? content : "";
    await load(content);
  });
  if (given.text !== "") load(given.text);
}

/**
 * The game or position of a link of this page. `null` if the text is no such link.
 * @param {string} text
 */
async function linked(text) {
  const [, hash = ""] = /^\S*(#\S+)$/.exec(text.trim()) ?? [];
  try {
    return await shared(hash);
  } catch (error) {
    throw new Error(`The link has no game that can be read: ${explain(error)}`);
  }
}

/**
 * @param {unknown} error
 * @returns {(Node | string)[]}
 */
function refusal(error) {
  if (!(error instanceof Refusal) || error.details.length === 0) return [explain(error)];
  const examples = EXAMPLES.map((example) => html("li", {}, html("pre", {}, example)));
  const help = [html("p", {}, "Texts that can be read look like these:"), html("ul", {}, ...examples)];
  return [error.explanation, ...(error.kind === "Unreadable" ? help : []), ...folded(error.details, "Details")];
}

/**
 * Lines behind a fold.
 * @param {string[]} lines
 * @param {string} heading
 */
function folded(lines, heading = `${counted(lines.length, "game")} cannot be read`) {
  if (lines.length === 0) return [];
  const items = lines.map((line) => html("p", {}, line));
  return [html("details", {}, html("summary", {}, heading), ...items)];
}

/**
 * What was skipped or guessed, in words. Empty if nothing was.
 * @param {{ otherGames: number }} skipped
 * @param {boolean} isGuessed
 */
function newsOf({ otherGames }, isGuessed = false) {
  const news = [];
  if (otherGames > 0) news.push(`${counted(otherGames, "game")} of another kind than Volo left out.`);
  if (isGuessed) news.push("Some letters are not UTF-8 and were read as Windows-1252: check the names.");
  return news.join(" ");
}

/**
 * A form for the rules of bare moves.
 * @param {PageInfo} info
 * @param {string} rules the rule set to begin with
 * @param {string} text
 * @param {(game: ImportedGame) => void} onOpen
 * @param {(error: unknown) => void} onError
 */
function rulesOfMoves(info, rules, text, onOpen, onError) {
  const form = new RulesForm(info.rules, info.edges, rules);
  const play = async () => {
    try {
      const { games } = await host.import({ text, rules: form.value });
      for (const game of games) onOpen(game);
    } catch (error) {
      onError(error);
    }
  };
  const heading = html("h3", {}, "By which rules were these moves played?");
  return html("div", { class: "stack" }, heading, form.element, button("Open", play, "primary"));
}

/**
 * @param {ImportedGame[]} games
 * @param {(game: ImportedGame) => void} onOpen
 */
function choices(games, onOpen) {
  const items = games.map((game, index) => {
    const { Orange, Blue, Event, Date: day } = game.tags;
    const [orange, blue] = [visible(Orange ?? ""), visible(Blue ?? "")];
    const event = visible(Event ?? "") === "" ? `Game ${index + 1}` : isolated(Event ?? "");
    const names = orange || blue ? `${isolated(orange || "?")} \u2013 ${isolated(blue || "?")}` : event;
    const length = counted(game.moves.length, "move");
    const rest = [resultOf(game.result), rulesInWords(rulesOf(game.start)), day && isolated(day)].filter(Boolean);
    const open = button("", () => onOpen(game));
    const facts = html("span", { class: "quiet small" }, [length, ...rest].join(", "));
    open.append(html("b", {}, `${index + 1}. ${names}`), facts);
    return html("li", {}, open);
  });
  const list = html("ol", { class: "games", "aria-label": "Games in the text" }, ...items);
  return html("div", {}, html("h3", {}, `${games.length} games`), list);
}

/**
 * Read a file that is dropped anywhere on the page.
 * @param {(given: Given) => void} onText
 * @param {(problem: string) => void} onProblem
 */
export function acceptDrops(onText, onProblem) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    try {
      const given = file === undefined ? { text: event.dataTransfer?.getData("text/plain") ?? "" } : await textOf(file);
      if (given.text !== "") onText({ ...given, fileName: file?.name });
    } catch (error) {
      onProblem(explain(error));
    }
  });
}
