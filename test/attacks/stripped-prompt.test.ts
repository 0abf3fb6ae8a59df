// An attacker at an unattended browser removes `prompt` and `max_age` from the URL of the identity provider. The
// identity provider then signs the user in without asking, which must not confirm the attacker's next action.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openBrowser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { connectProvider, SSO_ENV } from '../support/sso-sign-in.ts';

/** Some identity providers send fractions of a second. */
const LONG_AGO = 1_700_000_000.5678;

forEngineOrBoth('postgres', (engine) => {
  describe('a check by an identity provider', () => {
    let node: Instance;
    let idp: IdentityProvider;
    let connectionId: string;
    before(async () => {
      node = await startInstance(engine, { env: SSO_ENV });
      ({ idp, connectionId } = await connectProvider(node));
      idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
      await node.request('POST', '/scim/v2/Users', {
        body: { userName: 'ann', externalId: 'ext-ann' },
      });
    });
    after(async () => {
      idp.close();
      await node.close();
    });

    /** Confirms the identity once more, with the parameters removed as the attacker does. */
    const confirm = async (strip: readonly string[]) => {
      const body = { connectionId, to: '/confirmed', fresh: true };
      const begun = await openBrowser(node).send('POST', '/app/v1/sso/begin', { body });
      const cookie = /^__Host-sso-[^;]+/.exec(begun.headers['set-cookie'] ?? '')?.[0] ?? '';
      const url = new URL(String(begun.at('url')));
      for (const name of strip) {
        assert.ok(url.searchParams.has(name), name);
        url.searchParams.delete(name);
      }
      const { pathname, search } = await idp.visit(url.href);
      const answer = await node.request('GET', `${pathname}${search}`, {
        token: null,
        headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      });
      const sid = /__Host-sid=([^;]+)/.exec(answer.headers['set-cookie'] ?? '')?.[1];
      const browser = openBrowser(node, sid);
      const session = await browser.send('GET', '/app/v1/session');
      const sensitive = await browser.send('POST', '/app/v1/me/passkeys/begin');
      return {
        to: answer.headers['location'],
        isSignedIn: session.status === 200,
        isConfirmed: session.at('confirmedUntil') !== undefined,
        sensitive: sensitive.status,
      };
    };

    test('counts when the provider says that it has just asked', async () => {
      assert.deepEqual(await confirm([]), {
        ...{ to: '/confirmed', isSignedIn: true, isConfirmed: true, sensitive: 200 },
      });
    });

    test('is none without the parameters that ask for it; one is signed in, and told why', async () => {
      const none = { isSignedIn: true, isConfirmed: false, sensitive: 403 };
      assert.deepEqual(await confirm(['prompt', 'max_age']), {
        to: '/confirmed?untold=true',
        ...none,
      });
      // An identity provider that never sends auth_time is treated the same.
      idp.tamper = (token) => idp.rewrite(token, { auth_time: undefined });
      assert.deepEqual(await confirm([]), { to: '/confirmed?untold=true', ...none });
      idp.tamper = undefined;
    });

    test('is as old as the provider says, whatever it was told', async () => {
      idp.tamper = (token) => idp.rewrite(token, { auth_time: LONG_AGO });
      assert.deepEqual(await confirm([]), {
        ...{ to: '/confirmed', isSignedIn: true, isConfirmed: false, sensitive: 403 },
      });
      idp.tamper = undefined;
    });
  });
});
