import type { Reader } from '#db/database.ts';
import type { Row } from './list.ts';
import { findList } from './lists.store.ts';
import { selectStates, selectStatesBySeq, toRow } from './rows.store.ts';

/** A row that an answer names. */
export interface RowReference {
  readonly key: string;
  /** The state that was seen on the device; undefined: the present one. */
  readonly seq: number | undefined;
}

export interface FoundRow {
  /** The row now. */
  readonly row: Row;
  /** The row as it was seen; undefined when that state was never there or is no longer kept. */
  readonly seen: Row | undefined;
}

/** Returns the row of a reference, active or not; undefined when the list has none with its key. */
export type FindRow = (reference: RowReference) => FoundRow | undefined;

/** Reads the rows of a list that answers name. Two answers may name two states of one row. */
export async function lookUpRows(
  db: Reader,
  accountId: string,
  listId: string,
  references: readonly RowReference[],
): Promise<FindRow> {
  const list = await findList(db, accountId, listId);
  if (!list) return () => undefined;
  const keys = [...new Set(references.map(({ key }) => key))];
  const present = (await selectStates(db, list, keys)).map(toRow);
  const known = new Set(present.map(({ seq }) => seq));
  const others = references.flatMap(({ seq }) =>
    seq === undefined || known.has(seq) ? [] : [seq],
  );
  const past = (await selectStatesBySeq(db, list, [...new Set(others)])).map(toRow);
  const rows = new Map(present.map((row) => [row.key, row]));
  const states = new Map([...present, ...past].map((row) => [row.seq, row]));
  return ({ key, seq }) => {
    const row = rows.get(key);
    if (row === undefined) return undefined;
    const seen = seq === undefined ? row : states.get(seq);
    return { row, seen: seen?.key === key ? seen : undefined };
  };
}
