// Reads SQLite's plan of a statement, and says what it costs in an account with a million rows.
import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';

/** A statement with the steps of its plan. */
export interface Planned {
  readonly sql: string;
  readonly steps: readonly string[];
}

/** What plans are read against. */
export interface PlanSchema {
  readonly tables: ReadonlySet<string>;
  /** Of each table, the columns of its primary key and of each unique index. */
  readonly keys: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The table of each index. */
  readonly indexes: ReadonlyMap<string, string>;
  /** Indexes that hold only some rows of a table. Those of all rows that are not deleted are none of them. */
  readonly partialIndexes: ReadonlySet<string>;
}

/** A step of a plan that reads many rows of a table. */
interface WideRead {
  readonly table: string;
  /** The conditions that the index answers, beside the account, such as `status=?`. */
  readonly by: ReadonlySet<string>;
  readonly isScan: boolean;
}

export async function readPlanSchema(db: Reader): Promise<PlanSchema> {
  const { rows: keys } = await sql<{ table: string; columns: string }>`
    select m.name as "table", (select group_concat(c.name) from pragma_index_info(i.name) c) as columns
    from sqlite_schema m join pragma_index_list(m.name) i
    where m.type = 'table' and i."unique" = 1 and i.partial = 0`.execute(db);
  const { rows: indexes } = await sql<{ name: string; table: string; source: string | null }>`
    select name, tbl_name as "table", sql as source from sqlite_schema where type = 'index'`.execute(
    db,
  );
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table'`.execute(db);
  const isOfSome = (source: string | null) =>
    source !== null && / where (?!\(?"?deleted_at"? is null\)?\s*$)/i.test(source);
  return {
    tables: new Set(tables.map(({ name }) => name)),
    keys: new Map(
      Object.entries(Object.groupBy(keys, ({ table }) => table)).map(([table, all = []]) => [
        table,
        all.map(({ columns }) => columns.split(',')),
      ]),
    ),
    indexes: new Map(indexes.map(({ name, table }) => [name, table])),
    partialIndexes: new Set(
      indexes.filter(({ source }) => isOfSome(source)).map(({ name }) => name),
    ),
  };
}

/**
 * Returns the faults of statements, each with its plan: reading a table from end to end, reading all rows of an account,
 * and sorting rows that no key limits.
 * @param few the reads that find few rows in any account, such as `memberships member_id=?`
 */
export function costlyReads(
  planned: readonly Planned[],
  schema: PlanSchema,
  few: ReadonlySet<string>,
): ReadonlyMap<string, Planned> {
  const faults = new Map<string, Planned>();
  for (const each of planned) {
    const reads = wideReads(each, schema, few);
    for (const { table, isScan, by } of reads) {
      if (isScan) faults.set(`scans ${table}`, each);
      else if (by.size === 0 && !/\blimit\b/i.test(each.sql))
        faults.set(`reads all ${table}`, each);
    }
    const doesSort = each.steps.some((step) => /^USE TEMP B-TREE FOR .*ORDER BY$/.test(step));
    if (doesSort && reads.length > 0) faults.set(`sorts ${tablesOf(reads)}`, each);
  }
  return faults;
}

/**
 * Returns the statements that a filter adds or changes, if no index answers the filter: they look at each row that the
 * list has without it.
 * @param column of the filter, if it has the same name: the list may have it already, with another value
 */
export function unansweredFilters(
  column: string,
  unfiltered: readonly Planned[],
  filtered: readonly Planned[],
  schema: PlanSchema,
  few: ReadonlySet<string>,
): ReadonlyMap<string, Planned> {
  const known = new Set(unfiltered.map(({ sql }) => sql));
  const conditionsOf = ({ table, by }: WideRead) => [...by].map((each) => `${table} ${each}`);
  const before = new Set(
    unfiltered.flatMap((each) => wideReads(each, schema, few)).flatMap(conditionsOf),
  );
  const faults = new Map<string, Planned>();
  for (const each of filtered.filter(({ sql }) => !known.has(sql))) {
    const reads = wideReads(each, schema, few);
    const isAnswered = reads.some(
      (read) => read.by.has(`${column}=?`) || conditionsOf(read).some((each) => !before.has(each)),
    );
    if (reads.length > 0 && !isAnswered) faults.set(`walks ${tablesOf(reads)}`, each);
  }
  return faults;
}

const tablesOf = (reads: readonly WideRead[]): string =>
  [...new Set(reads.map(({ table }) => table))].join(' + ');

const SUBQUERY = /^(?:CO-ROUTINE|MATERIALIZE) (\S+)$/;

/** Returns the steps that may read many rows: not those that find one row by its key. */
function wideReads(
  { sql, steps }: Planned,
  { tables, keys, indexes, partialIndexes }: PlanSchema,
  few: ReadonlySet<string>,
): readonly WideRead[] {
  const names = tableNames(sql, tables);
  return steps.flatMap((step) => {
    const [, verb, name = '', using = ''] =
      /^(SCAN|SEARCH) (\S+)(?: EXISTS)?(?: USING (.*))?$/.exec(step) ?? [];
    const index = /INDEX (\w+)/.exec(using)?.[1];
    const isSubquery = using === '' && steps.some((each) => SUBQUERY.exec(each)?.[1] === name);
    const table = index === undefined ? names.get(name) : indexes.get(index);
    if (table === undefined || isSubquery) return [];
    const isPartial = index !== undefined && partialIndexes.has(index);
    const conditions = /\((.+)\)/.exec(using)?.[1]?.split(' AND ') ?? [];
    const isKey = keys
      .get(table)
      ?.some((columns) => columns.every((column) => conditions.includes(`${column}=?`)));
    const by = new Set(conditions.filter((each) => each !== 'account_id=?'));
    if (isPartial) by.add(index);
    if (isKey || [...conditions, index].some((each) => few.has(`${table} ${each}`))) return [];
    return [{ table, by, isScan: verb === 'SCAN' && !isPartial }];
  });
}

/** Returns the tables of a statement by the names that plans have for them. */
function tableNames(sql: string, tables: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const inFrom = /\b(?:from|join)\s+"?(\w+)"?(?:\s+as)?(?:\s+"?(\w+)"?)?/gi;
  for (const [, table = '', alias = table] of sql.matchAll(inFrom)) {
    if (!tables.has(table)) continue;
    names.set(table, table);
    names.set(alias, table);
  }
  return names;
}
