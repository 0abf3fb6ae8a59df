import type { Tx } from '#db/database.ts';
import type { FormActor, Template } from '#form-basics/index.ts';
import { requireFewGrants } from './grant-limit.ts';
import { deleteGrant, putGrant, selectGrants } from './grants.store.ts';
import { ALL_RIGHTS, FILL_RIGHTS, type Grant, isNothing } from './rights.ts';

type Fillers = Pick<Template, 'accountId' | 'id' | 'openToAll' | 'groupIds'>;

/** Gives the creator of a new template all rights, and those who shall fill it in the right to do so. */
export async function giveFirstRights(tx: Tx, by: FormActor, template: Fillers): Promise<void> {
  const creator = { ...ALL_RIGHTS, subject: by.userId, type: 'User' } as const;
  await putGrant(tx, template.accountId, template.id, creator);
  await giveFillRights(tx, template);
}

/**
 * Lets everyone, or else the given groups, fill the template in, and nobody who is not named otherwise. Other rights
 * stay. @throws AppError `too-many`
 */
export async function giveFillRights(
  tx: Tx,
  { accountId, id, openToAll, groupIds }: Fillers,
): Promise<void> {
  const before = await selectGrants(tx, accountId, id);
  const wanted = new Map<string, Grant['type']>(groupIds.map((group) => [group, 'Group']));
  if (openToAll) wanted.set('everyone', 'Role');
  for (const grant of before) {
    if (wanted.has(grant.subject) || !grant.fill || !isSharedBy(grant)) continue;
    const rest = { ...grant, fill: false };
    // People who could fill in could assign: that right came with it.
    if (isNothing({ ...rest, assign: false })) await deleteGrant(tx, accountId, id, grant.subject);
    else await putGrant(tx, accountId, id, rest);
  }
  for (const [subject, type] of wanted) {
    const had = before.find((grant) => grant.subject === subject);
    const rights = had ? { ...had, fill: true, assign: true } : FILL_RIGHTS;
    await putGrant(tx, accountId, id, { ...rights, subject, type });
  }
  const isGrown = (await selectGrants(tx, accountId, id)).length > before.length;
  if (isGrown) await requireFewGrants(tx, { accountId, id }, ({ subject }) => !wanted.has(subject));
}

const isSharedBy = ({ subject, type }: Grant): boolean =>
  type === 'Group' || subject === 'everyone';
