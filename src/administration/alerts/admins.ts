import type { AdministrationDeps } from '#administration/administration-deps.ts';
import type { Reader } from '#db/database.ts';
import { findRecipient, type Recipient } from '#letters/index.ts';
import { selectAdminIds } from './alerts.store.ts';

/** Most admins of an account that are mailed. */
const MOST_ADMINS = 50;

/** Yields the active admins of an account who have an e-mail address. */
export async function* adminsToNotify(
  deps: Pick<AdministrationDeps, 'directory'>,
  db: Reader,
  accountId: string,
): AsyncGenerator<Recipient & { readonly userId: string }> {
  for (const id of await selectAdminIds(db, accountId, MOST_ADMINS)) {
    const to = await findRecipient(deps, db, accountId, id);
    if (to) yield { ...to, userId: id };
  }
}
