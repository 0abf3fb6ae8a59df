import type { Tx } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import { fail } from '#kernel/errors.ts';
import { fold } from '#kernel/text.ts';
import { lockAccounts } from './accounts-lock.store.ts';

/**
 * Refuses an account name that another account has, ignoring case: a script that runs setup twice must not create two
 * organisations.
 * @throws AppError `account-exists`.
 */
export async function requireNewAccountName(
  tx: Tx,
  directory: Directory,
  name: string,
): Promise<void> {
  await lockAccounts(tx);
  const twin = (await directory.listAccounts(tx)).find((each) => fold(each.name) === fold(name));
  if (!twin) return;
  throw fail(
    'account-exists',
    `An account with the name ${twin.name} already exists (code ${twin.code}). Choose another name, or use that account: formstead user --help, formstead credential --help.`,
  );
}
