import { ACCOUNT_OPTION } from '#commands/choose-account.ts';
import type { Arguments, OperandSpec, OptionSpec } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Credential } from '#credentials/index.ts';
import type { Account } from '#directory/index.ts';
import type { Services } from '#services.ts';

export const CREDENTIAL_OPERAND: OperandSpec = {
  name: 'CLIENT_ID',
  description: 'The client id of the credential; it names its account.',
};
export const CREDENTIAL_ACCOUNT: OptionSpec = {
  ...ACCOUNT_OPTION,
  description: 'The account, by its code. Never needed: the client id names it.',
};

export interface ChosenCredential {
  readonly account: Account;
  readonly credential: Credential;
}

/** Finds a credential by its client id, which starts with the code of its account. @throws CommandFailure */
export async function chooseCredential(
  { db, directory, credentials }: Services,
  args: Arguments<'account'>,
): Promise<ChosenCredential> {
  const clientId = args.operand(CREDENTIAL_OPERAND.name);
  const code = clientId.split('-', 1)[0] ?? '';
  const isElsewhere = (args.text('account') ?? code) !== code;
  const account = isElsewhere ? undefined : await directory.findAccountByCode(db.reader, code);
  const credential = account && (await credentials.find(db.reader, account.id, clientId));
  if (account && credential) return { account, credential };
  throw new CommandFailure(
    `There is no credential with the client id ${clientId}. See: formstead credential list`,
  );
}
