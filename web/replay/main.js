// The script of a file with a recorded game, which works from file:// without any other file.

import { Page } from "./page.js";
import { GameRecord } from "./record.js";

const [host, data] = ["replay", "game"].map((id) => document.getElementById(id));
if (host && data) new Page(host, new GameRecord(JSON.parse(data.textContent ?? "")));
