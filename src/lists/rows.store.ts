import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn, recordRows } from '#db/dialect.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { List, Row } from './list.ts';

type Of = Pick<List, 'accountId' | 'id'>;

/** The `until` of a state that is current. */
const CURRENT = 2_147_483_647;

/** A state of a row, as it is written. */
export interface RowState {
  readonly seq: number;
  readonly key: string;
  readonly label: string;
  readonly labelKey: string;
  readonly words: readonly string[];
  /** JSON. */
  readonly cells: string;
  readonly active: boolean;
  readonly revision: number;
}

const STATE = [
  'seq',
  'row_key',
  'label',
  'label_key',
  'words',
  'cells',
  'active',
  'revision',
] as const;

/** Returns the states that rows with these keys have in a version. */
export async function selectStates(
  db: Reader,
  { accountId, id, version }: Of & Pick<List, 'version'>,
  keys: readonly string[],
): Promise<readonly RowState[]> {
  const rows = await db
    .selectFrom('list_rows')
    .select(STATE)
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .where(isIn(db, sql.ref('row_key'), keys))
    .where('since', '<=', version)
    .where('until', '>', version)
    .execute();
  return rows.map(toState);
}

/** Returns the states with these sequence numbers, current or not, unless they were deleted meanwhile. */
export async function selectStatesBySeq(
  db: Reader,
  { accountId, id }: Of,
  seqs: readonly number[],
): Promise<readonly RowState[]> {
  if (seqs.length === 0) return [];
  const rows = await db
    .selectFrom('list_rows')
    .select(STATE)
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .where(isAmong(db, seqs))
    .execute();
  return rows.map(toState);
}

/** Returns states of a version after a sequence number, in order: all, or the active ones. */
export async function selectStatesAfter(
  db: Reader,
  { accountId, id, version }: Of & Pick<List, 'version'>,
  { seq, onlyActive }: { readonly seq: number; readonly onlyActive: boolean },
  limit: number,
): Promise<readonly RowState[]> {
  const rows = await db
    .selectFrom('list_rows')
    .select(STATE)
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .where('seq', '>', seq)
    .where('since', '<=', version)
    .where('until', '>', version)
    .$if(onlyActive, (r) => r.where('active', '=', 1))
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(toState);
}

/** Writes states that are seen from the version `since` on. */
export async function insertStates(
  tx: Tx,
  { accountId, id }: Of,
  since: number,
  states: readonly RowState[],
): Promise<void> {
  if (states.length === 0) return;
  const rows = recordRows(
    tx,
    states.map((state) => ({
      seq: state.seq,
      key: state.key,
      label: state.label,
      label_key: state.labelKey,
      words: textOfWords(state.words),
      cells: state.cells,
      active: state.active ? 1 : 0,
      revision: state.revision,
    })),
    {
      seq: 'bigint',
      key: 'text',
      label: 'text',
      label_key: 'text',
      words: 'text',
      cells: 'text',
      active: 'bigint',
      revision: 'bigint',
    },
    'r',
  );
  await sql`insert into list_rows
      (account_id, list_id, seq, row_key, since, until, active, revision, label_key, label, words, cells)
    select ${accountId}, ${id}, r.seq, r.key, cast(${since} as integer), cast(${CURRENT} as integer),
      r.active, r.revision, r.label_key, r.label, r.words, r.cells
    from ${rows}`.execute(tx);
  await insertWords(tx, { accountId, id }, states);
}

type Worded = Pick<RowState, 'seq' | 'words'>;

async function insertWords(
  tx: Tx,
  { accountId, id }: Of,
  states: readonly Worded[],
): Promise<void> {
  await sql`insert into list_words (account_id, list_id, word, seq)
    select ${accountId}, ${id}, r.word, r.seq from ${wordRows(tx, states)}`.execute(tx);
}

async function deleteWords(
  tx: Tx,
  { accountId, id }: Of,
  states: readonly Worded[],
): Promise<void> {
  await sql`delete from list_words where account_id = ${accountId} and list_id = ${id}
    and (word, seq) in (select r.word, r.seq from ${wordRows(tx, states)})`.execute(tx);
}

