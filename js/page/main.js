// The script of the page.

import { openPage } from "./app.js";
import { explain } from "./host.js";
import { keepOffline } from "./offline.js";

const place = /** @type {HTMLElement} */ (document.getElementById("volo"));
// A visitor who comes back does not see another game before the own one.
const isBack = location.hash !== "" || navigator.serviceWorker?.controller;
if (isBack) place.querySelector("[data-layer=birds]")?.replaceChildren();
openPage(place).catch((error) => {
  console.error(error);
  place.textContent = explain(error);
});
keepOffline();
