import { sql } from 'kysely';
import { collapsed, keyOfName } from '#db/collapsed.ts';
import type { Reader, Tx } from '#db/database.ts';
import { collapse, fold } from '#kernel/text.ts';
import type { RoleMapping } from './role-mappings.store.ts';

/** A role mapping that ended because its group was deleted. */
export interface EndedRoleMapping extends RoleMapping {
  /** Of the group when it was deleted. */
  readonly groupName: string;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
  /** The credential that deleted the group; undefined when a person did. */
  readonly credentialId?: string | undefined;
  /** The number of people who lost a role. */
  readonly people: number;
}

/** The most that are listed. Each needed an admin who mapped its group. */
const MOST_LISTED = 200;

/** Keeps a mapping that ended, instead of an older one of a group with the same name. */
export async function insertEndedRoleMapping(
  tx: Tx,
  accountId: string,
  ended: EndedRoleMapping,
): Promise<void> {
  const name_key = collapse(fold(ended.groupName));
  await tx
    .deleteFrom('ended_role_mappings')
    .where('account_id', '=', accountId)
    .where('name_key', '=', name_key)
    .execute();
  await tx
    .insertInto('ended_role_mappings')
    .values({
      account_id: accountId,
      group_id: ended.groupId,
      group_name: ended.groupName,
      name_key,
      role: ended.role,
      ended_at: ended.endedAt,
      credential_id: ended.credentialId ?? null,
      people: ended.people,
    })
    .execute();
}

/** Returns the mappings that ended, the latest first; `newGroupId`: the group that has the name now and gives no role. */
export async function selectEndedRoleMappings(
  db: Reader,
  accountId: string,
): Promise<readonly (EndedRoleMapping & { readonly newGroupId?: string })[]> {
  const name = sql.ref('e.name_key');
  const rows = await db
    .selectFrom('ended_role_mappings as e')
    .leftJoin('groups as g', (join) =>
      join
        .on('g.account_id', '=', accountId)
        .on(
          'g.display_name_key',
          '=',
          keyOfName(db, 'groups', sql`${accountId}`, { key: name, collapsed: name }),
        ),
    )
    .leftJoin('role_mappings as m', (join) =>
      join.onRef('m.account_id', '=', 'g.account_id').onRef('m.group_id', '=', 'g.id'),
    )
    .selectAll('e')
    .select((eb) => eb.case().when('m.role', 'is', null).then(eb.ref('g.id')).end().as('new_id'))
    .where('e.account_id', '=', accountId)
    .orderBy('e.ended_at', 'desc')
    .orderBy('e.group_id')
    .limit(MOST_LISTED)
    .execute();
  return rows.map((row) => ({
    groupId: row.group_id,
    groupName: row.group_name,
    role: row.role,
    endedAt: row.ended_at,
    ...(row.credential_id !== null && { credentialId: row.credential_id }),
    people: row.people,
    ...(row.new_id !== null && { newGroupId: row.new_id }),
  }));
}

/** Forgets the mappings that ended of all groups that have a name which now is mapped. */
export async function forgetMappedAgain(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('ended_role_mappings')
    .where('account_id', '=', accountId)
    .where('name_key', 'in', (eb) =>
      eb
        .selectFrom('role_mappings as m')
        .innerJoin('groups as g', (join) =>
          join.onRef('g.account_id', '=', 'm.account_id').onRef('g.id', '=', 'm.group_id'),
        )
        .select(collapsed(tx, sql.ref('g.display_name_key')).as('name'))
        .where('m.account_id', '=', accountId),
    )
    .execute();
}

/** @returns the mapping that was forgotten */
export async function deleteEndedMapping(
  tx: Tx,
  accountId: string,
  groupId: string,
): Promise<{ readonly group_name: string; readonly role: string } | undefined> {
  return await tx
    .deleteFrom('ended_role_mappings')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .returning(['group_name', 'role'])
    .executeTakeFirst();
}
