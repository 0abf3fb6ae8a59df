import { sql } from 'kysely';
import { isIn, type Reader } from '#db/dialect.ts';
import type { PageRow } from './find-page.store.ts';

type Row = Pick<PageRow, 'type' | 'id'>;

/** So few resources are read at once whatever their size. */
const FEW = 4;
/** The most resources that are read at a time: their derived data grows with their number. */
const MAX_ROWS = 250;
/** The most bytes of attributes that are read at a time, unless a single resource has more. */
const MAX_BYTES = 512 * 1024;

/**
 * Splits the resources of a page into windows, each small enough to be read, parsed and written in one turn of the
 * event loop (decision 51), because each of a thousand may have 262,144 characters. Resources that were found to be
 * deleted meanwhile are left out.
 */
export async function windowsOf<R extends Row>(
  db: Reader,
  accountId: string,
  rows: readonly R[],
): Promise<readonly (readonly R[])[]> {
  if (rows.length <= FEW) return rows.length === 0 ? [] : [rows];
  const sizes = {
    User: await sizesOf(db, 'users', accountId, idsOf(rows, 'User')),
    Group: await sizesOf(db, 'groups', accountId, idsOf(rows, 'Group')),
  };
  const windows: R[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = sizes[row.type].get(row.id);
    if (size === undefined) continue;
    const last = windows.at(-1);
    if (last && last.length < MAX_ROWS && bytes + size <= MAX_BYTES) {
      last.push(row);
      bytes += size;
    } else {
      windows.push([row]);
      bytes = size;
    }
  }
  return windows;
}

const idsOf = (rows: readonly Row[], type: Row['type']): readonly string[] =>
  rows.flatMap((row) => (row.type === type ? row.id : []));

/** Neither engine reads a long text to tell its length in bytes. */
async function sizesOf(
  db: Reader,
  table: 'users' | 'groups',
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom(table)
    .select(['id', sql<number>`octet_length(attributes)`.as('bytes')])
    .where('account_id', '=', accountId)
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .execute();
  return new Map(found.map(({ id, bytes }) => [id, bytes]));
}
