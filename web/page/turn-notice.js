// The title of the page, and a sound, when it is the turn of the person.

export class TurnNotice {
  constructor() {
    /** @type {boolean | null} */
    this.isTurn = null;
  }

  /**
   * @param {boolean} isTurn whether the person is to move, after a move of the engine
   * @param {boolean} hasSound
   */
  update(isTurn, hasSound) {
    document.title = isTurn ? "Your turn \u2013 Volo" : "Volo";
    if (isTurn && this.isTurn === false && hasSound) beep();
    this.isTurn = isTurn;
  }
}

/** Two short tones. A browser that forbids sound stays silent. */
function beep() {
  const context = new AudioContext();
  const gain = new GainNode(context, { gain: 0.08 });
  gain.connect(context.destination);
  for (const [index, frequency] of [660, 880].entries()) {
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(gain);
    tone.start(context.currentTime + 0.14 * index);
    tone.stop(context.currentTime + 0.14 * index + 0.12);
  }
  setTimeout(() => context.close(), 1000);
}
