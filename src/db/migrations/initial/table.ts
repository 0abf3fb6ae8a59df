// The vocabulary of the initial migration. A later migration writes out what it needs, so that this stays as it is.
import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Expression,
  type ForeignKeyConstraintBuilder,
  sql,
} from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';

/** What the engines spell differently in a table definition. */
export interface Shape {
  /** Text that is compared in code-point order: ids and keys. */
  readonly key: Expression<string>;
  /** Rows stored in the primary key itself, for small rows (SQLite). */
  clustered<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C>;
}

export function shapeOf(tx: Tx): Shape {
  return engineOf(tx) === 'postgres'
    ? { key: sql<string>`text collate "C"`, clustered: (table) => table }
    : { key: sql<string>`text`, clustered: (table) => table.modifyEnd(sql`without rowid`) };
}

export const required = (c: ColumnDefinitionBuilder): ColumnDefinitionBuilder => c.notNull();

export const primary = (c: ColumnDefinitionBuilder): ColumnDefinitionBuilder => c.primaryKey();

/** `account_id` of the tables that everything else of an account refers to. */
export const ofAccount = (c: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  c.notNull().references('accounts.id');

export const startsAs =
  (value: number | string) =>
  (c: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    c.notNull().defaultTo(value);

/** The row is deleted with the row that it refers to. */
export const cascade = (c: ForeignKeyConstraintBuilder): ForeignKeyConstraintBuilder =>
  c.onDelete('cascade');

/**
 * An index, to be executed. Its name is written out, since queries on SQLite name indexes
 * (docs/decisions/0024-sqlite-is-told-which-index.md). A unique one is called `table__column`,
 * which `uniqueViolation` reads.
 */
export const index = (tx: Tx, name: string, table: string, columns: readonly string[]) =>
  tx.schema
    .createIndex(name)
    .on(table)
    .columns([...columns]);
