// The examples of pages, and their output.

/** The code of an example, and the lines that it prints, which are the comments after `console.log`. */
class Example {
  /** @param {string} code */
  constructor(code) {
    this.code = code;
    this.output = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line ?? "");
  }
}

const BLOCK = /^```(\S+)\n(.*?)^```$/gms;

/** The examples of the README: those for Node, and the one for pages. @param {string} text */
export function examples(text) {
  const blocks = [...text.matchAll(BLOCK)];
  const find = (/** @type {string} */ language) =>
    blocks.filter(([, tongue]) => tongue === language).map(([, , code]) => new Example(code ?? ""));
  const [html] = find("html");
  const node = find("js");
  if (html === undefined || node.length === 0) throw new Error("the page has no example for pages or for Node");
  return { html, node };
}
