import type { Account, User } from '#directory/index.ts';
import type { Services } from '#services.ts';
import type { OperandSpec } from './shell/command.ts';
import { CommandFailure } from './shell/failures.ts';

export const USER_OPERAND: OperandSpec = { name: 'USER', description: 'A userName or a user id.' };

/** Returns whether a text has the form of a user id. */
export const isUserId = (text: string): boolean => UUID.test(text);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds a user of an account by userName or id. @throws CommandFailure if there is none. */
export async function chooseUser(
  { directory, db }: Services,
  account: Account,
  nameOrId: string,
): Promise<User> {
  const named = await directory.findUserByName(db.reader, account.id, nameOrId);
  if (named) return named.user;
  const found = isUserId(nameOrId)
    ? await directory.readUser(db.reader, account.id, nameOrId.toLowerCase(), 'all')
    : undefined;
  if (found) return found;
  throw new CommandFailure(
    `There is no user ${nameOrId} in the account ${account.code}. See: formstead user list`,
  );
}
