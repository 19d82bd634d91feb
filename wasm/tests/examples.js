// The examples of the README, and their output.

/** The code of an example, and the lines that it prints, which are the comments after `console.log`. */
class Example {
  /** @param {string} code */
  constructor(code) {
    this.code = code;
    this.output = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line ?? "");
  }
}

/** The examples of a page: those for Node, the one for pages, and its Worker. @param {string} text */
export function examples(text) {
  const blocks = [...text.matchAll(/^```(\S+)([^\n]*)\n(.*?)^```$/gms)];
  /** @param {string} language @param {string} name */
  const find = (language, name) =>
    blocks
      .filter(([, tongue, rest]) => tongue === language && (rest ?? "").trim() === name)
      .map(([, , , code]) => new Example(code ?? ""));
  const [html] = find("html", "");
  const [worker] = find("js", "counter.js");
  const node = find("js", "");
  if (html === undefined || worker === undefined || node.length === 0) {
    throw new Error("the page has no example for pages, for Workers or for Node");
  }
  return { html, worker, node };
}
