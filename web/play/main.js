// The script of the page. The rules, compiled to WebAssembly, are part of it, so that it works without a server.

import { init } from "volo-rules/init";
import rules from "volo-rules/volo_bg.wasm";
import { Page } from "./page.js";
import style from "./play.css";

const host = document.getElementById("volo-play");
if (host !== null) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  init(rules).then(
    () => new Page(host),
    (error) => {
      host.textContent = `The rules could not be loaded: ${error}`;
    },
  );
}
