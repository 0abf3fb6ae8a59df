import type SqliteDatabase from 'better-sqlite3';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { CopiedColumn, Table } from './rows.ts';

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  /** The position in the primary key, from 1; 0 for other columns. */
  readonly pk: number;
}

const TYPES: Readonly<Record<string, CopiedColumn['type']>> = {
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'real',
};

/** Returns the tables of a database, each behind those that its foreign keys refer to. */
export function tablesOf(handle: SqliteDatabase.Database): readonly Table[] {
  const names = handle
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!' order by name",
    )
    .pluck()
    .all();
  return inOrder(names, (name) => parentsOf(handle, name)).map((name) => describe(handle, name));
}

function describe(handle: SqliteDatabase.Database, name: string): Table {
  const found = handle
    .prepare<[string], ColumnInfo>('select name, type, pk from pragma_table_info(?) order by cid')
    .all(name);
  const columns = found.map((column) => {
    const type = TYPES[column.type.toLowerCase()];
    if (type === undefined) {
      throw new CommandFailure(
        `The column ${name}.${column.name} has the type ${column.type}, which can't be copied.`,
      );
    }
    return { name: column.name, type };
  });
  const key = found
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map((column) => column.name);
  if (key.length === 0) throw new CommandFailure(`The table ${name} has no primary key.`);
  return { name, columns, key };
}

const parentsOf = (handle: SqliteDatabase.Database, name: string): readonly string[] =>
  handle
    .prepare<[string], string>('select distinct "table" from pragma_foreign_key_list(?)')
    .pluck()
    .all(name)
    .filter((parent) => parent !== name);

/** Puts parents before their children, and otherwise keeps the order. */
function inOrder(
  names: readonly string[],
  parents: (name: string) => readonly string[],
): readonly string[] {
  const done = new Set<string>();
  const visit = (name: string, below: readonly string[]): void => {
    if (done.has(name)) return;
    if (below.includes(name)) {
      throw new CommandFailure(`The table ${name} refers to itself through other tables.`);
    }
    for (const parent of parents(name)) visit(parent, [...below, name]);
    done.add(name);
  };
  for (const name of names) visit(name, []);
  return [...done];
}
