import { insertScheduledExport } from '#scheduled-exports/scheduled-exports.store.ts';
import type { Instance } from './instance.ts';

/** Schedules an export of a template that does not exist. It is due in a day. @returns its id */
export function insertSchedule(
  { services: { db, ids, clock } }: Instance,
  accountId: string,
  ownerId: string,
): Promise<string> {
  const [id, now] = [ids.next(), clock.now()];
  return db.transaction(async (tx) => {
    await insertScheduledExport(tx, {
      ...{ accountId, id, ownerId, name: 'Weekly', templateId: ids.next(), viewId: undefined },
      ...{ kind: 'csv', options: { locale: 'en' }, delivery: 'mail' },
      ...{ schedule: { every: 'day', time: '06:00' }, createdAt: now, state: 'running' },
      ...{ reason: undefined, fromDay: '2030-01-01', nextAt: now + 86_400_000 },
    });
    return id;
  });
}
