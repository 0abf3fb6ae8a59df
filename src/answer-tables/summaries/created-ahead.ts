import type { Reader } from '#db/database.ts';
import { type CountAt, countDays, countQuarters } from '#form-records/index.ts';
import { DAY_MS } from '#kernel/time-zone.ts';
import type { Range } from './bins.ts';
import type { Ahead } from './selected-values.store.ts';

/**
 * Returns when the first and the last of the forms were created, to a quarter of an hour, which says on which day that
 * was in every time zone; undefined without forms.
 */
export async function createdSpanAhead(
  db: Reader,
  ahead: Ahead,
): Promise<readonly [number, number] | undefined> {
  const moments = (await blocksOf(db, ahead, [])).map(({ at }) => at);
  const [first] = moments;
  if (first === undefined) return undefined;
  return moments.reduce(([low, high], at) => [Math.min(low, at), Math.max(high, at)] as const, [
    first,
    first,
  ] as const);
}

/** Returns how many of the forms were created in each range, the last one first. */
export async function countCreatedAhead(
  db: Reader,
  ahead: Ahead,
  ranges: readonly Range[],
): Promise<readonly number[]> {
  const cuts = ranges.flatMap(({ from, below }) => [from, below]);
  const counts = ranges.map(() => 0);
  for (const { at, forms } of await blocksOf(db, ahead, cuts)) {
    const range = ranges.findIndex(({ from }) => at >= from);
    counts[range] = (counts[range] ?? 0) + forms;
  }
  return counts;
}

/** Returns how many forms were created in each day, and in each quarter of an hour of the first day, the last and those with cuts. */
async function blocksOf(
  db: Reader,
  ahead: Ahead,
  cuts: readonly number[],
): Promise<readonly CountAt[]> {
  const { created: { from = 0, before = Number.MAX_SAFE_INTEGER } = {} } = ahead;
  const isCounted = ({ standing }: CountAt) =>
    standing === 'rejected'
      ? ahead.status !== 'draft' && ahead.withRejected
      : ahead.status === undefined || ahead.status === standing;
  // Also the part of the first day that is before the span: its quarters of an hour say which.
  const days = (
    await countDays(db, { ...ahead, created: { from: from - (from % DAY_MS), before } })
  ).filter(isCounted);
  const moments = days.map(({ at }) => at);
  const ends = [Math.min(...moments), Math.max(...moments)];
  const cut = new Set(
    [from, before, ...cuts, ...(moments.length > 0 ? ends : [])].map((at) => at - (at % DAY_MS)),
  );
  const quarters = await countQuarters(db, ahead, [...cut]);
  return [...days.filter(({ at }) => !cut.has(at)), ...quarters.filter(isCounted)];
}
