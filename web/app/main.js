// The script of the page that `volo play` opens.

import { openPage } from "./app.js";
import { connect, explain } from "./host.js";
import * as server from "./server.js";

connect(server);
const place = /** @type {HTMLElement} */ (document.getElementById("volo"));
openPage(place).catch((error) => {
  place.textContent = explain(error);
});
