// The choice of a rule set, named or custom.

import { html } from "../board/html.js";
import { ENDS, PASSES, partsOf, TITLES } from "./rules-words.js";
import { field, select } from "./ui.js";

const BY_HAND = "by-hand";

export class RulesForm {
  /**
   * @param {readonly string[]} names
   * @param {readonly number[]} edges
   * @param {string} rules the rule set to begin with
   * @param {() => void} [onChange]
   */
  constructor(names, edges, rules, onChange = () => {}) {
    const options = names.map((name) => /** @type {const} */ ([name, TITLES[name] ?? name]));
    this.name = select([...options, [BY_HAND, "By hand"]], names[0] ?? BY_HAND);
    this.edge = select(
      edges.map((edge) => /** @type {const} */ ([String(edge), `${edge} (${3 * edge * (edge - 1) - 6} spaces)`])),
      "7",
    );
    this.supply = html("input", { type: "number", min: "3", max: "255", step: "1", value: "60", inputmode: "numeric" });
    this.supply.placeholder = "no limit";
    this.passing = select(Object.entries(PASSES), "standard");
    this.stuck = select(Object.entries(ENDS), "draw");
    this.byHand = html(
      "div",
      { class: "fields" },
      field("Birds of each player", this.supply),
      field("A pass is legal if there is", this.passing),
      field("Both players stuck", this.stuck),
    );
    this.element = html(
      "div",
      { class: "fields" },
      html("div", { class: "fields two" }, field("Edge of the sky", this.edge), field("Rule set", this.name)),
      this.byHand,
    );
    this.read(rules);
    this.refresh();
    this.element.addEventListener("change", () => {
      this.refresh();
      onChange();
    });
  }

  /**
   * @param {string} text
   */
  read(text) {
    const { name, edge, values } = partsOf(text);
    this.edge.value = edge;
    this.name.value = name ?? BY_HAND;
    if (name !== null) return;
    this.supply.value = /^\d+$/.test(values.supply ?? "") ? (values.supply ?? "") : "";
    this.passing.value = values.pass ?? "standard";
    this.stuck.value = values.stuck ?? "draw";
  }

  refresh() {
    this.byHand.hidden = this.name.value !== BY_HAND;
  }

  /** The rule set as text. */
  get value() {
    const edge = this.edge.value;
    if (this.name.value !== BY_HAND) return `${this.name.value}-${edge}`;
    const supply = this.supply.value === "" ? "none" : this.supply.value;
    return `edge=${edge},supply=${supply},pass=${this.passing.value},stuck=${this.stuck.value}`;
  }
}
