// Makes the shared lists whose rows an imported file has.
import type { Database } from '#db/database.ts';
import type { List, ListActor, Lists } from '#lists/index.ts';
import { selectUses } from '#templates/index.ts';
import type { FileList } from './file-list.ts';
import type { NamedList } from './match-lists.ts';

interface Deps {
  readonly db: Database;
  readonly lists: Pick<Lists, 'createList' | 'importRows' | 'removeList'>;
}

/**
 * Makes the lists that an import makes, each with all its rows, and runs `work` with them. If anything fails, it removes
 * them again. A list has too many rows for one transaction.
 * @throws AppError of {@link Lists}, and the errors of `work`
 */
export async function withMadeLists<T>(
  deps: Deps,
  by: ListActor,
  named: readonly NamedList[],
  work: (named: readonly NamedList[]) => Promise<T>,
): Promise<T> {
  const made: List[] = [];
  try {
    const all: NamedList[] = [];
    for (const each of named) {
      const { inFile, making } = each;
      if (inFile === undefined || making !== 'new') {
        all.push(each);
        continue;
      }
      const here = await deps.db.transaction((tx) =>
        deps.lists.createList(tx, by, shapeOf(inFile)),
      );
      made.push(here);
      await deps.lists.importRows(by, here.id, csvOf(inFile), { preview: false });
      all.push({ ...each, here });
    }
    return await work(all);
  } catch (error) {
    for (const { id } of made) {
      await deps.db.transaction(async (tx) => {
        // Somebody else may use it by now.
        const uses = await selectUses(tx, by.accountId, id);
        if (uses.length === 0) await deps.lists.removeList(tx, by, id, async () => []);
      });
    }
    throw error;
  }
}

const shapeOf = ({ name, columns }: FileList) => ({
  name,
  columns: columns.map((column) => ({ ...column, type: 'text' as const })),
  keyColumn: columns[0]?.key ?? '',
  labelColumn: columns[1]?.key ?? '',
});

/** Rows of one piece of a file. */
const AT_ONCE = 100;

/** Writes the rows as a file. Each cell is quoted, so that it is read as it is. */
async function* csvOf({ columns, rows = [] }: FileList): AsyncIterable<Uint8Array> {
  const lines = [columns.map(({ key }) => key), ...rows];
  for (let start = 0; start < lines.length; start += AT_ONCE) {
    const piece = lines.slice(start, start + AT_ONCE);
    yield Buffer.from(piece.map((cells) => `${cells.map(quoted).join(',')}\n`).join(''));
  }
}

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
