import type { Database } from '#db/database.ts';
import type { Directory, Passwords, SignIn } from '#directory/index.ts';
import type { Principal } from '#http/principal.ts';
import type { Clock } from '#kernel/clock.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Random } from '#kernel/ids.ts';
import { createVerifiedPasswords } from './verified-passwords.ts';

export interface BasicDeps {
  readonly db: Database;
  readonly directory: Pick<Directory, 'readSignIn'>;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Takes the text after `Basic `. @throws AppError `credentials-invalid`, `busy` */
export type BasicAuthenticator = (credentials: string) => Promise<Principal>;

/**
 * HTTP Basic (RFC 7617), deprecated: `code/userName:password`, or the bare userName while there is
 * one account. Whatever is wrong, the answer and the work are the same.
 */
export function createBasicAuthenticator(deps: BasicDeps): BasicAuthenticator {
  const { db, directory, passwords } = deps;
  const verified = createVerifiedPasswords(deps);

  const passes = async (
    user: SignIn | undefined,
    userName: string,
    password: string,
  ): Promise<boolean> => {
    const storedHash = user?.passwordHash;
    if (!user || storedHash === undefined) return await passwords.verify(undefined, password);
    const attempt = { userId: user.userId, userName, password, storedHash };
    if (verified.has(attempt)) return true;
    const right = await passwords.verify(storedHash, password);
    if (right) verified.add(attempt);
    return right;
  };
  return async (credentials) => {
    const { userName, password } = parseCredentials(credentials);
    // Read on every request, so that a deactivation or a new password holds at once.
    const user = await directory.readSignIn(db.reader, userName);
    const right = await passes(user, userName, password);
    if (!user || !right || !maySignIn(user)) throw refused();
    return {
      kind: 'user',
      accountId: user.accountId,
      accountCode: user.accountCode,
      userId: user.userId,
      role: user.role,
      scheme: 'Basic',
    };
  };
}

function maySignIn(user: SignIn): boolean {
  return user.userActive && user.accountActive && user.basicAllowed;
}

function refused(): AppError {
  return fail('credentials-invalid', 'The user name or the password is not right.');
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function parseCredentials(credentials: string): { userName: string; password: string } {
  const text = BASE64.test(credentials) ? decode(Buffer.from(credentials, 'base64')) : undefined;
  // RFC 7617 §2: a user-id holds no colon, so the first one ends it.
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 1) {
    throw fail('credentials-invalid', 'Basic credentials are userName:password in Base64.');
  }
  return { userName: text.slice(0, colon), password: text.slice(colon + 1) };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
