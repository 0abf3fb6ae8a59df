import { sql } from 'kysely';
import type { Reader } from './dialect.ts';
import type { Tables } from './tables.ts';

/** A text that only the holder of the master key can read. */
export interface SealedText {
  readonly accountId: string;
  readonly id: string;
  /** What it is sealed for. */
  readonly context: string;
  readonly sealed: string;
}

/** Where texts lie sealed, so that they can be moved to another master key. Named by the domain that keeps them. */
export interface SealedPlace {
  /** For people, in the plural. */
  readonly name: string;
  /** Those behind `after`, or the first ones, in the order of their accounts and ids. */
  list(db: Reader, after: SealedText | undefined, limit: number): Promise<readonly SealedText[]>;
  /** @returns false when it is not there any more as it was read: whoever changed it sealed it anew */
  replace(db: Reader, text: SealedText, sealed: string): Promise<boolean>;
}

interface SealedColumn {
  readonly name: string;
  readonly table: keyof Tables & string;
  readonly column: string;
  /** The column that tells the texts of an account from each other. */
  readonly id: string;
  contextOf(accountId: string, id: string): string;
}

/** A column of sealed texts; null where there is none. */
export function sealedColumn({ name, table, column, id, contextOf }: SealedColumn): SealedPlace {
  const from = sql.table(table);
  const text = sql.ref(column);
  const own = sql.ref(id);
  return {
    name,
    async list(db, after, limit) {
      const { rows } = await sql<Omit<SealedText, 'context'>>`
        select account_id as "accountId", ${own} as "id", ${text} as "sealed" from ${from}
        where (account_id, ${own}) > (${after?.accountId ?? ''}, ${after?.id ?? ''})
          and ${text} is not null
        order by account_id, ${own} limit ${limit}`.execute(db);
      return rows.map((row) => ({ ...row, context: contextOf(row.accountId, row.id) }));
    },
    async replace(db, { accountId, id: which, sealed: before }, sealed) {
      const { numAffectedRows } = await sql`
        update ${from} set ${text} = ${sealed}
        where account_id = ${accountId} and ${own} = ${which} and ${text} = ${before}`.execute(db);
      return numAffectedRows === 1n;
    },
  };
}
