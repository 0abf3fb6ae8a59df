import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type { ValueRow } from './index-user.ts';

export async function insertValues(
  tx: Tx,
  accountId: string,
  userId: string,
  values: readonly ValueRow[],
): Promise<void> {
  if (values.length === 0) return;
  const rows = values.map((value) => ({ account_id: accountId, user_id: userId, ...value }));
  await tx.insertInto('user_values').values(rows).execute();
}

/** Writes the value rows of those attributes that differ, and no others. */
export async function replaceValues(
  tx: Tx,
  user: { readonly accountId: string; readonly id: string },
  before: readonly ValueRow[],
  after: readonly ValueRow[],
): Promise<void> {
  const old = Map.groupBy(before, ({ attribute }) => attribute);
  const fresh = Map.groupBy(after, ({ attribute }) => attribute);
  const changed = [...new Set([...old.keys(), ...fresh.keys()])].filter(
    (name) => !isDeepStrictEqual(old.get(name), fresh.get(name)),
  );
  if (changed.length === 0) return;
  await tx
    .deleteFrom('user_values')
    .where('account_id', '=', user.accountId)
    .where('user_id', '=', user.id)
    .where('attribute', 'in', changed)
    .execute();
  await insertValues(
    tx,
    user.accountId,
    user.id,
    changed.flatMap((name) => fresh.get(name) ?? []),
  );
}
