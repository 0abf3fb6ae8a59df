// At an identity provider, two people may have names that look alike: one holds a character that nobody sees. Formstead
// compares user names without such characters, so a person could choose a name there that is another person's here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { startSamlProvider } from '../../../test/support/saml-provider.ts';
import { arriveBySaml, connectSaml } from '../../../test/support/saml-sign-in.ts';
import { arriveBySso, connectProvider, SSO_ENV } from '../../../test/support/sso-sign-in.ts';

/** Names that are taken for ann@x.example when user names are compared, and how admins see them. */
const ODD = [
  ['ann\u200b@x.example', 'ann\ufffd@x.example'],
  ['\u2066ann@x.example', '\ufffdann@x.example'],
  ['ann@x.example\ufeff', 'ann@x.example\ufffd'],
  ['ann@x.example ', 'ann@x.example '],
] as const;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine, { env: { ...SSO_ENV, FORMSTEAD_LIMIT_SIGN_IN: '5000' } });
    admin = await adminBrowser(node);
    const body = { userName: 'ann@x.example', externalId: 'ext-ann' };
    assert.equal((await node.request('POST', '/scim/v2/Users', { body })).status, 201);
  });
  after(() => node.close());

  const change = async (id: string, body: object) => {
    const changed = await admin.send('PATCH', `/app/v1/sso-connections/${id}`, { body });
    assert.equal(changed.status, 200, changed.text);
  };
  const remove = async (id: string) => {
    await admin.send('DELETE', `/app/v1/sso-connections/${id}`);
  };
  const isRefused = async (answer: Answer, problem: string) => {
    assert.match(answer.headers['location'] ?? '', new RegExp(`^/sign-in\\?problem=${problem}&`));
    assert.doesNotMatch(answer.headers['set-cookie'] ?? '', /__Host-sid/);
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    return Object(lines.findLast(({ result }) => result === 'refused')?.detail);
  };

  test('check 33: with OpenID Connect, a name with a character that nobody sees is nobody’s', async () => {
    const { idp, connectionId } = await connectProvider(node, { admin });
    await change(connectionId, { attribute: 'userName' });
    for (const [oid, shown] of ODD) {
      idp.person = { sub: 'idp-eve', oid };
      const { answer } = await arriveBySso(node, idp, connectionId);
      const { error, claim, value } = await isRefused(answer, 'sso-unknown-person');
      assert.deepEqual([error, claim, value], ['odd_characters', 'oid', shown]);
    }
    idp.person = { sub: 'idp-ann', oid: 'ANN@x.example' };
    const { answer } = await arriveBySso(node, idp, connectionId);
    assert.equal(answer.headers['location'], '/');
    idp.close();
    await remove(connectionId);
  });

  test('check 33: with SAML, a name with a character that nobody sees is nobody’s', async () => {
    const idp = await startSamlProvider();
    idp.faults = { now: node.clock.now() };
    const id = await connectSaml(admin, idp, { claim: 'login', attribute: 'userName' });
    for (const [login, shown] of ODD) {
      idp.person = { nameId: 'idp-eve', attributes: { login: [login] } };
      const refused = await isRefused(await arriveBySaml(node, idp, id), 'sso-unknown-person');
      const { error, claim, value } = refused;
      assert.deepEqual([error, claim, value], ['odd_characters', 'login', shown]);
    }
    await change(id, { claim: 'NameID' });
    for (const [nameId, shown] of ODD) {
      idp.person = { nameId };
      const { error, said } = await isRefused(await arriveBySaml(node, idp, id), 'sso-refused');
      assert.equal(error, 'name-id');
      assert.ok(said.includes(`"${shown}"`) && said.includes('none of them invisible'), said);
    }
    idp.person = { nameId: 'ANN@x.example' };
    assert.equal((await arriveBySaml(node, idp, id)).headers['location'], '/');
    idp.close();
    await remove(id);
  });
});
