import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isIn } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import { fail } from '#kernel/errors.ts';
import { quote } from './quote.ts';

const findManager = precompile<{ id: string }>((db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', '')
    .where('id', '=', '')
    .where('protected', '=', sql.lit<0>(0))
    // The manager must not vanish before this transaction ends.
    .$if(engineOf(db) === 'postgres', (query) => query.forKeyShare()),
);

/** @throws AppError `unknown-manager` unless the id names a user whom provisioning can see */
export async function requireManager(tx: Tx, accountId: string, id: string): Promise<void> {
  const [manager] = await findManager(tx, [accountId, id]);
  if (manager) return;
  throw fail('unknown-manager', `There is no user with the id ${quote(id)} to be the manager.`, {
    at: 'manager',
  });
}

/** displayName by user id. */
export async function readManagerNames(
  db: Reader,
  accountId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('account_id', '=', accountId)
    .where((eb) => isIn(db, eb.ref('id'), userIds))
    .execute();
  return new Map(
    rows.flatMap(({ id, display_name }) => (display_name === null ? [] : [[id, display_name]])),
  );
}

/** Who reported to a user reports to nobody: a change of their own record. */
export async function releaseReports(
  tx: Tx,
  accountId: string,
  managerId: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ manager_id: null, version: eb('version', '+', 1), updated_at: now }))
    .where('account_id', '=', accountId)
    .where('manager_id', '=', managerId)
    .execute();
}
