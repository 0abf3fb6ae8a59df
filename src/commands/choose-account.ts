import type { Account } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Services } from '#services.ts';
import type { OptionSpec } from './shell/command.ts';
import { CommandFailure, UsageError } from './shell/failures.ts';

export const ACCOUNT_OPTION: OptionSpec = {
  value: 'CODE',
  description: 'The account, by its code. Only needed when there are several.',
};

/** The maximum number of account codes that an error message lists. */
const MAX_NAMED = 10;

/**
 * Returns the account that a command is about: the one named, or the only one.
 * @throws CommandFailure if there is no account, or none with this code; UsageError if one must be named.
 */
export async function chooseAccount(
  { directory, db }: Services,
  code: string | undefined,
): Promise<Account> {
  if (code !== undefined) {
    const account = await directory.findAccountByCode(db.reader, code);
    if (account) return account;
    const codes = namesOf(await directory.listAccounts(db.reader));
    throw new CommandFailure(`There is no account with the code ${code}. Accounts: ${codes}.`);
  }
  const accounts = await directory.listAccounts(db.reader);
  const [only, ...others] = accounts;
  if (!only) {
    throw new CommandFailure(
      'There is no account yet. Make one with: formstead setup --account NAME --user-name NAME',
    );
  }
  if (others.length === 0) return only;
  throw new UsageError(
    `There are ${accounts.length} accounts: say which one with --account CODE (${namesOf(accounts)}).`,
  );
}

/** Returns the actor for commands, which are run by somebody with access to the machine. */
export const commandLineActor = ({ id }: Pick<Account, 'id'>): Actor => ({
  accountId: id,
  via: 'command-line',
});

function namesOf(accounts: readonly Account[]): string {
  const codes = accounts.slice(0, MAX_NAMED).map(({ code }) => code);
  return (accounts.length > MAX_NAMED ? [...codes, '…'] : codes).join(', ') || 'none';
}
