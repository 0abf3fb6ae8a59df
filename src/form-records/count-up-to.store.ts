import { sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { withinDeadline } from '#db/dialect.ts';
import { countedAhead } from './count-forms.store.ts';
import { type FormSelection, selectedForms, visibilityFor } from './form-selection.store.ts';
import { DEFAULT_ORDER } from './list-query.ts';
import { frequentIn, type ListBounds, readByWords } from './long-lists.store.ts';

/** Lists are counted exactly up to this number of forms. */
export const MAX_COUNTED = 10_000;

export interface BoundedCount {
  /** At most MAX_COUNTED, unless it was counted ahead. */
  readonly count: number;
  /** There may be more. */
  readonly isExact: boolean;
}

/** Returns the number of forms in a selection. What is counted ahead is exact. */
export async function countUpTo(
  db: Database,
  given: Omit<FormSelection, 'order'>,
  bounds?: ListBounds,
): Promise<BoundedCount> {
  // Without an order, the most selective index is used.
  const selection = { ...given, order: DEFAULT_ORDER };
  if (visibilityFor(selection) === 'all') {
    const stored = await countedAhead(db.reader, selection);
    if (stored !== undefined) return { count: stored, isExact: true };
  }
  const frequent = await frequentIn(db, selection, bounds);
  const read = frequent === undefined ? selection : readByWords(frequent);
  const parts = selectedForms(db.reader, read).map((part) =>
    part.where((eb) => withinDeadline(db.reader, eb.ref('forms.id'))).select('forms.id'),
  );
  const all = parts.reduce((union, part) => union.unionAll(part)).limit(MAX_COUNTED + 1);
  const counted = db.reader
    .selectFrom(all.as('counted'))
    .select(sql<number | string>`count(*)`.as('total'));
  const [row] = await db.scan<{ readonly total: number | string }>(counted);
  const count = Number(row?.total ?? 0);
  return { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
}
