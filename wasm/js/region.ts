/** Spaces that are connected by open paths of one player, with at least one bird of that player [R15]. */
export interface Region {
  /** The spaces with birds of the player, in board order: the lowest row first, each from left to right. */
  readonly birds: readonly string[];
  /** The vacant spaces, in board order. */
  readonly vacant: readonly string[];
}
