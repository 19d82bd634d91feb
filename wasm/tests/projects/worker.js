import * as volo from "volo-rules/inline";
import { answer } from "./answer.js";

postMessage(answer(volo));
