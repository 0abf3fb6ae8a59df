import type { PasswordPolicy, User } from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';

type PasswordDeps = Pick<ScimDeps, 'db' | 'directory' | 'passwords'>;

/** Returns false when single sign-on is the only way to sign in: a password would be of no use, so none is stored. */
export async function keepsPasswords(
  { db, directory }: PasswordDeps,
  accountId: string,
): Promise<boolean> {
  return (await directory.readAccount(db.reader, accountId))?.ssoOnly !== true;
}

/** Returns an account's rules for the passwords that an identity provider sends. */
export async function provisionedPolicy(
  { db, directory, passwords }: PasswordDeps,
  accountId: string,
): Promise<PasswordPolicy> {
  const account = await directory.readAccount(db.reader, accountId);
  if (!account) throw fail('not-found', 'There is no such account.');
  return passwords.policy(account, 'scim');
}

/**
 * Checks and hashes the password of a new user; runs before the transaction, because hashing is slow on purpose.
 * @throws AppError `password-policy`, `busy`
 */
export async function hashProvisionedPassword(
  deps: PasswordDeps,
  accountId: string,
  attributes: JsonObject,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined || !(await keepsPasswords(deps, accountId))) return undefined;
  checkPassword(await provisionedPolicy(deps, accountId), attributes, password);
  return deps.passwords.hash(password, accountId);
}

/** Does the same for an existing user; undefined also when the password is the current one, which is no change. */
export async function hashChangedPassword(
  deps: PasswordDeps,
  { accountId, id }: Pick<User, 'accountId' | 'id'>,
  attributes: JsonObject,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined || !(await keepsPasswords(deps, accountId))) return undefined;
  const { db, directory, passwords } = deps;
  checkPassword(await provisionedPolicy(deps, accountId), attributes, password);
  const current = await directory.readPasswordHash(db.reader, accountId, id);
  return passwords.renew(current, password, accountId);
}

/**
 * Danger: a client that could set an admin's password could become that admin. So a password of an admin is refused
 * over SCIM, from a provisioning token as from credentials that act as an admin, even as the same one. The current
 * password is refused too, because any other answer would confirm a guess.
 * @throws AppError `admin-password`
 */
export function refuseAdminPassword(actor: Actor, user: Pick<User, 'role'>): void {
  if (user.role !== 'admin' || actor.via !== 'scim') return;
  throw fail(
    'admin-password',
    'The password of an admin cannot be set over SCIM. Leave it out. Admins set their own password.',
    { at: 'password' },
  );
}

/** Checks a password against the rules and the user's names. @throws AppError `password-policy` */
export function checkPassword(
  policy: PasswordPolicy,
  attributes: JsonObject,
  password: string,
): void {
  policy.check(password, namesOf(attributes));
}

/** Returns the user's names and e-mail addresses, which are the first passwords that an attacker tries. */
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
