// The script of the page that works without a server.

import { openPage } from "../app.js";
import { connect, explain } from "../host.js";
import * as browser from "./host.js";

connect(browser);
const place = /** @type {HTMLElement} */ (document.getElementById("volo"));
openPage(place).catch((error) => {
  place.textContent = explain(error);
});
navigator.serviceWorker?.register("service-worker.js").catch(() => {
  // Without it, the page needs a network each time.
});
