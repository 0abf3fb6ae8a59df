import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';

/** The choices of an account for requests that identity providers mean in different ways. */
export interface SyncRules {
  /** A PUT of a group without `members` keeps them; otherwise it removes them (RFC 7644 §3.5.1). */
  readonly keepsOmittedMembers: boolean;
  /** A manager is also found by user name and e-mail address, not only by id and externalId. */
  readonly managersByName: boolean;
  /** A POST restores the inactive user with its externalId, whoever provisioned that user and whatever else differs. */
  readonly restoresByExternalId: boolean;
}

interface RulesRow {
  readonly keeps_omitted_members: 0 | 1;
  readonly managers_by_name: 0 | 1;
  readonly restores_by_external_id: 0 | 1;
}

const selectRules = precompile<RulesRow, { readonly accountId: string }>((db, { accountId }) =>
  db
    .selectFrom('accounts')
    .select(['keeps_omitted_members', 'managers_by_name', 'restores_by_external_id'])
    .where('id', '=', accountId),
);

export async function readSyncRules(db: Reader, accountId: string): Promise<SyncRules> {
  const [row] = await selectRules(db, { accountId });
  return {
    keepsOmittedMembers: row?.keeps_omitted_members === 1,
    managersByName: row?.managers_by_name === 1,
    restoresByExternalId: row?.restores_by_external_id === 1,
  };
}

/** The most members that are counted. */
const MOST_COUNTED = 10_000;

/** Returns the number of members of a group, break-glass users included; at most 10,000 are counted. */
export async function countMembers(
  db: Reader,
  accountId: string,
  groupId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('memberships')
        .select('member_id')
        .where('account_id', '=', accountId)
        .where('group_id', '=', groupId)
        .limit(MOST_COUNTED)
        .as('m'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
