import type { Tx } from '#db/database.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { fromBase32 } from './base32.ts';
import { hashRecoveryCode, parseCode } from './recovery-codes.ts';
import { secretContext } from './sealed-secrets.ts';
import {
  findSecondFactor,
  hasRecoveryCode,
  type Owner,
  type SecondFactor,
  takeRecoveryCode,
  useStep,
} from './second-factor.store.ts';
import { type TellDeps, tellPerson } from './tell-person.ts';
import { acceptedStep } from './totp.ts';

/** A code that was right when it was looked at. */
export interface RightCode {
  readonly kind: 'app' | 'recovery-code';
  /** Uses it up. @returns false when somebody did so meanwhile. */
  use(tx: Tx): Promise<boolean>;
}

type Deps = TellDeps & Pick<SignInDeps, 'db' | 'seal' | 'signInThrottle'>;

/** So many wrong codes in a row are no slip of the finger: whoever enters them knows the password. */
const TOLD_AT = 5;

/**
 * Looks at a code of the app or a recovery code. Codes of the app can be guessed, so they are counted as passwords are,
 * under a key of their own: a right password ends no wrong codes. Recovery codes can't be guessed, and open the door
 * also while others keep it shut.
 * @returns undefined when it is not right, was used before, or has to wait. @throws AppError `busy`
 */
export async function checkCode(
  deps: Deps,
  of: Owner,
  text: string,
  ip: string,
): Promise<RightCode | undefined> {
  const { db, signInThrottle } = deps;
  const typed = parseCode(text);
  const factor = await findSecondFactor(db.reader, of);
  if (!factor) return undefined;
  if (typed?.kind === 'recovery-code') return await checkRecoveryCode(deps, of, typed.code);
  let step: number | undefined;
  const { accountId, userId } = of;
  const user = { accountId, userId, passwordHash: `${factor.created_at}` };
  const wrong = (inARow: number) => tellOfWrongCodes(deps, of, inARow);
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

/** Once: only a right code begins the count anew. */
async function tellOfWrongCodes(deps: Deps, of: Owner, inARow: number): Promise<void> {
  if (inARow !== TOLD_AT) return;
  await deps.db.transaction((tx) => tellPerson(deps, tx, of, { kind: 'wrong-codes' }));
}

async function checkRecoveryCode(
  { db }: Deps,
  of: Owner,
  code: string,
): Promise<RightCode | undefined> {
  const hash = hashRecoveryCode(code);
  if (!(await hasRecoveryCode(db.reader, of, hash))) return undefined;
  return { kind: 'recovery-code', use: (tx) => takeRecoveryCode(tx, of, hash) };
}

/** Undefined also when another master key sealed the secret. */
function stepOf({ seal, clock }: Deps, factor: SecondFactor, code: string): number | undefined {
  const text = seal.open(secretContext(factor.account_id, factor.user_id), factor.secret);
  const secret = text === undefined ? undefined : fromBase32(text);
  return secret && acceptedStep(secret, code, { now: clock.now(), last: factor.last_step });
}
