// The script of a file with recorded games, which works from file:// without any other file.

import { Page } from "./page.js";
import { GameRecord } from "./record.js";

for (const host of document.querySelectorAll("[data-game]")) {
  if (!(host instanceof HTMLElement)) continue;
  const data = document.getElementById(host.dataset.game ?? "");
  if (data) new Page(host, new GameRecord(JSON.parse(data.textContent ?? "")));
}
