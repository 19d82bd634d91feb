// Tests in Node.

export { test } from "node:test";
