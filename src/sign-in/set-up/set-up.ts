import { createHash } from 'node:crypto';
import type { Credentials } from '#credentials/index.ts';
import type { Database, Reader, Tx } from '#db/database.ts';
import { DEFAULT_MIN_LENGTH, type Directory, type Passwords } from '#directory/index.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import type { Random } from '#kernel/ids.ts';
import { hasAccounts, hasSetUpLink, saveSetUpLink, takeSetUpLink } from './set-up-link.store.ts';

export interface SetUpDeps {
  readonly db: Database;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly random: Random;
}

export interface SetUpInput {
  readonly accountName: string;
  /** Default: UTC. */
  readonly timeZone?: string | undefined;
  readonly userName: string;
  /** Without it, the admin can't use Basic or the sign-in screen, only the credential. */
  readonly password?: string | undefined;
}

/** The new account. The client secret is shown only here. */
export interface SetUpResult {
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const LINK_BYTES = 32;

/**
 * Creates an account, its first admin (a break-glass user: SCIM neither sees nor changes it) and an API credential that
 * acts as this admin, in one transaction.
 * @param guard runs first in the transaction; throws when set-up is not allowed.
 * @throws AppError `password-policy`, `invalid-value`.
 */
export async function setUpAccount(
  deps: SetUpDeps,
  input: SetUpInput,
  guard: (tx: Tx) => Promise<void>,
): Promise<SetUpResult> {
  const passwordHash = await hashPassword(deps, input);
  return deps.db.transaction(async (tx) => {
    await guard(tx);
    const { accountName: name, timeZone } = input;
    const account = await deps.directory.createAccount(tx, { name, timeZone });
    const actor: Actor = { accountId: account.id, via: 'set-up' };
    const admin = await deps.directory.createUser(tx, actor, {
      attributes: { userName: input.userName, displayName: input.userName, active: true },
      origin: 'local',
      role: 'admin',
      protected: true,
      passwordHash,
    });
    const secret = await deps.credentials.create(tx, actor, {
      name: 'First credential',
      actsAsUserId: admin.id,
    });
    await deps.audit.append(tx, actor, {
      action: 'account.create',
      targetType: 'Account',
      targetId: account.id,
      detail: { name: input.accountName },
    });
    return {
      accountId: account.id,
      accountCode: account.code,
      userId: admin.id,
      clientId: secret.credentialId,
      clientSecret: secret.clientSecret,
    };
  });
}

async function hashPassword(
  { passwords }: SetUpDeps,
  { password, userName, accountName }: SetUpInput,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const account = { name: accountName, passwordMinLength: DEFAULT_MIN_LENGTH };
  const policy = await passwords.policy(account, 'web');
  policy.check(password, [userName]);
  return passwords.hash(password);
}

/**
 * Creates the token of a one-time set-up link.
 * @returns undefined when the deployment already has an account, and on a node that only reads.
 */
export async function issueSetUpLink({ db, random }: SetUpDeps): Promise<string | undefined> {
  if (db.isReadOnly || (await hasAccounts(db.reader))) return undefined;
  const token = random.bytes(LINK_BYTES).toString('base64url');
  await db.transaction((tx) => saveSetUpLink(tx, hashOf(token)));
  return token;
}

/** Uses the link in the caller's transaction. @throws AppError `already-set-up`, `set-up-link-invalid`. */
export async function redeemSetUpLink(tx: Tx, token: string): Promise<void> {
  await requireNoAccount(tx);
  // Of two requests at once, only one can take the link.
  if (!(await takeSetUpLink(tx, hashOf(token)))) throw linkInvalid();
}

/** Checks that the link would work now. @throws AppError `already-set-up`, `set-up-link-invalid`. */
export async function requireSetUpLink(db: Reader, token: string): Promise<void> {
  await requireNoAccount(db);
  if (!(await hasSetUpLink(db, hashOf(token)))) throw linkInvalid();
}

async function requireNoAccount(db: Reader): Promise<void> {
  if (await hasAccounts(db)) {
    throw fail('already-set-up', 'This service is already set up. Ask its first admin for access.');
  }
}

const linkInvalid = () =>
  fail(
    'set-up-link-invalid',
    'The link was used or replaced by a newer one. Restart the service: it prints a new link.',
  );

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
