import { lockAccount } from '#db/account-lock.ts';
import type { Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import { readLinksAllowed, saveLinksAllowed } from './public-link.store.ts';

/** Allows links by which people without an account fill in forms, or turns all of them off. */
export async function setLinksAllowed(
  { audit }: { readonly audit: { readonly append: AppendAudit<Tx> } },
  tx: Tx,
  actor: Actor,
  isAllowed: boolean,
): Promise<void> {
  const { accountId } = actor;
  await lockAccount(tx, accountId);
  const from = await readLinksAllowed(tx, accountId);
  await saveLinksAllowed(tx, accountId, isAllowed);
  await audit.append(tx, actor, {
    action: 'account.set-public-links',
    targetType: 'Account',
    targetId: accountId,
    detail: { from, to: isAllowed },
  });
}
