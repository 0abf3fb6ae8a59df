import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/index.ts';
import { firstOpenDay, TZ_VERSION } from '#recurrence/index.ts';
import { requireSeries } from './find-series.ts';
import { readCalendar } from './holidays.store.ts';
import { lockSeries, removeSeries, updateSeries } from './series.store.ts';
import { type Series, withNext } from './series.ts';
import type { SeriesWrites } from './series-deps.ts';

/**
 * Pauses a series, or lets it go on with the next date in the future. What is so already stays so.
 * @throws AppError `not-found`
 */
export const pauseSeries =
  (deps: SeriesWrites) =>
  async (tx: Tx, by: FormActor, id: string, paused: boolean): Promise<Series> => {
    const { clock, audit } = deps;
    const series = await requireLocked(deps, tx, by, id);
    if (paused === (series.pausedAt !== undefined)) return series;
    const now = clock.now();
    const calendar = await readCalendar(tx, by.accountId);
    const open = firstOpenDay(series.schedule.time, calendar.timeZone, now);
    const fromDay = !paused && open > series.fromDay ? open : series.fromDay;
    const changed = withNext({ ...series, fromDay, pausedAt: paused ? now : undefined }, calendar);
    await updateSeries(tx, changed, TZ_VERSION);
    await audit.append(tx, by, {
      action: paused ? 'series.pause' : 'series.resume',
      targetType: 'Series',
      targetId: series.id,
    });
    return changed;
  };

/** Ends a series: it is deleted, and the assignments that it made stay. @throws AppError `not-found` */
export const endSeries =
  (deps: SeriesWrites) =>
  async (tx: Tx, by: FormActor, id: string): Promise<void> => {
    const series = await requireLocked(deps, tx, by, id);
    await removeSeries(tx, series);
    await deps.audit.append(tx, by, {
      action: 'series.end',
      targetType: 'Series',
      targetId: series.id,
    });
  };

/** Returns a series, locked. The one that was seen may have ended meanwhile. */
async function requireLocked(
  { directory }: SeriesWrites,
  tx: Tx,
  by: FormActor,
  id: string,
): Promise<Series> {
  await lockSeries(tx, { accountId: by.accountId, id: id.toLowerCase() });
  return requireSeries(tx, directory, by, id);
}
