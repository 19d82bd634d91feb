"use client";

import { useEffect, useState } from "react";
import { Position } from "volo-rules";
import "volo-rules/board";
import { answer } from "./answer.js";

export default function Game({ fen }) {
  const [position, setPosition] = useState(() => new Position(fen));
  const [isInPage, setInPage] = useState(false);
  // React does not give its properties to an element that the server has rendered.
  useEffect(() => setInPage(true), []);
  const play = async ({ detail }) => {
    const next = position.play(detail.move);
    setPosition(next);
    setPosition(next.play(await answer(next.fen())));
  };
  return (
    <>
      <p>{`${position.turn} to move, orange has ${position.birds("orange").join(" ")}`}</p>
      {isInPage && <volo-board position={position} interactive onmove={play} />}
    </>
  );
}
