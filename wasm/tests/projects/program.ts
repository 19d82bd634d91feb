import { type Color, Position } from "volo-rules";
import { answer } from "./answer.js";

const turn: Color = new Position().turn;
console.log(turn === "orange" ? answer({ Position }) : turn);
