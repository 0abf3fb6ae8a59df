import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { fresh } from '../../../test/support/scim.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../../../test/support/sso-sign-in.ts';

forEachEngine((engine) => {
  test('an identity provider that sends null for what it does not give signs people in', async (t) => {
    const node = await startInstance(engine, { env: SSO_ENV });
    t.after(() => node.close());
    const { idp, connectionId } = await connectProvider(node);
    t.after(() => idp.close());
    const externalId = fresh('00u');
    const body = { userName: fresh('bo'), externalId };
    const made = await node.request('POST', '/scim/v2/Users', { body });
    assert.equal(made.status, 201, made.text);
    idp.person = { sub: fresh('sub'), oid: externalId };
    for (const name of ['refresh_token', 'scope', 'expires_in']) {
      idp.tokenMembers = { [name]: null };
      const { answer, browser } = await arriveBySso(node, idp, connectionId);
      assert.equal(answer.headers['location'], '/', `${name}: ${answer.text}`);
      const session = await browser.send('GET', '/app/v1/session');
      assert.equal(session.at('user', 'id'), made.at('id'), name);
    }
    idp.tokenMembers = { id_token: null };
    const { answer } = await arriveBySso(node, idp, connectionId);
    assert.match(answer.headers['location'] ?? '', /problem=sso-refused/);
  });
});
