// Sounds, made of tones that glide. A browser that forbids sound stays silent.

/** Each tone: its frequency at its beginning and its end in hertz, when it begins, and how long it is, in seconds. */
const SOUNDS = {
  turn: [
    [660, 660, 0, 0.12],
    [880, 880, 0.14, 0.12],
  ],
  add: [[540, 380, 0, 0.09]],
  fly: [[300, 640, 0, 0.28]],
  clear: [
    [300, 640, 0, 0.28],
    [900, 1400, 0.22, 0.14],
    [1000, 1600, 0.32, 0.14],
    [1100, 1900, 0.42, 0.2],
  ],
  pass: [[260, 260, 0, 0.08]],
};

/** @param {keyof typeof SOUNDS} name */
export function sound(name) {
  const context = new AudioContext();
  for (const [from = 0, to = 0, start = 0, length = 0] of SOUNDS[name]) {
    const begin = context.currentTime + start;
    const tone = new OscillatorNode(context, { frequency: from });
    const gain = new GainNode(context, { gain: 0.08 });
    tone.frequency.exponentialRampToValueAtTime(to, begin + length);
    // A tone that is cut off clicks.
    gain.gain.setTargetAtTime(0, begin + 0.6 * length, length / 8);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
  setTimeout(() => context.close(), 1000);
}
