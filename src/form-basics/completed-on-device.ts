/** What the clocks of a device and the server may be apart, or a request may take, without being worth a word. */
const MINUTE_MS = 60_000;

/** When a form was completed by the clock of its device, as far as that can be. */
export interface CompletedOnDevice {
  /** In milliseconds. */
  readonly at: number;
  /** The device told an impossible time, so that this is the nearest possible one. */
  readonly isClockWrong: boolean;
}

/**
 * Returns when a form was completed on a device. The device says how long ago that was: a clock that is wrong all the
 * time does no harm, and one that was set in between can't lead out of the bounds.
 * @param msAgo the milliseconds since then by the clock of the device
 * @param earliest when the form could first be completed, in milliseconds
 * @param arrivedAt when the server was told, in milliseconds
 */
export function completedOnDevice(
  msAgo: number,
  earliest: number,
  arrivedAt: number,
): CompletedOnDevice {
  const told = arrivedAt - msAgo;
  const at = Math.min(Math.max(told, Math.min(earliest, arrivedAt)), arrivedAt);
  return { at, isClockWrong: Math.abs(at - told) >= MINUTE_MS };
}
