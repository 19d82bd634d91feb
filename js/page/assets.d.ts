// The bundler makes texts of these files.
declare module "*.csv" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}

/** The names of files, which the bundler writes. */
declare const VOLO_FILES: { worker: string; module: string; site: string } & { name: string; files: string[] };
