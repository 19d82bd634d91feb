// The tutorial: small positions, each with one thing to do.

/** @import { Arrow } from "../board/picture.js" */

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} fen Orange is to move
 * @property {string} task
 * @property {readonly string[]} [halos] the birds and the spaces that the task speaks of
 * @property {readonly Arrow[]} [arrows]
 * @property {RegExp} right the moves that do what is asked for
 * @property {string} praise what the move has shown
 * @property {string} example such a move
 * @property {string} [slip] a move that does so as well, and hands the game to Blue
 */

/** @type {readonly Lesson[]} */
export const LESSONS = [
  {
    title: "Add a bird",
    fen: "standard-4",
    task: "You are Orange. You win when all your birds are in one flock, that is, touch one another. In a turn, you add a bird or fly. Add one now: tap a space with a dot. It must not touch a bird of yours, and must not be walled off from all of them.",
    right: /^[a-g]\d$/,
    praise: "The bird is in the sky. It is a flock by itself, until it touches another bird of yours.",
    example: "a3",
  },
  {
    title: "Fly a bird",
    fen: "b1/3o1/b5/4/o1o3/5/2 o 0 standard-4",
    task: "Birds fly in a straight line over vacant spaces, and a flight must join birds of yours. Tap one of the two birds in green, and then the ring beside the other one.",
    halos: ["c1", "c3"],
    right: /-/,
    praise: "The two birds are one flock now. A flight that joins nobody is not allowed.",
    example: "c3-W1",
  },
  {
    title: "Join two flocks",
    fen: "2/2bo1/o3b1/2o1/6/ob3/2 o 0 standard-4",
    task: "One flight can join several flocks. Fly the bird at the tail of the arrow to its head, where it touches the two birds in green.",
    halos: ["d5", "f4"],
    arrows: [["e1", "e4"]],
    right: /^e1-E3$/,
    praise: "Three birds in one flock. If no bird were left alone, you would have won.",
    example: "e1-E3",
  },
  {
    title: "Fly a line",
    fen: "2/3o1/1b4/4/oo4/2bo1/1o o 0 standard-4",
    task: "A straight line of your birds can fly together, in any direction. Tap the two birds in green, the two ends of the line, and then a ring.",
    halos: ["c1", "c2"],
    right: /:/,
    praise: "The line has flown, and has joined others. Long lines fly in the same way.",
    example: "c1:c2-E3",
  },
  {
    title: "Leave nobody behind",
    fen: "2/1ooo1/1b4/1o2/2b3/3oo/2 o 0 standard-4",
    task: "A flight must not split its flock. Tap the bird in green: it has no flight, because it would leave a part of its flock behind. The bird at the end of the flock can fly: fly it as the arrow shows.",
    halos: ["f3"],
    arrows: [["f2", "e3"]],
    right: /^f2-SE1$/,
    praise: "The whole flock is still together, and has joined the bird below.",
    example: "f2-SE1",
  },
  {
    title: "Clear a region",
    fen: "2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4",
    task: "Nobody flies past the hole in the center or the missing corners: they are parts of a wall. Fly as the arrow shows. Your wall cuts the sky into two regions with birds of Blue: choose the one that Blue keeps. The others go back to Blue\u2019s hand.",
    arrows: [["f3", "d5"]],
    right: /\//,
    praise: "Blue must add the lost bird again. The two that are left do not touch, so the game goes on.",
    example: "f3-SE2/a2",
    slip: "f3-SE2/e1",
  },
  {
    title: "Stop a threat",
    fen: "1o/5/ob3b/3b/4b1/4o/1o o 0 standard-4",
    task: "Watch Blue as well. Blue threatens to fly as the arrow shows, and to win: all birds of Blue would be in one flock. Add a bird in the way, or where Blue would land.",
    arrows: [["e2", "e5"]],
    right: /^e[345]$/,
    praise:
      "Blue cannot fly past your bird. Before each move, look for the flight that would bring the birds of Blue together.",
    example: "e4",
  },
  {
    title: "Win",
    fen: "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4",
    task: "Orange can bring all birds into one flock with one flight. Find it.",
    right: /^(f5-S|c5:d6-N)/,
    praise: "All your birds are in one flock: you have won. You know the game now.",
    example: "f5-SW1",
  },
];
