// The script of the page that `volo play` opens.

import { explain } from "./api.js";
import { openPage } from "./app.js";

const place = /** @type {HTMLElement} */ (document.getElementById("volo"));
openPage(place).catch((error) => {
  place.textContent = explain(error);
});
