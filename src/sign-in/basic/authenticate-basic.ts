import type { Database } from '#db/database.ts';
import type { Directory, SignIn } from '#directory/index.ts';
import type { Principal, RequestOrigin } from '#http/principal.ts';
import type { Clock } from '#kernel/clock.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { Random } from '#kernel/ids.ts';
import type { PasswordCheck } from '#sign-in/passwords/check-password.ts';
import { createVerifiedPasswords } from '#sign-in/passwords/verified-passwords.ts';
import {
  refusedForSso,
  refusedSignIn,
  type SaidRefusal,
  takesSsoOnly,
} from '#sign-in/refused-sign-in.ts';
import { isTooLittleForBasic } from '#sign-in/second-factor/standing.ts';
import type { SignInRecorder } from '#sign-in/sign-in-recorder.ts';
import type { SignInThrottle } from '#sign-in/throttle/sign-in-throttle.ts';

export interface BasicDeps {
  readonly db: Database;
  readonly directory: Pick<Directory, 'findSignIn'>;
  readonly passwordCheck: Pick<PasswordCheck, 'isRight'>;
  readonly signInRecorder: Pick<SignInRecorder, 'usedBasic' | 'refused'>;
  readonly signInThrottle: Pick<SignInThrottle, 'attempt'>;
  readonly clock: Clock;
  readonly random: Random;
}

/** Checks text after `Basic `. @throws AppError `credentials-invalid`, `basic-off`, `basic-second-factor`, `busy` */
export type BasicAuthenticator = (credentials: string, from: RequestOrigin) => Promise<Principal>;

/**
 * Creates the authenticator for HTTP Basic (RFC 7617), which is deprecated: `code/userName:password`, or the userName
 * or an e-mail address alone where only one account has it. Every refusal gives the same response after the same work,
 * with two exceptions: that the account does not allow Basic (told to clients that name the account or know the
 * password), and that the user has or needs a second factor (told to clients that know the password).
 */
export function createBasicAuthenticator(deps: BasicDeps): BasicAuthenticator {
  const { db, directory, passwordCheck, signInRecorder, signInThrottle, clock } = deps;
  const verified = createVerifiedPasswords(deps);

  const passes = (
    user: SignIn | undefined,
    { userName, password }: Typed,
    ip: string,
  ): boolean | Promise<boolean> => {
    // Passwords of users who may not sign in are not cached: the faster response would tell that the password is right.
    const allowed = user && maySignIn(user) && !user.bySsoOnly ? user : undefined;
    const storedHash = allowed?.passwordHash;
    const attempt = allowed &&
      storedHash !== undefined && { userId: allowed.userId, userName, password, storedHash };
    if (attempt && verified.has(attempt)) return true;
    return signInThrottle.attempt({ userName, user, ip }, async () => {
      // A request earlier in the queue may have verified the same password meanwhile.
      if (attempt && verified.has(attempt)) return true;
      const right = await passwordCheck.isRight(allowed, password);
      if (attempt && right) verified.add(attempt);
      return right;
    });
  };
  return async (credentials, from) => {
    const typed = parseCredentials(credentials);
    // The user is read for every request, so that a deactivation or a new password applies at once.
    const { account, severalAccounts } = await directory.findSignIn(db.reader, typed.userName);
    const user = account?.user;
    const refuse = (reason?: keyof typeof REASONS): AppError => {
      const detail = { ...REFUSAL.detail, ...(reason && { reason }) };
      signInRecorder.refused(account, { ...REFUSAL, ip: from.ip, detail });
      if (reason) return REASONS[reason]();
      return refused(takesSsoOnly(account) ? refusedForSso() : refusedSignIn(severalAccounts));
    };
    if (account?.isNamed && !account.basicAllowed) throw refuse('turned-off');
    const right = await passes(user, typed, from.ip);
    if (!user || !right) throw refuse();
    if (!user.basicAllowed) throw refuse('turned-off');
    if (isTooLittleForBasic(user.secondFactor, clock.now())) throw refuse('second-factor');
    signInRecorder.usedBasic(user, from);
    return {
      kind: 'user',
      accountId: user.accountId,
      accountCode: user.accountCode,
      userId: user.userId,
      role: user.role,
      scheme: 'Basic',
      ...(user.provisioning && { provisioning: user.provisioning }),
    };
  };
}

const REFUSAL = { action: 'user.sign-in', via: 'api', detail: { scheme: 'basic' } } as const;

function maySignIn(user: SignIn): boolean {
  return user.userActive && user.accountActive;
}

function turnedOff(): AppError {
  return fail(
    'basic-off',
    'Basic authentication is turned off in this organisation. Send an access token as Bearer instead.',
  );
}

function tooLittle(): AppError {
  return fail(
    'basic-second-factor',
    'The user has a second factor or needs one, so a password alone is not enough. Use an API credential, and send its access token as Bearer.',
  );
}

const REASONS = { 'turned-off': turnedOff, 'second-factor': tooLittle } as const;

const refused = ({ detail, ...more }: SaidRefusal): AppError =>
  fail('credentials-invalid', detail, more);

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface Typed {
  readonly userName: string;
  readonly password: string;
}

function parseCredentials(credentials: string): Typed {
  const text = BASE64.test(credentials) ? decode(Buffer.from(credentials, 'base64')) : undefined;
  // RFC 7617 §2: a user-id contains no colon, so the first colon ends it.
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
