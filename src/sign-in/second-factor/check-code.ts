import type { Tx } from '#db/database.ts';
import type { Request } from '#http/endpoint.ts';
import { askedLocale, type Locale } from '#kernel/locale.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { fromBase32 } from './base32.ts';
import { type NotifyDeps, notifyUser } from './notify-user.ts';
import { hashRecoveryCode, parseCode } from './recovery-codes.ts';
import { secondFactorContext } from './sealed-secrets.ts';
import {
  type FactorOwner,
  findSecondFactor,
  hasRecoveryCode,
  type StoredFactor,
  takeRecoveryCode,
  useStep,
} from './second-factor.store.ts';
import { acceptedStep } from './totp.ts';

/** A code that was right when it was checked. */
export interface RightCode {
  readonly kind: 'app' | 'recovery-code';
  /** Marks the code as used. @returns false when it was used meanwhile. */
  use(tx: Tx): Promise<boolean>;
}

type Deps = NotifyDeps & Pick<SignInDeps, 'db' | 'seal' | 'signInThrottle'>;

/** Wrong codes in a row after which the user is told: these are no typing errors, and the sender knows the password. */
const TOLD_AT = 5;

/**
 * Checks a code of the app or a recovery code. Codes of the app can be guessed, so wrong ones are throttled like wrong
 * passwords, but under a key of their own: a right password does not reset them. Recovery codes can't be guessed, so
 * they are accepted even while the throttle refuses codes of the app.
 * @returns undefined when the code is wrong, was used before, or is throttled. @throws AppError `busy`
 */
export async function checkCode(
  deps: Deps,
  of: FactorOwner,
  text: string,
  { ip, headers }: Pick<Request<unknown>, 'ip' | 'headers'>,
): Promise<RightCode | undefined> {
  const { db, signInThrottle } = deps;
  const typed = parseCode(text);
  const factor = await findSecondFactor(db.reader, of);
  if (!factor) return undefined;
  if (typed?.kind === 'recovery-code') return await checkRecoveryCode(deps, of, typed.code);
  let step: number | undefined;
  const { accountId, userId } = of;
  const user = { accountId, userId, passwordHash: `${factor.created_at}` };
  const wrong = (inARow: number) =>
    notifyOfWrongCodes(deps, of, inARow, askedLocale(headers['accept-language']));
  const isRight = await signInThrottle.attempt(
    { userName: '', user, ip, what: 'code', wrong },
    async () => {
      step = typed && stepOf(deps, factor, typed.code);
      return step !== undefined;
    },
  );
  const accepted = step;
  if (!isRight || accepted === undefined) return undefined;
  return { kind: 'app', use: (tx) => useStep(tx, factor, accepted) };
}

/** Tells the user once, because only a right code resets the count. */
async function notifyOfWrongCodes(
  deps: Deps,
  of: FactorOwner,
  inARow: number,
  language: Locale | undefined,
): Promise<void> {
  if (inARow !== TOLD_AT) return;
  await deps.db.transaction((tx) => notifyUser(deps, tx, of, { kind: 'wrong-codes' }, language));
}

async function checkRecoveryCode(
  { db }: Deps,
  of: FactorOwner,
  code: string,
): Promise<RightCode | undefined> {
  const hash = hashRecoveryCode(code);
  if (!(await hasRecoveryCode(db.reader, of, hash))) return undefined;
  return { kind: 'recovery-code', use: (tx) => takeRecoveryCode(tx, of, hash) };
}

/** Returns the time step of a right code; undefined also when another master key sealed the secret. */
function stepOf({ seal, clock }: Deps, factor: StoredFactor, code: string): number | undefined {
  const text = seal.open(secondFactorContext(factor.account_id, factor.user_id), factor.secret);
  const secret = text === undefined ? undefined : fromBase32(text);
  return secret && acceptedStep(secret, code, { now: clock.now(), last: factor.last_step });
}
