export { test } from "node:test";
