import { insertNotices } from '#notices/bell.store.ts';
import type { Instance } from './instance.ts';

/** Gives a person an unread notice of an export. @returns its id */
export function insertNotice(
  { services: { db, ids, clock } }: Instance,
  accountId: string,
  userId: string,
): Promise<string> {
  const [id, now] = [ids.next(), clock.now()];
  return db.transaction(async (tx) => {
    await insertNotices(tx, [
      {
        ...{ account_id: accountId, user_id: userId, id, kind: 'export-ready', key: id },
        ...{ subject_type: 'export', subjects: JSON.stringify([id]), count: 1 },
        ...{ by_user: null, outcome: 'done', at: now, read_at: null, changed_at: now },
      },
    ]);
    return id;
  });
}
