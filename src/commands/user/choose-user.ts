import type { OperandSpec } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import { type Account, listByExternalId, type User } from '#directory/index.ts';
import type { Services } from '#services.ts';
import { userState } from './user-data.ts';

export const USER_OPERAND: OperandSpec = {
  name: 'USER',
  description: 'A userName, a user id, or the externalId of one user.',
};

/** Returns whether a text has the form of a user id. */
export const isUserId = (text: string): boolean => UUID.test(text);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The most users of one externalId that a refusal lists. */
const MOST_LISTED = 10;

/**
 * Finds a user of an account by userName or id, or else by externalId.
 * @throws CommandFailure if there is none, or if several users have the externalId.
 */
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
  const sharing = await listByExternalId(db.reader, account.id, nameOrId, MOST_LISTED);
  const [only, ...others] = sharing.map(directory.toUser);
  if (only && others.length === 0) return only;
  if (only) {
    const lines = [only, ...others].map(
      (user) => `  ${user.id}  ${user.userName} (${userState(user)})`,
    );
    throw new CommandFailure(
      `Several users have the externalId ${nameOrId}. Choose one by its id:\n${lines.join('\n')}`,
    );
  }
  throw new CommandFailure(
    `There is no user ${nameOrId} in the account ${account.code}. See: formstead user list`,
  );
}