/** A state that is found by other words than before. */
export interface Reworded {
  readonly seq: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Stores the words of states that stay as they are. */
export async function replaceWords(
  tx: Tx,
  { accountId, id }: Of,
  states: readonly Reworded[],
): Promise<void> {
  if (states.length === 0) return;
  const without = (words: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return words.filter((word) => !known.has(word));
  };
  const gone = states.map(({ seq, before, after }) => ({ seq, words: without(before, after) }));
  const added = states.map(({ seq, before, after }) => ({ seq, words: without(after, before) }));
  await deleteWords(tx, { accountId, id }, gone);
  await insertWords(tx, { accountId, id }, added);
  const texts = recordRows(
    tx,
    states.map(({ seq, after }) => ({ seq, words: textOfWords(after) })),
    { seq: 'bigint', words: 'text' },
    'r',
  );
  // Materialized: SQLite would compare each row of the list with each of these.
  await sql`with r as materialized (select * from ${texts})
    update list_rows set words = r.words from r
    where account_id = ${accountId} and list_id = ${id} and list_rows.seq = r.seq`.execute(tx);
}

/** Ends states: they are seen in versions before `until` only. */
export async function endStates(
  tx: Tx,
  { accountId, id }: Of,
  until: number,
  seqs: readonly number[],
): Promise<void> {
  if (seqs.length === 0) return;
  await tx
    .updateTable('list_rows')
    .set({ until })
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .where(isAmong(tx, seqs))
    .execute();
}

/** Deletes states with their words. */
export async function deleteStates(
  tx: Tx,
  { accountId, id }: Of,
  states: readonly Worded[],
): Promise<void> {
  if (states.length === 0) return;
  await deleteWords(tx, { accountId, id }, states);
  await tx
    .deleteFrom('list_rows')
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .where(
      isAmong(
        tx,
        states.map(({ seq }) => seq),
      ),
    )
    .execute();
}

/** Makes states current again that a version, which never came, was to end. @returns how many, at most `limit` */
export async function restoreStates(
  tx: Tx,
  { accountId, id }: Of,
  until: number,
  limit: number,
): Promise<number> {
  const rows = await tx
    .selectFrom('list_rows')
    .select('seq')
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .where('until', '=', until)
    .limit(limit)
    .execute();
  await endStates(
    tx,
    { accountId, id },
    CURRENT,
    rows.map(({ seq }) => Number(seq)),
  );
  return rows.length;
}

/** Which states are to be deleted. */
export type Doomed =
  /** All of a list that was deleted. */
  | { readonly what: 'all' }
  /** Those with a higher sequence number, of a version that never came. */
  | { readonly what: 'staged'; readonly seq: number }
  /** Those that no version from this one on shows. */
  | { readonly what: 'superseded'; readonly version: number }
  /** The oldest inactive ones. */
  | { readonly what: 'inactive' };

/** Returns some of the states that are to be deleted. */
export async function selectDoomed(
  db: Reader,
  { accountId, id }: Of,
  doomed: Doomed,
  limit: number,
): Promise<readonly Worded[]> {
  const all = db
    .selectFrom('list_rows')
    .select(['seq', 'words'])
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .limit(limit);
  const chosen = () => {
    switch (doomed.what) {
      case 'staged':
        return all.where('seq', '>', doomed.seq);
      case 'superseded':
        return all.where('until', '<=', doomed.version).where('until', '<', CURRENT);
      case 'inactive':
        return all.where('active', '=', 0).where('until', '=', CURRENT).orderBy('seq');
      case 'all':
        return all;
    }
  };
  const rows = await chosen().execute();
  return rows.map(({ seq, words }) => ({ seq: Number(seq), words: wordsInText(words) }));
}

/** Returns a row as everybody sees it. */
export function toRow({ seq, key, label, active, revision, cells }: RowState): Row {
  const read: JsonObject = JSON.parse(cells);
  return { key, label, active, seq, revision, cells: read };
}

/** The columns of {@link toState}. */
export interface StateColumns {
  readonly seq: number;
  readonly row_key: string;
  readonly label: string;
  readonly label_key: string;
  readonly words: string;
  readonly cells: string;
  readonly active: number;
  readonly revision: number;
}

export const toState = (row: StateColumns): RowState => ({
  seq: Number(row.seq),
  key: row.row_key,
  label: row.label,
  labelKey: row.label_key,
  words: wordsInText(row.words),
  cells: row.cells,
  active: Number(row.active) === 1,
  revision: row.revision,
});

const textOfWords = (words: readonly string[]): string => ` ${words.join(' ')} `;
const wordsInText = (text: string): readonly string[] =>
  text.split(' ').filter((word) => word !== '');

const wordRows = (tx: Tx, states: readonly Worded[]) =>
  recordRows(
    tx,
    states.flatMap(({ seq, words }) => words.map((word) => ({ word, seq }))),
    { word: 'text', seq: 'bigint' },
    'r',
  );

const isAmong = (db: Reader, seqs: readonly number[]) =>
  sql<boolean>`seq in (select r.seq from ${recordRows(
    db,
    seqs.map((seq) => ({ seq })),
    { seq: 'bigint' },
    'r',
  )})`;
