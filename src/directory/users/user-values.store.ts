import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { precompileLater } from '#db/precompile.ts';
import type { ValueRow } from '#directory/attributes/index-user.ts';

const columns = [
  'attribute',
  'ordinal',
  'value_key',
  'type_key',
  'is_primary',
  'folded',
] as const satisfies readonly (keyof ValueRow)[];

/** The most rows of one compiled statement; almost every user has fewer. */
const MOST_ROWS = 16;
const insertRows = Array.from({ length: MOST_ROWS }, (_, more) =>
  precompileLater<readonly unknown[]>((db, cells) => ({
    compile: () => {
      const width = 2 + columns.length;
      const rowAt = (at: number) =>
        sql`(${sql.join(Array.from({ length: width }, (_, c) => cells[width * at + c]))})`;
      return sql`
        insert into user_values
          (account_id, user_id, ${sql.join(columns.map((name) => sql.ref(name)))})
        values ${sql.join(Array.from({ length: more + 1 }, (_, at) => rowAt(at)))}
      `.compile(db);
    },
  })),
);

export async function insertUserValues(
  tx: Tx,
  accountId: string,
  userId: string,
  values: readonly ValueRow[],
): Promise<void> {
  for (let from = 0; from < values.length; from += MOST_ROWS) {
    const rows = values.slice(from, from + MOST_ROWS);
    const cells = rows.flatMap((row) => [accountId, userId, ...columns.map((name) => row[name])]);
    await insertRows[rows.length - 1]?.(tx, cells);
  }
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
  await insertUserValues(
    tx,
    user.accountId,
    user.id,
    changed.flatMap((name) => fresh.get(name) ?? []),
  );
}
