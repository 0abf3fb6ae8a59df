import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { containsText, engineOf, isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { fold } from '#kernel/text.ts';
import type { List, ListColumn, ListGrant, RowCounts } from './list.ts';

export async function findList(
  db: Reader,
  accountId: string,
  id: string,
): Promise<List | undefined> {
  return await readOne(db, listQuery(db, accountId, id));
}

/** Like {@link findList}, and locks it until the transaction ends. */
export async function lockList(tx: Tx, accountId: string, id: string): Promise<List | undefined> {
  const query = listQuery(tx, accountId, id);
  // On SQLite, BEGIN IMMEDIATE is the lock.
  return await readOne(tx, engineOf(tx) === 'postgres' ? query.forUpdate() : query);
}

/** Locks a list against its deletion until the transaction ends. @returns undefined when there is none */
export async function holdList(tx: Tx, accountId: string, id: string): Promise<List | undefined> {
  const query = listQuery(tx, accountId, id);
  return await readOne(tx, engineOf(tx) === 'postgres' ? query.forKeyShare() : query);
}

const listQuery = (db: Reader, accountId: string, id: string) =>
  db.selectFrom('lists').selectAll().where('account_id', '=', accountId).where('id', '=', id);

async function readOne(
  db: Reader,
  query: { executeTakeFirst(): Promise<Selectable<Tables['lists']> | undefined> },
): Promise<List | undefined> {
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  return toList(row, (await readGrants(db, row.account_id, [row.id])).get(row.id) ?? []);
}

/** Who sees a list: nobody is named where everything is seen. */
export interface HeldBy {
  /** The ids and roles that rights are given to and that are theirs. */
  readonly subjects: readonly string[];
  /** Only lists that they may manage. */
  readonly onlyManaged: boolean;
}

/** Returns lists by name, then by id. `like` is folded. */
export async function selectLists(
  db: Reader,
  accountId: string,
  { by, like }: { readonly by: HeldBy | undefined; readonly like: string },
  after: readonly string[] | undefined,
  limit: number,
): Promise<readonly List[]> {
  const [name = '', id = ''] = after ?? [];
  const rows = await db
    .selectFrom('lists as l')
    .selectAll()
    .where('l.account_id', '=', accountId)
    .$if(after !== undefined, (l) => l.where(sql<boolean>`(l.name_key, l.id) > (${name}, ${id})`))
    .$if(like !== '', (l) => l.where(containsText(db, sql.ref('l.name_key'), like)))
    .$if(by !== undefined, (l) =>
      l.where((eb) =>
        eb.exists(
          eb
            .selectFrom('list_grants as g')
            .select('g.list_id')
            .whereRef('g.account_id', '=', 'l.account_id')
            .whereRef('g.list_id', '=', 'l.id')
            .$if(by?.onlyManaged === true, (g) => g.where('g.manage', '=', 1))
            .where(isIn(db, sql.ref('g.subject'), by?.subjects ?? [])),
        ),
      ),
    )
    .orderBy('l.name_key')
    .orderBy('l.id')
    .limit(limit)
    .execute();
  const grants = await readGrants(
    db,
    accountId,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toList(row, grants.get(row.id) ?? []));
}

export async function countLists(db: Reader, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('lists')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertList(tx: Tx, list: List): Promise<void> {
  await tx
    .insertInto('lists')
    .values({
      account_id: list.accountId,
      id: list.id,
      key_column: list.keyColumn,
      label_column: list.labelColumn,
      version: list.version,
      last_seq: list.seq,
      active_rows: list.activeRows,
      inactive_rows: list.inactiveRows,
      writer: null,
      writer_until: null,
      created_by: list.createdBy,
      created_at: list.createdAt,
      ...settingsOf(list),
    })
    .execute();
  await insertGrants(tx, list);
}

/** Stores the name, the columns, the rights, and what is public. */
export async function updateList(tx: Tx, list: List): Promise<void> {
  await tx
    .updateTable('lists')
    .set(settingsOf(list))
    .where('account_id', '=', list.accountId)
    .where('id', '=', list.id)
    .execute();
  await deleteGrants(tx, list);
  await insertGrants(tx, list);
}

/** Deletes the list with its rights and versions. Its rows are no longer seen, and are deleted later. */
export async function deleteList(tx: Tx, list: List): Promise<void> {
  await deleteGrants(tx, list);
  await tx
    .deleteFrom('list_versions')
    .where('account_id', '=', list.accountId)
    .where('list_id', '=', list.id)
    .execute();
  await tx
    .deleteFrom('lists')
    .where('account_id', '=', list.accountId)
    .where('id', '=', list.id)
    .execute();
}

export interface NewVersion {
  readonly number: number;
  readonly at: number;
  readonly by: string;
  readonly via: 'file' | 'rows';
  readonly counts: RowCounts;
  readonly activeRows: number;
}

export async function insertListVersion(
  tx: Tx,
  { accountId, id }: Pick<List, 'accountId' | 'id'>,
  { number, at, by, via, counts, activeRows }: NewVersion,
): Promise<void> {
  const { added, changed, deactivated } = counts;
  await tx
    .insertInto('list_versions')
    .values({
      account_id: accountId,
      list_id: id,
      number,
      at,
      by_user: by,
      via,
      added,
      changed,
      deactivated,
      active_rows: activeRows,
    })
    .execute();
}

/** Returns the newest versions of a list before `before`, newest first. */
export async function selectListVersions(
  db: Reader,
  accountId: string,
  listId: string,
  before: number,
  limit: number,
): Promise<readonly Selectable<Tables['list_versions']>[]> {
  return await db
    .selectFrom('list_versions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

const settingsOf = (list: List) => ({
  name: list.name,
  name_key: fold(list.name),
  columns: JSON.stringify(list.columns),
  revision: list.revision,
  updated_at: list.updatedAt,
  public_columns: list.publicColumns.length === 0 ? null : JSON.stringify(list.publicColumns),
  public_mark: list.publicMark,
});

async function readGrants(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ListGrant[]>> {
  const rows = await db
    .selectFrom('list_grants')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('list_id'), ids))
    .orderBy('subject')
    .execute();
  return Map.groupBy(rows, (row) => row.list_id)
    .entries()
    .reduce(
      (all, [id, own]) =>
        all.set(
          id,
          own.map((row) => ({
            type: row.subject_type,
            id: row.subject,
            manage: row.manage === 1,
          })),
        ),
      new Map<string, readonly ListGrant[]>(),
    );
}

async function deleteGrants(tx: Tx, { accountId, id }: List): Promise<void> {
  await tx
    .deleteFrom('list_grants')
    .where('account_id', '=', accountId)
    .where('list_id', '=', id)
    .execute();
}

async function insertGrants(tx: Tx, { accountId, id, grants }: List): Promise<void> {
  if (grants.length === 0) return;
  await tx
    .insertInto('list_grants')
    .values(
      grants.map((grant) => ({
        account_id: accountId,
        list_id: id,
        subject: grant.id,
        subject_type: grant.type,
        manage: grant.manage ? (1 as const) : (0 as const),
      })),
    )
    .execute();
}

function toList(row: Selectable<Tables['lists']>, grants: readonly ListGrant[]): List {
  const columns: readonly ListColumn[] = JSON.parse(row.columns);
  const publicColumns: readonly string[] = JSON.parse(row.public_columns ?? '[]');
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    columns,
    keyColumn: row.key_column,
    labelColumn: row.label_column,
    version: row.version,
    seq: Number(row.last_seq),
    activeRows: row.active_rows,
    inactiveRows: row.inactive_rows,
    grants,
    publicColumns,
    publicMark: row.public_mark,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
