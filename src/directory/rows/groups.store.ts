import { type Selectable, sql, type Updateable } from 'kysely';
import { requireAccountLock } from '#db/account-lock.ts';
import { hasNamesake } from '#db/collapsed.ts';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, uniqueViolation } from '#db/dialect.ts';
import { later } from '#db/flush.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Group } from './records.ts';

/** The columns that toGroup needs. */
export const groupColumns = [
  'account_id',
  'id',
  'display_name',
  'origin',
  'version',
  'renames',
  'attributes',
  'created_at',
  'updated_at',
] as const;

export type StoredGroup = Selectable<Tables['groups']>;
export type GroupRow = Pick<StoredGroup, (typeof groupColumns)[number]>;

export function toGroup(row: GroupRow): Group {
  return {
    id: row.id,
    accountId: row.account_id,
    displayName: row.display_name,
    origin: row.origin,
    version: row.version,
    renames: Number(row.renames),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    attributes: JSON.parse(row.attributes),
  };
}

const readOne = precompile<GroupRow, { readonly accountId: string; readonly id: string }>(
  (db, { accountId, id }) =>
    db
      .selectFrom('groups')
      .select(groupColumns)
      .where('account_id', '=', accountId)
      .where('id', '=', id),
);

export async function readGroup(
  db: Reader,
  accountId: string,
  id: string,
): Promise<Group | undefined> {
  const [row] = await readOne(db, { accountId, id });
  return row ? toGroup(row) : undefined;
}

/** Inserts a group. @returns false when the displayName is taken; the transaction can continue. */
export async function insertGroup(tx: Tx, row: StoredGroup): Promise<boolean> {
  const inserted = await tx
    .insertInto('groups')
    .values(row)
    .onConflict((oc) => oc.columns(['account_id', 'display_name_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Reads a group to change or delete it, and locks it until the transaction ends. A lock for a change still lets others
 * name the group as a member, a lock for a deletion does not.
 */
export async function lockGroup(
  tx: Tx,
  accountId: string,
  id: string,
  to: 'change' | 'delete',
): Promise<GroupRow | undefined> {
  return await tx
    .selectFrom('groups')
    .select(groupColumns)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(engineOf(tx) === 'postgres', (query) =>
      to === 'change' ? query.forNoKeyUpdate() : query.forUpdate(),
    )
    .executeTakeFirst();
}

/**
 * Counts a new name or visibility of a user or group in the groups that contain it directly, because their
 * representation changes with it.
 */
export async function countRename(tx: Tx, accountId: string, memberId: string): Promise<void> {
  const groups = tx
    .selectFrom('groups as g')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.account_id', '=', 'g.account_id').onRef('m.group_id', '=', 'g.id'),
    )
    .select('g.id')
    .where('m.account_id', '=', accountId)
    .where('m.member_id', '=', memberId);
  // Most users that provisioning renames have just been created and are in no group.
  if (engineOf(tx) === 'postgres') {
    if ((await groups.limit(1).execute()).length === 0) return;
    requireAccountLock(tx, accountId);
  }
  await tx
    .updateTable('groups')
    .set((eb) => ({ renames: eb('renames', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', 'in', groups)
    .execute();
}

/**
 * Requires that no other group has the name, whatever its white space (decision 88). Call it once the row of the group
 * has the collapsed key: the unique index then makes everybody wait who writes the same name.
 * @throws AppError `group-name-taken`
 */
export async function requireFreeGroupName(
  tx: Tx,
  group: { readonly accountId: string; readonly id: string; readonly key: string },
): Promise<void> {
  const { rows } = await sql<{ taken: boolean | number }>`
    select ${hasNamesake(tx, 'groups', group)} as taken`.execute(tx);
  if (!rows[0]?.taken) return;
  throw fail(
    'group-name-taken',
    'Another group of this account has this displayName, or one that differs only in white space. Use another one.',
    { at: 'displayName' },
  );
}

/** @throws AppError `group-name-taken` */
export async function updateGroup(
  tx: Tx,
  group: { readonly accountId: string; readonly id: string },
  change: Updateable<Tables['groups']>,
): Promise<void> {
  const update = tx
    .updateTable('groups')
    .set(change)
    .where('account_id', '=', group.accountId)
    .where('id', '=', group.id);
  if (change.display_name_key === undefined) {
    await later(tx, update);
    return;
  }
  try {
    await update.execute();
  } catch (error) {
    if (uniqueViolation(error) === 'groups.display_name_key') throw groupNameTaken(error);
    throw error;
  }
}

export function groupNameTaken(cause?: unknown): AppError {
  return fail(
    'group-name-taken',
    'Another group of this account has this displayName. Use another one.',
    {
      at: 'displayName',
      cause,
    },
  );
}

/** Deletes the row of a group, and with it those of its memberships. */
export async function deleteGroupRow(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('groups').where('account_id', '=', accountId).where('id', '=', id).execute();
}
