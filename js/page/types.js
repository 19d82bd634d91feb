// The types of the data that the workers send and keep.

/** @import { Player, Side } from "../board/index.js" */

/**
 * A position as the host describes it; see python/volo/render/view.py.
 * @typedef {object} Position
 * @property {string} fen
 * @property {string} rules
 * @property {number} edge
 * @property {Player} turn
 * @property {number} passes
 * @property {string[]} moves
 * @property {Record<string, Side>} keeps the opponent's birds after each move that keeps a region
 * @property {Side & { hand: number | null }} orange
 * @property {Side & { hand: number | null }} blue
 * @property {{ winner: Player | null, reason: "flock" | "passes" | "stuck" } | null} outcome
 */

/**
 * @typedef {object} Node
 * @property {number} parent the index of an earlier node, or -1 for the start
 * @property {string} move
 * @property {string} [comment]
 */

/**
 * A game as it is saved.
 * @typedef {object} GameDocument
 * @property {1} version
 * @property {string} start the fen of the first position
 * @property {Node[]} nodes
 * @property {number} current
 * @property {Record<string, string>} tags
 * @property {Record<string, unknown>} settings
 */

/**
 * A score for the player to move.
 * @typedef {object} Score
 * @property {number} expected from -1 to 1
 * @property {number | null} win the plies of a proven win
 * @property {number | null} loss the plies of a proven loss
 */

/**
 * @typedef {object} SearchInfo
 * @property {number} depth
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time
 * @property {{ score: Score, pv: string[] }[]} lines
 */

/**
 * A game that was read from text.
 * @typedef {object} ImportedGame
 * @property {string} start
 * @property {string[]} moves
 * @property {Record<string, string>} tags
 * @property {Record<string, string>} comments the comments by the number of moves before each
 * @property {string} result
 */

/**
 * What a text has.
 * @typedef {object} Imported
 * @property {ImportedGame[]} games
 * @property {string[]} problems what is wrong in the games that cannot be read
 * @property {number} otherGames how many games were skipped, because they are not Volo
 * @property {string | null} rules a rule set by which the text is legal, if it has only moves and is to be read again
 */

/**
 * @typedef {object} PageInfo
 * @property {string} version
 * @property {readonly number[]} edges
 * @property {string[]} rules
 * @property {readonly { name: string, suffix: string, description: string }[]} formats the formats of games
 */

/**
 * A saved game in a list.
 * @typedef {object} Kept
 * @property {string} id
 * @property {number} changed in seconds since 1970
 * @property {string} title the players, or else what the game is
 * @property {string} rules
 * @property {number} plies
 * @property {string} result as records have it
 * @property {string[][]} birds those of Orange and of Blue at the end
 * @property {string} start the fen of the first position
 * @property {unknown} players who played here, if the settings of the game say it
 * @property {Record<string, string>} tags
 */

/** @typedef {{ games: Kept[] }} KeptGames */

/** @typedef {{ document: GameDocument, revision: number }} Loaded a saved game, and how often it was saved */

/**
 * @typedef {object} Saved
 * @property {number} revision
 * @property {GameDocument | null} document what was saved, if another page had saved other moves
 */

/**
 * @typedef {object} Puzzle
 * @property {number} name its number among all puzzles, from 1
 * @property {number} number its number among those of the kind, from 0
 * @property {number} count
 * @property {Position} view
 * @property {number} moves the number of moves in which the player to move can force a win
 * @property {number} surprise how many of three weak engines play another move
 * @property {string} solution
 */

/**
 * A move that kept games made.
 * @typedef {object} Played
 * @property {string} move
 * @property {number} games
 * @property {number} orange
 * @property {number} blue
 * @property {number} draws
 */

/** @typedef {{ games: number, moves: Played[] }} Explored the moves of kept games from a position */

/** @typedef {{ number: number, of: number, share: number }} Share */

/**
 * The part of the summary that is shown; see volo.simulate.Summary.
 * @typedef {object} Summary
 * @property {number} games
 * @property {Record<"orange" | "blue" | "draw" | "truncated", Share>} results
 * @property {{ mean: number, shortest: number, median: number, longest: number }} plies
 * @property {{ mean: number, by_ply: number[] }} legal_moves
 * @property {Record<string, Share>} moves
 * @property {{ all: number, birds: number }} clearings
 */

/**
 * @typedef {object} Statistics
 * @property {Summary} summary
 * @property {Record<string, number>} spaces how often a bird was added on each space
 * @property {Record<"orange" | "blue", Record<string, number>>} adds the same for each player
 * @property {string} start
 */

export {};
