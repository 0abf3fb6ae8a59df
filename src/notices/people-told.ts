import type { Tx } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import { panelMembers } from '#form-records/index.ts';
import { isObject } from '#kernel/json.ts';
import { peopleOfGroup } from '#letters/index.ts';
import { selectAdmins } from './admins.store.ts';
import type { CauseRow } from './causes.store.ts';

const MOST_ADMINS = 100;

/** Returns the active users whom something concerns, without the one who did it, in the order of their ids. */
export async function peopleTold(
  directory: Directory,
  tx: Tx,
  { account_id: accountId, recipients, by_user: by }: CauseRow,
): Promise<readonly string[]> {
  const told: unknown = JSON.parse(recipients);
  const named = Array.isArray(told) ? told.filter(isObject) : [];
  const idsOf = (wanted: string) =>
    named.flatMap(({ type, id }) => (type === wanted && typeof id === 'string' ? [id] : []));
  const asked: string[] = [];
  for (const panel of idsOf('Panel')) asked.push(...(await panelMembers(tx, accountId, panel)));
  const isForAdmins = idsOf('Admins').length > 0;
  const admins = isForAdmins ? await selectAdmins(tx, accountId, MOST_ADMINS) : [];
  const people = new Set([...idsOf('User'), ...asked, ...admins]);
  // A member of a panel may be a group. A user who is read as one has no members.
  for (const group of [...idsOf('Group'), ...asked]) {
    for (const id of await peopleOfGroup({ directory }, tx, accountId, group)) people.add(id);
  }
  const others = [...people].filter((id) => id !== by);
  return await directory.activeAmong(tx, accountId, others);
}
