// An authenticator app: makes codes as phones do (RFC 6238), from the secret that the pages show.
import assert from 'node:assert/strict';
import { fromBase32 } from '../../src/sign-in/second-factor/base32.ts';
import { hotp, stepAt } from '../../src/sign-in/second-factor/totp.ts';
import type { Browser } from './browser.ts';
import type { Instance } from './instance.ts';

export interface App {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Returns the code of the current time step, or of the given number of steps after it. */
  code(steps?: number): string;
  /** Moves to the next time step and returns its code, because a code works only once. */
  nextCode(): string;
}

export const codeOf = (secret: string, now: number, steps = 0): string =>
  hotp(fromBase32(secret) ?? new Uint8Array(), stepAt(now) + steps);

/** Sets up an app for the signed-in user, whose identity was just confirmed. */
export async function addApp(browser: Browser, { clock }: Pick<Instance, 'clock'>): Promise<App> {
  const begun = await browser.send('POST', '/app/v1/me/second-factor/begin');
  assert.equal(begun.status, 200, begun.text);
  const secret = String(begun.at('secret'));
  const body = { offer: begun.at('offer'), code: codeOf(secret, clock.now()) };
  const made = await browser.send('POST', '/app/v1/me/second-factor', { body });
  assert.equal(made.status, 201, made.text);
  return {
    secret,
    recoveryCodes: (made.at('recoveryCodes') as readonly unknown[]).map(String),
    code: (steps) => codeOf(secret, clock.now(), steps),
    nextCode() {
      clock.advance(30_000);
      return codeOf(secret, clock.now());
    },
  };
}
