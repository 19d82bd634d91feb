// How a client starts its Worker in a page. The build puts start-node.ts in its place for Node, Bun and Deno.

/** The Workers of Node differ from those of browsers. */
export type AnyWorker = Worker & {
  on?: (event: string, listener: (value: never) => void) => void;
  ref?: () => void;
  unref?: () => void;
};

/** The script that imports the one of the Worker from another origin. */
let imported: string | undefined;

export function startWorker(): AnyWorker {
  try {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    // A page may not start a script of another origin, but one of its own may import it. A bundler does not see this name.
    const script = "./worker.js";
    const text = `import ${JSON.stringify(new URL(script, import.meta.url))};`;
    imported ??= URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    return new Worker(imported, { type: "module" });
  }
}
