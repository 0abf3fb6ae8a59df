import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { precompile, precompileLater } from '#db/precompile.ts';
import type { SearchKind } from '#db/search-tables.ts';

/** A thing that is found by its words. */
export interface Searchable {
  readonly accountId: string;
  readonly kind: SearchKind;
  readonly id: string;
}

const readText = precompile<{ words: string }, Searchable>((db, { accountId, kind, id }) =>
  db
    .selectFrom('search_texts')
    .select('words')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('id', '=', id),
);

interface Indexed extends Searchable {
  readonly words: string;
}

const writeText = precompileLater<Indexed>((db, { accountId, kind, id, words }) => ({
  compile: () =>
    sql`insert into search_texts (account_id, kind, id, words) values (${accountId}, ${kind}, ${id}, ${words})
      on conflict (account_id, kind, id) do update set words = excluded.words`.compile(db),
}));

/** Most rows of one insert. An insert is compiled for each number of rows; few things have more words. */
const MOST_ROWS = 8;
const insertRows = Array.from({ length: MOST_ROWS }, (_, more) =>
  precompileLater<readonly string[]>((db, cells) => ({
    compile: () => {
      const rowAt = (at: number) => sql`(${sql.join([0, 1, 2, 3].map((c) => cells[4 * at + c]))})`;
      const rows = sql.join(Array.from({ length: more + 1 }, (_, at) => rowAt(at)));
      return sql`insert into search_words (account_id, kind, word, id) values ${rows}`.compile(db);
    },
  })),
);

/** Returns the stored words as {@link updateText} wrote them; undefined when the thing was never indexed. */
export async function findText(tx: Tx, thing: Searchable): Promise<string | undefined> {
  const [row] = await readText(tx, thing);
  return row?.words;
}

export async function updateText(tx: Tx, thing: Searchable, words: string): Promise<void> {
  await writeText(tx, { ...thing, words });
}

export async function deleteText(tx: Tx, { accountId, kind, id }: Searchable): Promise<void> {
  await tx
    .deleteFrom('search_texts')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

export async function insertWords(
  tx: Tx,
  { accountId, kind, id }: Searchable,
  words: readonly string[],
): Promise<void> {
  for (let from = 0; from < words.length; from += MOST_ROWS) {
    const rows = words.slice(from, from + MOST_ROWS);
    const cells = rows.flatMap((word) => [accountId, kind, word, id]);
    await insertRows[rows.length - 1]?.(tx, cells);
  }
}

export async function deleteWords(
  tx: Tx,
  { accountId, kind, id }: Searchable,
  words: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('search_words')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where((eb) => isIn(tx, eb.ref('word'), words))
    .where('id', '=', id)
    .execute();
}
