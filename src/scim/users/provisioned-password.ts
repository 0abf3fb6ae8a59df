import type { PasswordPolicy, User } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';

type PasswordDeps = Pick<ScimDeps, 'db' | 'directory' | 'passwords'>;

/** Where single sign-on is the only way in, no password that arrives is kept: it would open nothing. */
export async function keepsPasswords(
  { db, directory }: PasswordDeps,
  accountId: string,
): Promise<boolean> {
  return (await directory.readAccount(db.reader, accountId))?.ssoOnly !== true;
}

/** The rules of an account for what an identity provider sends. */
export async function provisionedPolicy(
  { db, directory, passwords }: PasswordDeps,
  accountId: string,
): Promise<PasswordPolicy> {
  const account = await directory.readAccount(db.reader, accountId);
  if (!account) throw fail('not-found', 'There is no such account.');
  return passwords.policy(account, 'scim');
}

/**
 * Checked and hashed before the transaction begins, because hashing is slow on purpose.
 * @throws AppError `password-policy`, `busy`
 */
export async function hashNewPassword(
  deps: PasswordDeps,
  accountId: string,
  attributes: JsonObject,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined || !(await keepsPasswords(deps, accountId))) return undefined;
  checkPassword(await provisionedPolicy(deps, accountId), attributes, password);
  return deps.passwords.hash(password);
}

/** The same for a user who may have that very password: sent again unchanged, it is no change. */
export async function hashChangedPassword(
  deps: PasswordDeps,
  { accountId, id }: Pick<User, 'accountId' | 'id'>,
  attributes: JsonObject,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined || !(await keepsPasswords(deps, accountId))) return undefined;
  const { db, directory, passwords } = deps;
  checkPassword(await provisionedPolicy(deps, accountId), attributes, password);
  return passwords.renew(await directory.readPasswordHash(db.reader, accountId, id), password);
}

export const mayNotSetPassword = (actor: Actor, user: Pick<User, 'role'>): boolean =>
  user.role === 'admin' && actor.via === 'scim';

/**
 * Nothing that provisions people sets the password of an admin, or whoever holds it could become one: a token that acts
 * as nobody, and credentials that act as an admin, of that very admin too. Not even the one that the admin has: the
 * answer would tell that it was guessed.
 * @throws AppError `admin-password`
 */
export function refuseAdminPassword(actor: Actor, user: Pick<User, 'role'>): void {
  if (!mayNotSetPassword(actor, user)) return;
  throw fail(
    'admin-password',
    'The password of an administrator can not be set over SCIM. Leave it out: administrators set theirs themselves.',
    { at: 'password' },
  );
}

/** @throws AppError `password-policy` */
export function checkPassword(
  policy: PasswordPolicy,
  attributes: JsonObject,
  password: string,
): void {
  policy.check(password, namesOf(attributes));
}

/** What a user is called, and so what others would try as the password. */
function namesOf(attributes: JsonObject): readonly string[] {
  const name = member(attributes, 'name');
  const emails = member(attributes, 'emails');
  const values = [
    ...['userName', 'displayName', 'nickName'].map((key) => member(attributes, key)),
    ...(isObject(name) ? Object.values(name) : []),
    ...(Array.isArray(emails) ? emails.map(elementValue) : []),
  ];
  return values.filter((value) => typeof value === 'string');
}

const elementValue = (element: JsonValue): JsonValue | undefined =>
  isObject(element) ? member(element, 'value') : undefined;
