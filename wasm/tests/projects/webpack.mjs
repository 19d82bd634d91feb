// Bundles page.js with the default configuration of webpack, without its advice on size.

import webpack from "webpack";

const output = { path: `${import.meta.dirname}/webpack` };
webpack({ mode: "production", entry: "./page.js", output, performance: { hints: false } }, (error, stats) => {
  if (error || stats?.hasErrors() || stats?.hasWarnings()) {
    throw error ?? new Error(stats?.toString());
  }
});
