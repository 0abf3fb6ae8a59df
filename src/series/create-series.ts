import { checkOrder, type NewAssignment } from '#assignments/index.ts';
import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { checkRecurrence, firstOpenDay, noDate, TZ_VERSION } from '#recurrence/index.ts';
import { lockTemplateWithRight } from '#templates/index.ts';
import { readCalendar } from './holidays.store.ts';
import { MAX_SERIES } from './limits.ts';
import { insertSeries, selectSeriesOf } from './series.store.ts';
import { type Calendar, recurrenceOf, type Schedule, type Series, withNext } from './series.ts';
import type { SeriesWrites } from './series-deps.ts';

/** What is assigned on each date, and when. */
export interface NewSeries
  extends Pick<NewAssignment, 'templateId' | 'priority' | 'instructions' | 'answers'> {
  readonly assignee: Omit<Series['assignee'], 'mode'> & Partial<Pick<Series['assignee'], 'mode'>>;
  readonly schedule: Schedule;
  readonly leadDays: number;
}

/**
 * Has a template assigned from now on, again and again.
 * @throws AppError `not-found`, `forbidden`, `too-many`, `invalid-value` for a rule without a date in the future, and
 * what a single assignment would be refused with
 */
export const createSeries =
  (deps: SeriesWrites) =>
  async (tx: Tx, by: FormActor, input: NewSeries): Promise<Series> => {
    const { clock, ids, audit, directory } = deps;
    const { accountId, userId } = by;
    const { templateId, assignee, schedule, leadDays, priority = 'normal' } = input;
    const template = await lockTemplateWithRight(tx, directory, by, templateId, 'assign');
    const order = await checkOrder(deps)(tx, by, input);
    const calendar = await readCalendar(tx, accountId);
    await requireRoom(tx, accountId, template.id);
    const series = planned(
      {
        id: ids.next(),
        accountId,
        templateId: template.id,
        assignee: { ...order.assignee, mode: assignee.mode ?? 'each' },
        // As given: rows of shared lists that they name are read anew for each date.
        answers: input.answers ?? {},
        instructions: input.instructions,
        priority,
        schedule,
        leadDays,
        remaining: schedule.rule.count,
        pausedAt: undefined,
        sentBy: userId,
        createdAt: clock.now(),
      },
      calendar,
    );
    await insertSeries(tx, series, TZ_VERSION);
    await audit.append(tx, by, {
      action: 'series.create',
      targetType: 'Series',
      targetId: series.id,
      detail: { template: template.id, to: order.assignee.id },
    });
    return series;
  };

/** @throws AppError `invalid-value` at the rule */
function planned(series: Omit<Series, 'fromDay' | 'next'>, calendar: Calendar): Series {
  const { schedule, createdAt } = series;
  checkRecurrence(recurrenceOf(schedule, calendar));
  const fromDay = firstOpenDay(schedule.time, calendar.timeZone, createdAt);
  const whole = withNext({ ...series, fromDay, next: undefined }, calendar);
  if (!whole.next) throw noDate();
  return whole;
}

async function requireRoom(tx: Tx, accountId: string, templateId: string): Promise<void> {
  const there = await selectSeriesOf(tx, accountId, templateId);
  if (there.length < MAX_SERIES) return;
  throw fail('too-many', `A template has at most ${MAX_SERIES} series. End one of them first.`, {
    because: { reason: 'most-items', limit: MAX_SERIES },
  });
}
