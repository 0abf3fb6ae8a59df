import {
  BATCH_ROWS,
  type Digest,
  digestTable,
  eachBatch,
  type RowSource,
  type RowTarget,
  type Table,
} from './rows.ts';

/** Called after each batch, with how many rows of a table the target has. */
export type Report = (table: Table, rows: number) => void;

/** Copies the rows that a table of the target does not have yet, in batches that are stored whole. */
export async function copyTable(
  source: RowSource,
  target: RowTarget,
  table: Table,
  report: Report = () => undefined,
): Promise<void> {
  let rows = await target.count(table);
  const after = rows === 0 ? undefined : await target.lastKey(table);
  await eachBatch(source, table, after, async (batch) => {
    for (let at = 0; at < batch.length; at += BATCH_ROWS) {
      await target.write(table, batch.slice(at, at + BATCH_ROWS));
    }
    rows += batch.length;
    report(table, rows);
  });
}

/** The rows of a table differ from what they are compared with. */
export interface Difference {
  readonly table: string;
  readonly wanted: Digest;
  readonly found: Digest;
}

/** Reads all tables, and returns what they hold by the name of the table. */
export async function digestTables(
  source: RowSource,
  tables: readonly Table[],
): Promise<Readonly<Record<string, Digest>>> {
  const digests: Record<string, Digest> = {};
  for (const table of tables) digests[table.name] = await digestTable(source, table);
  return digests;
}

/** Returns the first table that differs; undefined if all are equal. */
export function findDifference(
  wanted: Readonly<Record<string, Digest>>,
  found: Readonly<Record<string, Digest>>,
): Difference | undefined {
  const none: Digest = { rows: 0, sha256: '' };
  for (const table of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [mine = none, theirs = none] = [wanted[table], found[table]];
    if (mine.rows !== theirs.rows || mine.sha256 !== theirs.sha256) {
      return { table, wanted: mine, found: theirs };
    }
  }
  return undefined;
}
