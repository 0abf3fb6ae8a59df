// The vocabulary of the initial migration. Later migrations do not use it, so that it never has to change.
import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Expression,
  type ForeignKeyConstraintBuilder,
  sql,
} from 'kysely';
import type { Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';

/** Parts of a table definition that differ by engine. */
export interface Shape {
  /** The type of text that compares in code-point order: ids and keys. */
  readonly key: Expression<string>;
  /** Stores rows in the primary key itself, for small rows (SQLite). */
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

/** Defines `account_id` in tables that the other tables of an account refer to. */
export const ofAccount = (c: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  c.notNull().references('accounts.id');

export const startsAs =
  (value: number | string) =>
  (c: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    c.notNull().defaultTo(value);

/** Deletes a row together with the row that it refers to. */
export const cascade = (c: ForeignKeyConstraintBuilder): ForeignKeyConstraintBuilder =>
  c.onDelete('cascade');

/**
 * Returns an index to be executed. Its name is explicit, because queries on SQLite name indexes
 * (docs/decisions/0024-sqlite-is-told-which-index.md). The name of a unique one is `table__column`, which
 * `uniqueViolation` reads.
 */
export const index = (tx: Tx, name: string, table: string, columns: readonly string[]) =>
  tx.schema
    .createIndex(name)
    .on(table)
    .columns([...columns]);
