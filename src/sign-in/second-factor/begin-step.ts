import type { Tx } from '#db/database.ts';
import type { Reply } from '#http/endpoint.ts';
import { hashSessionCookie, makeSessionCookie } from '#sign-in/sessions/session-cookie.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import type { SignInStep } from './second-factor.shapes.ts';
import { insertStep, STEP_MS } from './sign-in-step.store.ts';

const COOKIE = '__Host-step';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export const STEP_COOKIE = COOKIE;
export const forgetStep = (): string => `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

interface Waiting {
  readonly accountId: string;
  readonly accountCode: string;
  readonly userId: string;
  /** The user's current stamp. */
  readonly stamp: number;
  readonly method: 'password' | 'link';
}

/** Stores a sign-in that waits for a code. @returns the cookie value of the browser that may enter it. */
export async function beginStep(
  { clock, random }: Pick<SignInDeps, 'clock' | 'random'>,
  tx: Tx,
  { accountId, accountCode, userId, stamp, method }: Waiting,
): Promise<string> {
  const cookie = makeSessionCookie(random, accountCode);
  await insertStep(tx, {
    account_id: accountId,
    user_id: userId,
    hash: hashSessionCookie(cookie),
    stamp,
    method,
    tries: 0,
    expires_at: clock.now() + STEP_MS,
  });
  return cookie;
}

/** Returns the response to a right password that is not enough. @param cookie for a browser that may enter a code */
export function replyWithStep(next: SignInStep['next'], cookie?: string): Reply {
  const body: SignInStep = { next };
  if (cookie === undefined) return { status: 202, body };
  const maxAge = `Max-Age=${STEP_MS / 1000}`;
  return { status: 202, cookies: [`${COOKIE}=${cookie}; ${maxAge}; ${ATTRIBUTES}`], body };
}
