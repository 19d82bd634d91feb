// The examples of the README, and their output.

/** The code, and the lines that it prints: the comments after `console.log`. @param {string} code */
const example = (code) => ({
  code,
  output: [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line ?? ""),
});

/** Those for Node, and the one for pages. @param {string} text */
export function examples(text) {
  const find = (/** @type {string} */ language) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))].map(([, code]) => example(code ?? ""));
  const [html] = find("html");
  const node = find("js");
  if (html === undefined || node.length === 0) throw new Error("the page has no example for pages or for Node");
  return { html, node };
}
