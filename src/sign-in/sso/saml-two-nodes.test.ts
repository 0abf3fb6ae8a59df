// An answer of a SAML identity provider, taken by two nodes at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { startSamlProvider } from '../../../test/support/saml-provider.ts';
import { beginSaml, connectSaml, follow, postSaml } from '../../../test/support/saml-sign-in.ts';
import { SSO_ENV } from '../../../test/support/sso-sign-in.ts';

const ROUNDS = 8;

forEachEngine((engine) => {
  test('check 33: of two nodes that take one assertion at once, one signs in', async (t) => {
    const storage = await engine.fresh('any');
    const env = {
      ...{ ...SSO_ENV, FORMSTEAD_PUBLIC_URL: 'https://forms.example.org' },
      FORMSTEAD_LIMIT_SIGN_IN: '5000',
    };
    const one = await startInstance(engine, { storage, env });
    t.after(() => one.close());
    const two = await startInstance(engine, { storage, env, account: one.account });
    t.after(() => two.close());
    const idp = await startSamlProvider();
    t.after(() => idp.close());
    idp.person = { nameId: 'ann', attributes: { uid: ['ext-ann'] } };
    const body = { userName: 'ann@x.example', externalId: 'ext-ann' };
    assert.equal((await one.request('POST', '/scim/v2/Users', { body })).status, 201);
    const id = await connectSaml(await adminBrowser(one), idp);
    for (let round = 0; round < ROUNDS; round += 1) {
      const tab = await beginSaml(round % 2 === 0 ? one : two, id);
      const post = idp.answerTo(tab.url);
      const finishes = [one, two].map(async (node) => {
        const posted = await postSaml(node, post);
        return (await follow(node, posted, tab.cookie)).headers['location'] ?? '';
      });
      const ends = (await Promise.all(finishes)).toSorted();
      assert.equal(ends[0], '/', String(ends));
      assert.match(ends[1] ?? '', /^\/sign-in\?problem=sso-refused/);
    }
    const used = await one.services.db.reader
      .selectFrom('used_saml_assertions')
      .select('assertion_hash')
      .execute();
    assert.equal(used.length, ROUNDS);
    const lines = await readAuditLines(one.services.db, one.account.accountId);
    const refused = lines.filter(({ result }) => result === 'refused');
    assert.deepEqual(
      refused.map(({ detail }) => Object(detail).error),
      Array.from({ length: ROUNDS }, () => 'assertion_used'),
    );
  });

  test('what one node has checked, another one finishes', async (t) => {
    const storage = await engine.fresh('any');
    const env = { ...SSO_ENV, FORMSTEAD_PUBLIC_URL: 'https://forms.example.org' };
    const one = await startInstance(engine, { storage, env });
    t.after(() => one.close());
    const two = await startInstance(engine, { storage, env, account: one.account });
    t.after(() => two.close());
    const idp = await startSamlProvider();
    t.after(() => idp.close());
    idp.person = { nameId: 'ann', attributes: { uid: ['ext-ann'] } };
    const body = { userName: 'ann@x.example', externalId: 'ext-ann' };
    await one.request('POST', '/scim/v2/Users', { body });
    const id = await connectSaml(await adminBrowser(one), idp);
    const tab = await beginSaml(one, id);
    const posted = await postSaml(two, idp.answerTo(tab.url));
    assert.equal((await follow(one, posted, tab.cookie)).headers['location'], '/');
  });
});
