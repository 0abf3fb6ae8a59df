import type { AdministrationDeps } from '#administration/administration-deps.ts';
import type { Reader } from '#db/database.ts';
import type { UserView } from '#directory/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';

/** Returns a user as admins see them, including break-glass users. @throws AppError `not-found`. */
export async function requireUser(
  { directory }: Pick<AdministrationDeps, 'directory'>,
  db: Reader,
  accountId: string,
  id: string,
): Promise<UserView> {
  const user = await directory.readUser(db, accountId, id, 'all');
  if (user) return user;
  throw noUser();
}

export const noUser = (): AppError => fail('not-found', 'There is no user with this id.');
