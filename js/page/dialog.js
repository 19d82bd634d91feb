// Dialogs: a heading, the content, and a button to close the dialog.

import { html } from "../board/html.js";
import { iconButton } from "./ui.js";

let count = 0;

/**
 * Open a dialog. It is removed when it is closed.
 * @param {string} heading
 * @param {(Node | string)[]} children
 * @param {() => void} [onClose]
 * @returns {{ close: () => void, element: HTMLDialogElement }}
 */
export function openDialog(heading, children, onClose) {
  const id = `dialog-${++count}`;
  const close = () => element.close();
  const element = html(
    "dialog",
    { "aria-labelledby": id, closedby: "any" },
    html("header", {}, html("h2", { id }, heading), iconButton("close", "Close", close)),
    html("div", { class: "content" }, ...children),
  );
  element.addEventListener("close", () => {
    element.remove();
    onClose?.();
  });
  document.body.append(element);
  element.showModal();
  return { close, element };
}

/**
 * A line for an error message.
 */
export function problemLine() {
  const element = html("p", { class: "problem", role: "alert" });
  return {
    element,
    /** @param {string} text */
    tell: (text) => {
      element.textContent = text;
    },
  };
}
