import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { SearchKind } from '#db/search-tables.ts';
import { wordsOf } from './words.ts';

/** Something that lists search for. */
export interface Searchable {
  readonly accountId: string;
  readonly kind: SearchKind;
  readonly id: string;
}

export interface SearchText {
  readonly texts: readonly string[];
  /** Found as `#12`. */
  readonly number?: number | undefined;
}

const readText = precompile<{ words: string }>((db) =>
  db
    .selectFrom('search_texts')
    .select('words')
    .where('account_id', '=', '')
    .where('kind', '=', 'user')
    .where('id', '=', ''),
);

const writeText = precompile((db) => ({
  compile: () =>
    sql`insert into search_texts (account_id, kind, id, words) values (${''}, ${''}, ${''}, ${''})
      on conflict (account_id, kind, id) do update set words = excluded.words`.compile(db),
}));

/** Compiled for one word, two words, ...: almost nothing has more. */
const MOST_ROWS = 8;
const insertRows = Array.from({ length: MOST_ROWS }, (_, more) =>
  precompile((db) => ({
    compile: () => {
      const row = sql`(${''}, ${''}, ${''}, ${''})`;
      const rows = sql.join(Array.from({ length: more + 1 }, () => row));
      return sql`insert into search_words (account_id, kind, word, id) values ${rows}`.compile(db);
    },
  })),
);

/**
 * What something is found by from now on; only words that differ are written.
 * @param options.isNew saves looking for what it was found by
 */
export async function indexWords(
  tx: Tx,
  { accountId, kind, id }: Searchable,
  { texts, number }: SearchText,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<void> {
  const words = wordsOf(texts, number);
  const text = ` ${words.join(' ')} `;
  const [stored] = isNew ? [] : await readText(tx, [accountId, kind, id]);
  if (stored?.words === text) return;
  const before = new Set(stored?.words.split(' ').filter((word) => word !== ''));
  const added = words.filter((word) => !before.delete(word));
  if (before.size > 0) await deleteWords(tx, { accountId, kind, id }, [...before]);
  for (let from = 0; from < added.length; from += MOST_ROWS) {
    const rows = added.slice(from, from + MOST_ROWS);
    const parameters = rows.flatMap((word) => [accountId, kind, word, id]);
    await insertRows[rows.length - 1]?.(tx, parameters);
  }
  await writeText(tx, [accountId, kind, id, text]);
}

/** It is found by nothing any more. */
export async function forgetWords(tx: Tx, thing: Searchable): Promise<void> {
  const { accountId, kind, id } = thing;
  const [stored] = await readText(tx, [accountId, kind, id]);
  if (!stored) return;
  await deleteWords(
    tx,
    thing,
    stored.words.split(' ').filter((word) => word !== ''),
  );
  await tx
    .deleteFrom('search_texts')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

async function deleteWords(
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
