import type { AdministrationDeps } from '#administration/administration-deps.ts';
import type { Reader } from '#db/database.ts';
import { shownAttributes } from '#directory/index.ts';
import { languageOf } from '#letters/index.ts';
import { readSecondFactorState, selectPasskeys } from '#sign-in/index.ts';
import { readLastSignIns } from './read-last-sign-ins.store.ts';
import { requireUser } from './require-user.ts';
import type { UserDetail } from './user.shapes.ts';
import { lockedFieldsOf } from './user-item.ts';

/** Returns everything that the web app shows of one user. @throws AppError `not-found`. */
export async function readUserDetail(
  deps: Pick<AdministrationDeps, 'directory'>,
  db: Reader,
  accountId: string,
  id: string,
): Promise<UserDetail> {
  const { directory } = deps;
  const user = await requireUser(deps, db, accountId, id);
  const hash = await directory.readPasswordHash(db, accountId, id);
  const signedInAt = (await readLastSignIns(db, accountId, [id])).get(id);
  const factor = await readSecondFactorState(db, { accountId, userId: id });
  const { attributes } = user;
  const language = languageOf(attributes);
  const externalId = attributes['externalId'];
  return {
    id,
    userName: user.userName,
    ...shownAttributes(attributes),
    active: user.active,
    blocked: user.blockedAt !== undefined,
    role: user.role,
    origin: user.origin,
    protected: user.protected,
    ...(signedInAt !== undefined && { lastSignInAt: new Date(signedInAt).toISOString() }),
    ...(typeof externalId === 'string' && { externalId }),
    ...(language !== undefined && { language }),
    createdAt: new Date(user.createdAt).toISOString(),
    updatedAt: new Date(user.updatedAt).toISOString(),
    version: user.version,
    hasPassword: hash !== undefined,
    passkeys: (await selectPasskeys(db, { accountId, userId: id })).length,
    hasApp: factor?.hasTotp === true,
    ...(factor?.requiredFrom !== undefined && {
      secondFactorFrom: new Date(factor.requiredFrom).toISOString(),
    }),
    ssoOnly: await directory.signsInBySsoOnly(db, accountId, id),
    groups: [...user.groups],
    locked: lockedFieldsOf(user),
    attributes,
  };
}
