/**
 * A board on which a person moves: the element `<volo-board>`. Importing this module defines the element. It draws the position
 * and asks it for the legal moves, so it needs a `Position` of `volo-rules` or of `volo-rules/engine`.
 *
 * @packageDocumentation
 */

import { Board, type View } from "../../board/index.js";
import { otherPlayer, viewOf } from "../../board/view.js";
import { resultText } from "../../board/words.js";
import type { Color } from "./values.js";

/** What the board asks of a position. The class `Position` of the package has all of it. */
export interface BoardPosition {
  readonly rules: { readonly edge: number };
  readonly turn: Color;
  fen(): string;
  legalMoves(): string[];
  flocks(color: Color): string[][];
  regions(color: Color): { readonly birds: readonly string[]; readonly vacant: readonly string[] }[];
  outcome(): { readonly winner: Color | null; readonly reason: "flock" | "passes" | "stuck" } | null;
  parseMove(move: string): { readonly text: string };
  play(move: string): BoardPosition;
}

/** The events of {@link VoloBoard}. */
export interface VoloBoardEvents {
  /**
   * A person makes this legal move. The board then shows the next position, unless the event is canceled. The event bubbles,
   * also out of a shadow tree.
   */
  move: CustomEvent<{ readonly move: string }>;
}

/** On a server there are no elements, but a program may import this module there. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** The properties that a program may have set before this module was loaded. */
const PROPERTIES = ["position", "lastMove", "interactive", "orientation", "arrows", "highlights"] as const;

/**
 * The element `<volo-board>`: a board that shows a position and lets a person move with a mouse, a finger, the keyboard or a
 * screen reader. It follows the `color-scheme` of the page, and a style sheet can set its colors, such as
 * `volo-board { --orange: #d97706 }`. An attribute `aria-label` names it.
 *
 * @example
 * ```js
 * const board = document.querySelector("volo-board");
 * board.position = new Position("standard-5");
 * board.interactive = true;
 * board.addEventListener("move", ({ detail: { move } }) => console.log(move));
 * ```
 */
export class VoloBoard extends Base {
  static readonly observedAttributes = ["interactive", "orientation"];

  #board: Board | undefined;
  #position: BoardPosition | null = null;
  #lastMove: string | null = null;
  /** Whether the last move was set since the board was drawn. */
  #isMoveSet = false;
  #arrows: readonly (readonly [string, string])[] = [];
  #highlights: readonly string[] = [];
  #isWaiting = false;
  /** The position that is shown, and the one before the last move, if the board has shown that too. */
  #shown: { position: BoardPosition; before: BoardPosition | null } | undefined;

  constructor() {
    super();
    const internals = this.attachInternals();
    internals.role = "group";
    internals.ariaLabel = "Volo board";
  }

  /** The position that is shown. `null` until it is set. Without one, nothing is shown. */
  get position(): BoardPosition | null {
    return this.#position;
  }

  /** Sets {@link VoloBoard.position}. */
  set position(position: BoardPosition | null) {
    this.#position = position;
    this.#change();
  }

  /**
   * The move that led to the position, or `null`. It is marked, and flies if the board has shown the position before it. A
   * position that is set without its last move has none, unless the move before also leads to it. If it, an arrow or a
   * highlight is not of this sky, none of them is drawn, and the page reports the error.
   */
  get lastMove(): string | null {
    return this.#lastMove;
  }

  /** Sets {@link VoloBoard.lastMove}. */
  set lastMove(move: string | null) {
    this.#lastMove = move ?? null;
    this.#isMoveSet = true;
    this.#change();
  }

  /** Whether a person can move, as long as the game is not over. The attribute `interactive` sets it too. */
  get interactive(): boolean {
    return this.hasAttribute("interactive");
  }

  /** Sets {@link VoloBoard.interactive}. */
  set interactive(isInteractive: boolean) {
    this.toggleAttribute("interactive", isInteractive);
  }

  /** The angle in degrees by which the sky is turned counterclockwise, a multiple of 60. Also an attribute. */
  get orientation(): number {
    return Number(this.getAttribute("orientation"));
  }

  /** Sets {@link VoloBoard.orientation}. */
  set orientation(degrees: number) {
    this.setAttribute("orientation", String(degrees));
  }

  /** Arrows from one space to another, such as `[["b2", "e5"]]`. An arrow from a space to itself is a ring. */
  get arrows(): readonly (readonly [string, string])[] {
    return this.#arrows;
  }

