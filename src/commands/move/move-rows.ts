import { copyTable, digestTables, findDifference } from '#commands/rows/copy-rows.ts';
import { digestTable, type Table } from '#commands/rows/rows.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Progress } from '#commands/shell/progress.ts';
import { counted } from '#kernel/counted.ts';
import type { End } from './ends.ts';

/** The table of schema steps. It is written last, since its mark is what keeps the target from being served. */
const STEPS = 'migrations';
/** Triggers of the target write them when forms arrive. */
const WRITTEN_THERE: readonly string[] = ['form_counts', 'form_count_changes'];

const isCopied = ({ name }: Table): boolean => !WRITTEN_THERE.includes(name);

export interface Moved {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Copies all rows that the target does not have yet, and compares every table. The source is read as of one moment.
 * @param beforeEnd called when the rows are there and the target is still marked as incomplete
 * @throws CommandFailure if a table differs; then the target stays marked
 */
export async function moveRows(
  source: End,
  target: End,
  tables: readonly Table[],
  { progress, beforeEnd }: { readonly progress: Progress; readonly beforeEnd: () => Promise<void> },
): Promise<Moved> {
  const data = tables.filter((table) => table.name !== STEPS && isCopied(table));
  for (const table of data) {
    const all = await source.rows.count(table);
    await copyTable(source.rows, target.rows, table, (_, rows) => progress(table.name, rows, all));
  }
  const wanted = await digestTables(source.rows, data);
  requireEqual(wanted, await digestTables(target.rows, data));
  await beforeEnd();
  const steps = tables.filter(({ name }) => name === STEPS);
  await target.exec('begin');
  try {
    await target.exec(`delete from ${STEPS}`);
    for (const table of steps) {
      await copyTable(source.rows, target.rows, table);
      const theirs = await digestTable(source.rows, table);
      requireEqual({ [STEPS]: theirs }, { [STEPS]: await digestTable(target.rows, table) });
    }
    await target.exec('commit');
  } catch (error) {
    await target.exec('rollback');
    throw error;
  }
  const rows = Object.values(wanted).reduce((sum, digest) => sum + digest.rows, 0);
  return { tables: tables.length, rows };
}

/**
 * Compares two storages table by table.
 * @returns undefined as soon as one differs
 */
export async function compareMovedRows(
  source: End,
  target: End,
  tables: readonly Table[],
): Promise<Moved | undefined> {
  let rows = 0;
  for (const table of tables.filter(isCopied)) {
    const wanted = await digestTable(source.rows, table);
    const found = await digestTable(target.rows, table);
    if (wanted.sha256 !== found.sha256) return undefined;
    if (table.name !== STEPS) rows += wanted.rows;
  }
  return { tables: tables.length, rows };
}

type Digests = Awaited<ReturnType<typeof digestTables>>;

function requireEqual(wanted: Digests, found: Digests): void {
  const difference = findDifference(wanted, found);
  if (difference === undefined) return;
  const counts = `${counted(difference.found.rows, 'row')} where the source has ${difference.wanted.rows}`;
  throw new CommandFailure(
    `The table ${difference.table} is not equal in the target: ${counts}, or others. The source was changed since the move began, or the target was. Empty the target and move again; the source is as it was.`,
  );
}
