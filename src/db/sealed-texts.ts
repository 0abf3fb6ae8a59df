import { sql } from 'kysely';
import type { Reader } from './dialect.ts';
import type { Tables } from './tables.ts';

/** A text sealed with the master key. */
export interface SealedText {
  readonly accountId: string;
  readonly id: string;
  /** The context that it is sealed for. */
  readonly context: string;
  readonly sealed: string;
}

/** A set of sealed texts that can be moved to another master key. The domain that stores them defines it. */
export interface SealedTexts {
  /** Plural, for people. */
  readonly name: string;
  /** The column that they are in; undefined if they are not in one of an account. */
  readonly column?: SealedColumn;
  /** Returns the texts after `after`, or the first ones, ordered by account and id. */
  list(db: Reader, after: SealedText | undefined, limit: number): Promise<readonly SealedText[]>;
  /**
   * Replaces a text.
   * @returns false if it has changed since it was read, which means that its writer sealed it again
   */
  replace(db: Reader, text: SealedText, sealed: string): Promise<boolean>;
}

export interface SealedColumn {
  readonly table: keyof Tables & string;
  readonly column: string;
  /** The column that identifies a text within an account. */
  readonly id: string;
  contextOf(accountId: string, id: string): string;
}

/** Returns the sealed texts of a column; rows without one are skipped: null, or empty since a restore without the key. */
export function sealedColumn({
  name,
  ...sealed
}: SealedColumn & { readonly name: string }): SealedTexts {
  const { table, column, id, contextOf } = sealed;
  const from = sql.table(table);
  const text = sql.ref(column);
  const own = sql.ref(id);
  return {
    name,
    column: sealed,
    async list(db, after, limit) {
      const { rows } = await sql<Omit<SealedText, 'context'>>`
        select account_id as "accountId", ${own} as "id", ${text} as "sealed" from ${from}
        where (account_id, ${own}) > (${after?.accountId ?? ''}, ${after?.id ?? ''})
          and ${text} <> ''
        order by account_id, ${own} limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, context: contextOf(row.accountId, row.id) }));
    },
    async replace(db, { accountId, id: which, sealed: before }, after) {
      const { numAffectedRows } = await sql`
        update ${from} set ${text} = ${after}
        where account_id = ${accountId} and ${own} = ${which} and ${text} = ${before}`.execute(db);
      return numAffectedRows === 1n;
    },
  };
}
