import { callbackOf } from "./arguments.js";

/** Options of a computation that may take long. */
export interface StopOptions {
  /**
   * A function that is called every few milliseconds. If it returns `true`, the computation ends with a
   * {@link StoppedError}. If it throws an error, the computation ends with that error.
   *
   * JavaScript runs no timers and handles no events during the computation, so the function must look at a clock
   * (`() => performance.now() > deadline`) or at shared memory (`() => Atomics.load(flag, 0) === 1`).
   */
  stop?: (() => boolean) | undefined;
}

/** @internal */
export function stopOf(options: Partial<StopOptions>): (() => boolean) | undefined {
  const stop = callbackOf(options.stop, "stop");
  // A promise does not stop a computation.
  return stop && (() => stop() === true);
}
