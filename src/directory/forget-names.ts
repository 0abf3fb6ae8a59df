import type { Tx } from '#db/database.ts';
import { fold } from '#kernel/text.ts';
import { releaseReports } from './managers.store.ts';
import { dropTexts } from './waiting-members.store.ts';

/** How many people had the person as manager, and how many memberships waited. */
export interface ForgottenNames {
  readonly managers: number;
  readonly waitingMembers: number;
}

/**
 * Takes the names of somebody who is not here any more from those who have one of them as manager, and from groups that
 * wait for one.
 * @param names that mean nobody else
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
