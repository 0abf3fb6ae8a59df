import type { Tx } from '#db/database.ts';
import { dropTexts } from '#directory/groups/waiting-members.store.ts';
import { fold } from '#kernel/text.ts';
import { releaseReports } from './managers.store.ts';

/** The number of people who had the person as manager, and of memberships that waited for the person. */
export interface ForgottenNames {
  readonly managers: number;
  readonly waitingMembers: number;
}

/**
 * Removes the names of a deleted user from people who have one of them as manager, and from groups that wait for one.
 * @param names names that mean nobody else
 */
export async function forgetNames(
  tx: Tx,
  accountId: string,
  names: readonly string[],
  now: number,
): Promise<ForgottenNames> {
  const all = [...new Set(names.flatMap((name) => [name, fold(name)]))].filter((it) => it !== '');
  return {
    managers: await releaseReports(tx, accountId, all, now),
    waitingMembers: await dropTexts(tx, accountId, all),
  };
}
