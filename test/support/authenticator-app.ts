// An authenticator app: makes the codes that phones make (RFC 6238), from the secret that the pages show.
import assert from 'node:assert/strict';
import { fromBase32 } from '../../src/sign-in/second-factor/base32.ts';
import { hotp, stepAt } from '../../src/sign-in/second-factor/totp.ts';
import type { Browser } from './browser.ts';
import type { Instance } from './instance.ts';

export interface App {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Of the step that is on, or so many steps from it. */
  code(steps?: number): string;
  /** The code of the next step, which has come: no code is good twice. */
  nextCode(): string;
}

export const codeOf = (secret: string, now: number, steps = 0): string =>
  hotp(fromBase32(secret) ?? new Uint8Array(), stepAt(now) + steps);

/** Sets an app up for whoever is signed in, and just proved who they are. */
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
