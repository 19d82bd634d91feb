import { Position } from "volo-rules/inline";

postMessage(new Position("standard-4").perft(3));
