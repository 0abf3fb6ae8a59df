import type { Passwords, User } from '#directory/index.ts';
import { type Actor, isProvisioningIdentity } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { type JsonObject, member } from '#kernel/json.ts';

/** Shorter than for people who choose one here: an identity provider makes it up and nobody types it. */
const MIN_LENGTH = 8;

/**
 * Checked and hashed before the transaction begins, because hashing is slow on purpose.
 * @throws AppError `password-policy`, `busy`
 */
export async function hashNewPassword(
  passwords: Passwords,
  attributes: JsonObject,
  password: string | undefined,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  checkPassword(passwords, attributes, password);
  return passwords.hash(password);
}

/** The same for a user who may have that very password: sent again unchanged, it is no change. */
export async function hashChangedPassword(
  passwords: Passwords,
  attributes: JsonObject,
  password: string | undefined,
  current: () => Promise<string | undefined>,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  checkPassword(passwords, attributes, password);
  return passwords.renew(await current(), password);
}

/**
 * The provisioning identity sets no password of an admin, or whoever holds its token could become one.
 * Not even the one that the admin has: the answer would tell that it was guessed.
 * @throws AppError `admin-password`
 */
export function refuseAdminPassword(actor: Actor, user: Pick<User, 'role'>): void {
  if (user.role !== 'admin' || !isProvisioningIdentity(actor)) return;
  throw fail(
    'admin-password',
    'A provisioning token can not set the password of an administrator. Leave it out: administrators set theirs themselves.',
    { at: 'password' },
  );
}

/** @throws AppError `password-policy` */
export function checkPassword(
  passwords: Passwords,
  attributes: JsonObject,
  password: string,
): void {
  const userName = member(attributes, 'userName');
  passwords.checkPolicy(password, {
    userName: typeof userName === 'string' ? userName : undefined,
    minLength: MIN_LENGTH,
  });
}
