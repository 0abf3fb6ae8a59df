// How much room this device has for forms, and that the browser is asked not to delete them.

/** Nothing is kept ahead above this share of what the browser allows: what people type needs room. */
const FULL_SHARE = 0.8;
/** About a dozen photos. With less, somebody should make room before they fill in a form. */
const LOW_BYTES = 10_000_000;

export interface Room {
  readonly freeBytes: number;
  /** No further form should be kept ahead. */
  readonly isFull: boolean;
  /** What is typed or photographed next may not fit. */
  readonly isLow: boolean;
}

/** Returns the room; undefined where the browser does not tell. */
export async function readRoom(): Promise<Room | undefined> {
  const { usage, quota } = await navigator.storage.estimate();
  if (usage === undefined || quota === undefined) return undefined;
  const freeBytes = Math.max(0, quota - usage);
  return {
    freeBytes,
    isFull: usage >= quota * FULL_SHARE,
    isLow: freeBytes < LOW_BYTES || usage >= quota * FULL_SHARE,
  };
}

let hasAsked = false;

/**
 * Asks the browser, once per document, to keep what this device has even when space gets scarce. Some browsers ask the
 * person, so it is called when somebody fills in a form, and not before.
 */
export async function askToPersist(): Promise<void> {
  if (hasAsked) return;
  hasAsked = true;
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
}
