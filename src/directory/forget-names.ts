import type { Tx } from '#db/database.ts';
import { fold } from '#kernel/text.ts';
import { findManagers, releaseReports } from './managers.store.ts';
import { dropTexts } from './waiting-members.store.ts';

/** How many people had the person as manager, and how many memberships waited. */
export interface ForgottenNames {
  readonly managers: number;
  readonly waitingMembers: number;
}

/**
 * Takes the names of somebody who is not here any more from those who have one of them as manager, and from groups that
 * wait for one. A name that means somebody else by now stays theirs.
 * @param names as they were written, and in small letters
 */
export async function forgetNames(
  tx: Tx,
  accountId: string,
  names: readonly string[],
  now: number,
): Promise<ForgottenNames> {
  const all = [...new Set(names.flatMap((name) => [name, fold(name)]))].filter((it) => it !== '');
  const taken = await findManagers(tx, accountId, all);
  const free = all.filter((name) => !taken.has(name));
  return {
    managers: await releaseReports(tx, accountId, free, now),
    waitingMembers: await dropTexts(tx, accountId, free),
  };
}
