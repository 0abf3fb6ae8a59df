import { TZ_VERSION } from '#recurrence/index.ts';
import { insertSeries } from '#series/series.store.ts';
import type { Instance } from './instance.ts';

/** Makes a series of a template for the user themselves. @returns its id */
export async function makeSeries(
  { services }: Instance,
  accountId: string,
  templateId: string,
  userId: string,
): Promise<string> {
  const id = services.ids.next();
  const series = {
    ...{ id, accountId, templateId, answers: {}, instructions: undefined },
    priority: 'normal',
    assignee: { type: 'User', id: userId, mode: 'each' },
    schedule: {
      rule: { frequency: 'yearly' },
      start: '2100-01-01',
      time: '09:00',
      holidays: 'keep',
    },
    ...{ leadDays: 0, remaining: undefined, pausedAt: undefined, sentBy: userId, createdAt: 0 },
    ...{ fromDay: '2100-01-01', next: undefined },
  } as const;
  // With today's version of the time zones, so that no job changes it meanwhile.
  await services.db.transaction((tx) => insertSeries(tx, series, TZ_VERSION));
  return id;
}
