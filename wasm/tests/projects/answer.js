// What each project computes with the package: the count of legal moves after a move, and the ruling that another breaks.

/** @param {Pick<typeof import("volo-rules"), "Position">} volo */
export function answer({ Position }) {
  const position = new Position("standard-5").play("d5");
  try {
    position.play("d5");
    return "no error";
  } catch (error) {
    return `${position.legalMoves().length} ${Reflect.get(Object(error), "ruling")}`;
  }
}