  /** Sets {@link VoloBoard.arrows}. */
  set arrows(arrows: readonly (readonly [string, string])[]) {
    this.#arrows = arrows;
    this.#change();
  }

  /** Spaces to mark. */
  get highlights(): readonly string[] {
    return this.#highlights;
  }

  /** Sets {@link VoloBoard.highlights}. */
  set highlights(spaces: readonly string[]) {
    this.#highlights = spaces;
    this.#change();
  }

  /** @internal */
  connectedCallback(): void {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Record<string, unknown>)[name];
      Object.assign(this, { [name]: value });
    }
  }

  /** @internal */
  attributeChangedCallback(): void {
    this.#change();
  }

  /** @internal */
  adoptedCallback(): void {
    this.#change();
  }

  /** Draws once after all changes of a program. */
  #change(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (this.#position) this.#draw(this.#position);
      else if (this.#board) {
        this.shadowRoot?.replaceChildren();
        this.#board = this.#shown = undefined;
        this.#lastMove = null;
      }
    });
  }

  #draw(position: BoardPosition): void {
    const old = this.#shown;
    const isNew = old?.position !== position;
    let before = isNew ? null : old.before;
    if (isNew && old !== undefined && this.#lastMove !== null) {
      if (leads(old.position, this.#lastMove, position)) before = old.position;
      else if (!this.#isMoveSet) this.#lastMove = null;
    }
    this.#isMoveSet = false;
    const move = this.#lastMove === null ? null : String(this.#lastMove).trim();
    const view = viewOf(position);
    this.#board ??= new Board(this, { onMove: (text) => this.#ask(text), after: (text) => this.#after(text) }, view);
    this.#board.set({ turns: Math.round(this.orientation / 60) % 6 || 0 });
    const outcome = position.outcome();
    const showing = {
      isLive: this.interactive && outcome === null,
      winner: outcome?.reason === "flock" ? outcome.winner : null,
      ...(outcome && { news: resultText(outcome) }),
    };
    try {
      this.#board.show(view, {
        ...showing,
        last:
          move === null ? null : { move, before: before ? viewOf(before) : { ...view, turn: otherPlayer(view.turn) } },
        isAnimated: isNew && before !== null,
        arrows: this.#arrows,
        highlights: this.#highlights,
      });
    } catch (error) {
      this.#board.show(view, showing);
      reportError(error);
    }
    this.#shown = { position, before };
  }

  /** Passes a move on that a person makes. */
  #ask(text: string): void {
    const position = this.#position;
    if (position === null) return;
    let move: string;
    try {
      move = position.parseMove(text).text;
    } catch (error) {
      this.#board?.refuse((error as Error).message);
      return;
    }
    const detail: VoloBoardEvents["move"]["detail"] = { move };
    const event = new CustomEvent("move", { detail, bubbles: true, cancelable: true, composed: true });
    if (!this.dispatchEvent(event) || this.#position !== position) return;
    this.position = position.play(move);
    this.lastMove = move;
  }

  #after(move: string): View {
    return viewOf((this.#position as BoardPosition).play(move));
  }
}

/** What React 19 passes on to a {@link VoloBoard} in JSX, beside what it takes for every element. */
export type VoloBoardProps = Partial<
  Pick<VoloBoard, "position" | "lastMove" | "interactive" | "orientation" | "arrows" | "highlights">
> & {
  /** See {@link VoloBoardEvents}. */
  onmove?: ((event: VoloBoardEvents["move"]) => void) | undefined;
};

declare global {
  interface HTMLElementTagNameMap {
    "volo-board": VoloBoard;
  }
  interface HTMLElementEventMap extends VoloBoardEvents {}
}

// biome-ignore lint/suspicious/noTsIgnore: a program may be without the types of React
/** @ts-ignore */
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      // biome-ignore lint/suspicious/noTsIgnore: as above
      /** @ts-ignore */
      "volo-board": DetailedHTMLProps<HTMLAttributes<VoloBoard>, VoloBoard> & VoloBoardProps;
    }
  }
}

/** Whether a move leads from one position to another. */
function leads(before: BoardPosition, move: string, after: BoardPosition): boolean {
  try {
    return before.play(move).fen() === after.fen();
  } catch {
    return false;
  }
}

// Another copy of this script may have defined it.
if (!globalThis.customElements?.get("volo-board")) globalThis.customElements?.define("volo-board", VoloBoard);
