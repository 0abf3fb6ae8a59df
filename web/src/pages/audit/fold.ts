// Shows a burst of equal events as one row. The audit log itself keeps every event.
import type { AuditEntry } from '#administration/app-types.ts';

/** A row of the list: an event, or the newest one of a burst. */
export interface AuditRow extends AuditEntry {
  /** The number of equal events in the burst; undefined for an event of its own. */
  readonly count?: number;
  /** Whether the events of the burst are shown one by one, of which this is the newest. */
  readonly isUnfolded?: boolean;
}

/** Equal events with no longer pause between them are one burst. */
const PAUSE_MS = 5 * 60_000;

/**
 * Folds equal events of one person on one target, newest first, into one row at the position of the newest.
 * @param unfolded the ids of newest events whose bursts are shown one by one
 */
export function foldBursts(
  entries: readonly AuditEntry[],
  unfolded: ReadonlySet<string> = new Set(),
): readonly AuditRow[] {
  const bursts = new Map<AuditEntry, AuditEntry[]>();
  const running = new Map<string, { readonly newest: AuditEntry; oldestAt: number }>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const at = Date.parse(entry.at);
    const burst = key === undefined ? undefined : running.get(key);
    if (burst !== undefined && burst.oldestAt - at <= PAUSE_MS) {
      bursts.get(burst.newest)?.push(entry);
      burst.oldestAt = at;
      continue;
    }
    bursts.set(entry, [entry]);
    if (key !== undefined) running.set(key, { newest: entry, oldestAt: at });
  }
  return [...bursts].flatMap(([newest, burst]) => {
    const count = burst.length;
    if (count === 1) return [newest];
    if (!unfolded.has(newest.id)) return [{ ...newest, count }];
    return burst.map((entry) => (entry === newest ? { ...entry, count, isUnfolded: true } : entry));
  });
}

/** Returns what equal events have in common; undefined for an event without a target, which is never folded. */
function keyOf({ id: _id, at: _at, chain: _chain, ...rest }: AuditEntry): string | undefined {
  return rest.target?.id === undefined ? undefined : JSON.stringify(rest);
}
