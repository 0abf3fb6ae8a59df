import { insertNotices } from '#notices/bell.store.ts';
import { insertSchedule } from './inserted-schedule.ts';
import type { Instance } from './instance.ts';

/** Gives a person an unread notice of a scheduled export of theirs that failed. @returns its id */
export async function insertNotice(
  instance: Instance,
  accountId: string,
  userId: string,
): Promise<string> {
  const { db, ids, clock } = instance.services;
  const subject = await insertSchedule(instance, accountId, userId);
  const [id, now] = [ids.next(), clock.now()];
  return db.transaction(async (tx) => {
    await insertNotices(tx, [
      {
        ...{ account_id: accountId, user_id: userId, id, kind: 'delivery-failing', key: id },
        ...{ subject_type: 'scheduled-export', subjects: JSON.stringify([subject]), count: 1 },
        ...{ by_user: null, outcome: 'failed', at: now, read_at: null, changed_at: now },
      },
    ]);
    return id;
  });
}
