// The tutorial: small positions, each with one thing to do.

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} fen Orange is to move
 * @property {string} task
 * @property {RegExp} right the moves that do what is asked for
 * @property {string} praise what the move has shown
 * @property {string} example such a move
 */

/** @type {readonly Lesson[]} */
export const LESSONS = [
  {
    title: "Add a bird",
    fen: "standard-4",
    task: "You are Orange. In a turn, you add a bird or fly. Add one now: tap a space with a dot. A new bird must not touch another bird of yours, and must not be walled off from all of them.",
    right: /^[a-g]\d$/,
    praise: "The bird is in the sky. Birds that touch are a flock, and yours are still apart.",
    example: "a3",
  },
  {
    title: "Fly a bird",
    fen: "b1/3o1/b5/4/o1o3/5/2 o 0 standard-4",
    task: "Birds fly in a straight line over vacant spaces, and a flight must join birds of yours. Tap the bird on c1 or on c3, and then the ring beside the other one.",
    right: /-/,
    praise: "The two birds are one flock now. A flight that joins nobody is not allowed.",
    example: "c3-W1",
  },
  {
    title: "Join two flocks",
    fen: "2/2bo1/o3b1/2o1/6/ob3/2 o 0 standard-4",
    task: "One flight can join several flocks. Fly the bird on e1 so that it touches both the bird on f4 and the bird on d5.",
    right: /^e1-E3$/,
    praise: "Three birds in one flock. Whoever has all birds in one flock wins.",
    example: "e1-E3",
  },
  {
    title: "Fly a line",
    fen: "2/3o1/1b4/4/oo4/2bo1/1o o 0 standard-4",
    task: "A straight line of your birds can fly together, in any direction. Tap c1 and then c2, the two ends of the line, and then a ring.",
    right: /:/,
    praise: "The line has flown, and has joined others. Long lines fly in the same way.",
    example: "c1:c2-E3",
  },
  {
    title: "Leave nobody behind",
    fen: "2/1ooo1/1b4/1o2/2b3/3oo/2 o 0 standard-4",
    task: "A flight must not split its flock. Tap f3: it cannot fly, because f2 and f4 would be apart. Find a flight of the flock f2, f3 and f4 that joins d3 and leaves nobody behind.",
    right: /^f/,
    praise: "The whole flock is still together, and larger than before.",
    example: "f2:f4-SE1",
  },
  {
    title: "Clear a region",
    fen: "2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4",
    task: "A wall of your birds can cut the sky into regions. Fly f3 two steps to d5. Blue has birds in both regions then: choose the one that Blue keeps. The birds in the other one go back to Blue's hand.",
    right: /\//,
    praise: "Blue has lost the birds of the other region, and must add them again.",
    example: "f3-SE2/a2",
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
