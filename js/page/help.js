// The dialog with the rules in short and the keys.

import { html } from "../board/html.js";
import { openDialog } from "./dialog.js";
import { hasLetters, KEYS, keyName, setLetters } from "./keys.js";
import { checkbox } from "./ui.js";

const RULES = [
  "Orange moves first. A player whose birds are all in one flock wins. A flock is a group of birds that touch.",
  "Add: put a bird on a vacant space that touches none of your birds, and that is connected with one of them by spaces without birds of the opponent.",
  "Fly: move one bird, or a straight line of your birds, any number of steps in one direction over vacant spaces. The flock must be larger afterwards, and none of its birds may be left behind.",
  "If a flight cuts the opponent's birds into several regions, keep one region. The birds in the others return to the opponent's hand.",
  "Under the standard rules, a pass is legal only where no flight is possible and a bird can be added in your own regions only. Two passes in a row end the game as a draw.",
];

const MOVES =
  "Tap a vacant space to add a bird. Tap a bird, or one end of a line and then the other, and then a marked space to fly there. A bird or a line can also be dragged. With the keyboard, walk over the board with the arrow keys and press Enter, or type the move: c5 adds, b2-NE3 and b2:b4-E1 fly, /g6 at the end keeps the region of g6.";

export function showHelp() {
  const rows = KEYS.map(({ keys, label }) =>
    html("tr", {}, html("td", {}, ...keys.map((key) => html("kbd", {}, keyName(key)))), html("td", {}, label)),
  );
  const link = html(
    "a",
    { href: "https://spielstein.com/games/volo", target: "_blank", rel: "noreferrer" },
    "spielstein.com",
  );
  openDialog("Help", [
    html("h3", {}, "Rules in short"),
    html("ul", {}, ...RULES.map((rule) => html("li", {}, rule))),
    html("p", {}, html("a", { href: "rules.html", target: "_blank" }, "The rules in pictures")),
    html("p", { class: "quiet" }, "Volo is a game by Dieter Stein. His rules are on ", link, "."),
    html("h3", {}, "Moves"),
    html("p", {}, MOVES),
    html("h3", {}, "Keys"),
    html("p", { class: "quiet" }, "On the board, the arrow keys, Home and End walk over the spaces."),
    checkbox("Letters and other characters are shortcuts", hasLetters(), setLetters).element,
    html("table", { class: "keys" }, html("tbody", {}, ...rows)),
  ]);
}
