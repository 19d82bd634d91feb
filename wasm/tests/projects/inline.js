import * as volo from "volo-rules/inline";
import { answer } from "./answer.js";

if (typeof document === "undefined") {
  console.log(answer(volo));
} else {
  document.title = answer(volo);
}
