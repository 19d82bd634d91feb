// Controls, all with a label.

import { html } from "../board/html.js";
import { icon } from "./icons.js";

/** @import { IconName } from "./icons.js" */

let count = 0;

/**
 * @param {string} label
 * @param {() => void} onPress
 * @param {string} kind a class
 */
export function button(label, onPress, kind = "") {
  const element = html("button", { type: "button", ...(kind === "" ? {} : { class: kind }) }, label);
  element.addEventListener("click", onPress);
  return element;
}

/**
 * A button with a picture. Its label is read out and shown as a tooltip.
 * @param {IconName} name
 * @param {string} label
 * @param {() => void} onPress
 */
export function iconButton(name, label, onPress) {
  const element = html("button", { type: "button", class: "icon", "aria-label": label, title: label });
  element.append(icon(name));
  element.addEventListener("click", onPress);
  return element;
}

/**
 * A button that opens a menu of others. In a wide window, a style may show them beside one another instead.
 * @param {string} label
 * @param {string} kind a class of the menu
 * @param {HTMLButtonElement[]} items
 */
export function popover(label, kind, items) {
  const id = `menu-${++count}`;
  const menu = html("div", { class: `menu ${kind}`, id, popover: "" }, ...items);
  const opener = html("button", { type: "button", class: "opener", popovertarget: id, "aria-label": label }, label);
  menu.addEventListener("click", () => menu.matches(":popover-open") && menu.hidePopover());
  // Beside the button, where there is more room.
  menu.addEventListener("beforetoggle", () => {
    const { top, bottom, right } = opener.getBoundingClientRect();
    const [over, under] = bottom < innerHeight / 2 ? [`${bottom}px`, "auto"] : ["auto", `${innerHeight - top}px`];
    menu.style.setProperty("--place", `${over} ${Math.max(8, innerWidth - right)}px ${under} auto`);
  });
  return { opener, menu };
}

/**
 * A control below its label.
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} control
 */
export function field(label, control) {
  control.id = `field-${++count}`;
  const words = html("label", { for: control.id, class: "quiet small" }, label);
  return html("div", { class: "field" }, words, control);
}

/**
 * A choice of one of several values.
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} value
 * @param {(value: string) => void} [onChange]
 */
export function select(options, value, onChange) {
  const element = html("select", {}, ...options.map(([each, label]) => html("option", { value: each }, label)));
  element.value = value;
  if (onChange) element.addEventListener("change", () => onChange(element.value));
  return element;
}

/**
 * @param {number} least
 * @param {number} most
 * @param {number} value
 */
export function number(least, most, value) {
  const bounds = { min: String(least), max: String(most), step: "any", required: "" };
  return html("input", { type: "number", inputmode: "decimal", value: String(value), ...bounds });
}

/**
 * A field for the name of a person.
 * @param {string} value
 */
export function name(value) {
  return html("input", { type: "text", value, maxlength: "40", autocomplete: "off", spellcheck: "false", dir: "auto" });
}

/**
 * A box to check, with its label.
 * @param {string} label
 * @param {boolean} isChecked
 * @param {(isChecked: boolean) => void} [onChange]
 */
export function checkbox(label, isChecked, onChange) {
  const input = html("input", { type: "checkbox" });
  input.checked = isChecked;
  if (onChange) input.addEventListener("change", () => onChange(input.checked));
  return { element: html("label", { class: "check" }, input, label), input };
}

/**
 * A choice among a few values that are all seen.
 * @param {string} legend
 * @param {readonly (readonly [value: string, label: string])[]} options
 * @param {string} value
 * @param {(value: string) => void} [onChange]
 */
export function radios(legend, options, value, onChange) {
  const name = `radios-${++count}`;
  const inputs = options.map(([each]) => html("input", { type: "radio", name, value: each }));
  const labels = options.map(([, label], index) =>
    html("label", {}, /** @type {HTMLInputElement} */ (inputs[index]), html("span", {}, label)),
  );
  for (const input of inputs) {
    input.checked = input.value === value;
    input.addEventListener("change", () => onChange?.(input.value));
  }
  const element = html(
    "fieldset",
    { class: "radios" },
    html("legend", { class: "quiet small" }, legend),
    html("div", {}, ...labels),
  );
  return { element, value: () => inputs.find((input) => input.checked)?.value ?? value };
}

/**
 * Arrange elements by the width of the window, now and when it changes.
 * @param {(isNarrow: boolean) => void} arrange `isNarrow` is for a window in which the panel is below the board
 */
export function onWidth(arrange) {
  const narrow = matchMedia("(width < 60rem) or (height < 30rem)");
  narrow.addEventListener("change", () => arrange(narrow.matches));
  arrange(narrow.matches);
}

/**
 * A part of a panel with a heading.
 * @param {string} heading
 * @param {string} kind a class
 * @param {(Node | string)[]} children
 */
export function section(heading, kind, ...children) {
  return html("section", { class: `card ${kind}` }, html("h2", {}, heading), ...children);
}
