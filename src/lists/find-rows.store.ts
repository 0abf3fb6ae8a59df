import { type RawBuilder, sql } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import { containsText, throughIndex, withinDeadline } from '#db/dialect.ts';
import type { List } from './list.ts';
import type { Term, Words } from './lists-deps.ts';
import { type RowState, type StateColumns, toState } from './rows.store.ts';

/** A term with more matches than this only narrows the others; without others, the rows are read in their order. */
const MOST_MATCHES = 4000;
/** Matches of one term that are looked for in those of the others. */
const MOST_COUNTED = 30_000;

export interface RowSearch {
  readonly list: Pick<List, 'accountId' | 'id' | 'version'>;
  /** A row must have all of them. */
  readonly terms: readonly Term[];
  readonly active: boolean;
  /** The label key and the sequence number of the last row of the page before. */
  readonly after: readonly string[] | undefined;
  readonly limit: number;
}

/** Returns the rows that have all terms, by label. @throws AppError `query-too-slow`, `busy`. */
export async function findRows(
  db: Database,
  words: Pick<Words, 'rangeOf'>,
  search: RowSearch,
): Promise<readonly RowState[]> {
  const { list, terms, active, after, limit } = search;
  const narrow = await narrowTerms(db, words, search);
  const [labelKey = '', seq = '0'] = after ?? [];
  const seqs = narrow.map((term) => sql`select seq from (${seqsWith(words, list, term)}) as one`);
  const from =
    narrow.length === 0
      ? throughIndex(db.reader, 'list_rows', 'r', 'list_rows_by_label')
      : // `cross join` makes SQLite keep this order.
        sql`(select distinct seq from (${sql.join(seqs, sql` intersect `)}) as each_one) as f cross join list_rows as r`;
  const others = terms
    .filter((term) => !narrow.includes(term))
    .map((term) => sql` and ${hasTerm(db.reader, term)}`);
  const query = sql<StateColumns>`
    select r.seq, r.row_key, r.label, r.label_key, r.words, r.cells, r.active, r.revision
    from ${from}
    where r.account_id = ${list.accountId} and r.list_id = ${list.id}
      ${narrow.length === 0 ? sql`` : sql`and r.seq = f.seq`}
      and r.active = ${sql.lit(active ? 1 : 0)}
      and r.since <= ${list.version} and r.until > ${list.version}
      ${after === undefined ? sql`` : sql`and (r.label_key, r.seq) > (${labelKey}, ${Number(seq)})`}
      ${sql.join(others, sql``)}
      and ${withinDeadline(db.reader, sql.ref('r.seq'))}
    order by r.label_key, r.seq limit ${limit}`;
  const rows = await db.scan<StateColumns>({ compile: () => query.compile(db.reader) });
  return rows.map(toState);
}

/** Returns the labels of all rows that are offered, in their order. */
export async function activeLabels(
  db: Reader,
  { accountId, id, version }: Pick<List, 'accountId' | 'id' | 'version'>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('list_rows')
    .select('label')
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .where('active', '=', 1)
    .where('since', '<=', version)
    .where('until', '>', version)
    .orderBy('label_key')
    .orderBy('seq')
    .execute();
  return rows.map(({ label }) => label);
}

/**
 * Returns the terms whose rows are read one by one: those with few matches, or several with more matches that few rows
 * have all of. Without the latter, two common words that hardly any row has both would be searched in all rows.
 */
async function narrowTerms(
  db: Database,
  words: Pick<Words, 'rangeOf'>,
  { list, terms }: RowSearch,
): Promise<readonly Term[]> {
  if (terms.length === 0) return [];
  const counts = await countEach(
    db,
    terms.map((term) => sql`${seqsWith(words, list, term)} limit ${MOST_COUNTED + 1}`),
  );
  const few = terms.filter((_, at) => (counts[at] ?? 0) <= MOST_MATCHES);
  const counted = terms.filter((_, at) => (counts[at] ?? 0) <= MOST_COUNTED);
  if (few.length > 0 || counted.length < 2) return few;
  const seqs = counted.map((term) => sql`select seq from (${seqsWith(words, list, term)}) as one`);
  const [common = 0] = await countEach(db, [
    sql`${sql.join(seqs, sql` intersect `)} limit ${MOST_MATCHES + 1}`,
  ]);
  return common <= MOST_MATCHES ? counted : [];
}

/** Returns the number of rows of each query. */
async function countEach(
  db: Database,
  queries: readonly RawBuilder<unknown>[],
): Promise<readonly number[]> {
  const counts = queries.map(
    (query, at) => sql`select ${sql.lit(at)} as at, (
      select count(*) from (${query}) as counted
    ) as matches`,
  );
  const all = sql<{ at: number; matches: number | string }>`${sql.join(counts, sql` union all `)}`;
  const rows = await db.scan<{ at: number; matches: number | string }>({
    compile: () => all.compile(db.reader),
  });
  const found = new Map(rows.map(({ at, matches }) => [Number(at), Number(matches)]));
  return queries.map((_, at) => found.get(at) ?? 0);
}

function seqsWith(
  { rangeOf }: Pick<Words, 'rangeOf'>,
  { accountId, id }: RowSearch['list'],
  term: Term,
): RawBuilder<unknown> {
  const ranges = term.map((alternative) => {
    const [from, to] = rangeOf(alternative);
    return sql`select w.seq from list_words as w
      where w.account_id = ${accountId} and w.list_id = ${id} and w.word >= ${from} and w.word < ${to}`;
  });
  return sql.join(ranges, sql` union all `);
}

const hasTerm = (db: Reader, term: Term): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    term.map(({ text, isWhole }) =>
      containsText(db, sql.ref('r.words'), ` ${text}${isWhole ? ' ' : ''}`),
    ),
    sql` or `,
  )})`;
