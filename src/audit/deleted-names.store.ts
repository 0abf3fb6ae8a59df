import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn, selectThrough } from '#db/dialect.ts';
import { readDetail } from './audit-item.ts';

/** The actions that delete something and keep its name, with the member of their detail that has it. */
const NAMES = { 'group.delete': 'displayName', 'template.delete': 'name' } as const;

/** Returns the names that deleted groups or templates had, by id, as the audit log keeps them. */
export async function deletedNames(
  db: Reader,
  accountId: string,
  action: keyof typeof NAMES,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const events = (index: 'by_target_id' | 'unlinked') =>
    selectThrough(db, 'audit_events', `audit_events_${index}`)
      .select(['target_id', 'detail'])
      .where('account_id', '=', accountId)
      .where('chain_seq', index === 'unlinked' ? 'is' : 'is not', null)
      .where('target_id', 'is not', null)
      .where(isIn(db, sql.ref('target_id'), ids))
      .where('action', '=', action);
  const rows = await events('by_target_id').unionAll(events('unlinked')).execute();
  return new Map(
    rows.flatMap((row) => {
      const name = readDetail(row)[NAMES[action]];
      return row.target_id !== null && typeof name === 'string' ? [[row.target_id, name]] : [];
    }),
  );
}
