"use client";

import { useEffect, useState } from "react";
import { Position } from "volo-rules";
import "volo-rules/board";

export default function Game({ fen }) {
  const [position, setPosition] = useState(() => new Position(fen));
  const [isInPage, setInPage] = useState(false);
  // React does not give its properties to an element that the server has rendered.
  useEffect(() => setInPage(true), []);
  const play = ({ detail }) => setPosition(position.play(detail.move));
  return (
    <>
      <p>{`${position.turn} to move`}</p>
      {isInPage && <volo-board position={position} interactive onmove={play} />}
    </>
  );
}
