// The script of the page.

import { openPage } from "./app.js";
import { explain } from "./host.js";
import { keepOffline } from "./offline.js";

const place = /** @type {HTMLElement} */ (document.getElementById("volo"));
openPage(place).catch((error) => {
  console.error(error);
  place.textContent = explain(error);
});
keepOffline();
