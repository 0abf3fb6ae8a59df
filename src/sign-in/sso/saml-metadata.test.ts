// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';
import { makeSamlKeys } from '../../../test/support/saml-answers.ts';
import { type SamlProvider, startSamlProvider } from '../../../test/support/saml-provider.ts';
import { arriveBySaml, beginSaml, connectSaml } from '../../../test/support/saml-sign-in.ts';
import { SSO_ENV } from '../../../test/support/sso-sign-in.ts';
import { refreshSaml } from './refresh-saml.ts';

const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  let node: Instance;
  let idp: SamlProvider;
  let admin: Browser;
  before(async () => {
    node = await startInstance(engine, { env: SSO_ENV });
    idp = await startSamlProvider();
    idp.person = { nameId: 'ann', attributes: { uid: ['ext-ann'] } };
    const body = { userName: 'ann@x.example', externalId: 'ext-ann' };
    assert.equal((await node.request('POST', '/scim/v2/Users', { body })).status, 201);
  });
  beforeEach(async () => {
    admin = await adminBrowser(node);
  });
  after(async () => {
    idp.close();
    await node.close();
  });

  const pathOf = (id: string) => `/app/v1/sso-connections/${id}`;
  const create = (more: object) =>
    admin.send('POST', '/app/v1/sso-connections', {
      body: { kind: 'saml', name: 'Acme', claim: 'uid', attribute: 'externalId', ...more },
    });
  const itemOf = async (id: string) => {
    const { items } = Object((await admin.send('GET', '/app/v1/sso-connections')).body);
    return Object(items.find((each: { id: string }) => each.id === id));
  };
  const remove = (id: string) => admin.send('DELETE', pathOf(id));
  const lineOf = async (action: string) => {
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    return lines.findLast((line) => line.action === action);
  };
  const refresh = () => refreshSaml(node.services).run();
  const arrives = async (id: string): Promise<boolean> => {
    idp.faults = { now: node.clock.now() };
    return (await arriveBySaml(node, idp, id)).headers['location'] === '/';
  };

  test('a connection is made before its metadata are there, and works with the first ones', async () => {
    const made = await create({});
    assert.equal(made.status, 201, made.text);
    const id = String(made.at('id'));
    const base = `${node.baseUrl}/saml/${id}`;
    assert.deepEqual(
      [made.at('kind'), made.at('enabled'), made.at('issuer'), made.at('saml')],
      [
        'saml',
        false,
        '',
        {
          entityId: base,
          acsUrl: `${base}/acs`,
          metadataUrl: `${base}/metadata`,
          certificates: [],
        },
      ],
    );
    const metadata = await node.request('GET', `/saml/${id}/metadata`, { token: null });
    assert.equal(metadata.status, 200);
    assert.equal(metadata.headers['content-type'], 'application/samlmetadata+xml');
    assert.match(metadata.text, new RegExp(`entityID="${base}"`));
    assert.match(metadata.text, new RegExp(`Location="${base}/acs"`));
    assert.doesNotMatch(metadata.text, /Acme/);
    const early = await admin.send('PATCH', pathOf(id), { body: { enabled: true } });
    assert.deepEqual([early.status, early.at('reason')], [400, 'saml-metadata-needed']);
    assert.deepEqual((await admin.send('POST', `${pathOf(id)}/test`)).body, {
      outcome: 'metadata-missing',
    });
    const options = await openBrowser(node).send('GET', '/app/v1/sign-in');
    assert.deepEqual(options.at('sso'), []);
    const given = await admin.send('PATCH', pathOf(id), { body: { metadata: idp.metadata() } });
    assert.equal(given.status, 200, given.text);
    assert.deepEqual(
      [given.at('enabled'), given.at('issuer'), given.at('saml', 'signOnUrl')],
      [true, idp.entityId, idp.signOnAddress],
    );
    assert.match(JSON.stringify((await lineOf('sso.change'))?.detail), /certificates/);
    assert.ok(await arrives(id));
    assert.deepEqual((await admin.send('POST', `${pathOf(id)}/test`)).body, {
      outcome: 'metadata-file',
    });
    await remove(id);
    const gone = await node.request('GET', `/saml/${id}/metadata`, { token: null });
    assert.equal(gone.status, 404);
  });

  test('what can’t be used is refused at its field, with the reason', async () => {
    const cases: readonly [object, string, string][] = [
      [{ metadata: '<html/>' }, 'metadata', 'saml-metadata'],
      [{ metadata: '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }, 'metadata', 'saml-metadata'],
      [{ metadataUrl: `${idp.metadataAddress}/elsewhere` }, 'metadataUrl', 'saml-metadata'],
      [{ metadataUrl: 'http://idp.example/metadata' }, 'metadataUrl', 'saml-unreachable'],
      [{ metadataUrl: 'https://10.0.0.7/metadata' }, 'metadataUrl', 'saml-unreachable'],
      [{ metadata: '<a/>', metadataUrl: idp.metadataAddress }, 'metadataUrl', 'conflict'],
      [{ clientSecret: 'x' }, 'clientSecret', 'unknown-member'],
      [{ claim: 'email' }, 'claim', 'claim-not-lasting'],
      [
        { claim: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name' },
        'claim',
        'claim-not-lasting',
      ],
      [{ kind: 'oidc', issuer: 'https://idp.example', clientId: 'x' }, 'clientSecret', 'missing'],
      [{ kind: 'oidc', metadata: '<a/>' }, 'metadata', 'unknown-member'],
      [{ kind: 'oidc', claim: 'two words' }, 'claim', 'wrong-format'],
    ];
    for (const [more, at, reason] of cases) {
      const refused = await create(more);
      const told = [refused.status, refused.at('at'), refused.at('reason')];
      assert.deepEqual(told, [400, at, reason], refused.text);
    }
  });

  test('a day later new certificates apply by themselves, and old ones until they are gone', async () => {
    const id = String((await create({ metadataUrl: idp.metadataAddress })).at('id'));
    assert.equal((await itemOf(id)).saml.providerMetadataUrl, idp.metadataAddress);
    const [old] = idp.keys;
    assert.ok(old);
    const next = makeSamlKeys();
    idp.keys = [old, next];
    const tested = await admin.send('POST', `${pathOf(id)}/test`);
    assert.deepEqual(tested.body, { outcome: 'metadata-changed' });
    await refresh();
    assert.equal((await itemOf(id)).saml.certificates.length, 1, 'it is not due yet');
    node.clock.advance(DAY_MS);
    admin = await adminBrowser(node);
    await refresh();
    assert.equal((await itemOf(id)).saml.certificates.length, 2);
    assert.equal(Object((await lineOf('sso.refresh'))?.detail).addedCertificates.length, 1);
    idp.keys = [next, old];
    assert.ok(await arrives(id), 'signed by the new key');
    idp.keys = [old, next];
    assert.ok(await arrives(id), 'signed by the old key');
    idp.keys = [next];
    node.clock.advance(DAY_MS);
    admin = await adminBrowser(node);
    await refresh();
    assert.ok(await arrives(id));
    idp.keys = [old];
    assert.equal(await arrives(id), false, 'the old key is gone');
    await remove(id);
  });

  test('another sign-on address waits for an admin, and a failed reading changes nothing', async () => {
    const own = idp.metadata;
    const id = String((await create({ metadataUrl: idp.metadataAddress })).at('id'));
    const moved = 'https://elsewhere.example/sso';
    idp.metadata = () => own().replaceAll(idp.signOnAddress, moved);
    node.clock.advance(DAY_MS);
    admin = await adminBrowser(node);
    await refresh();
    const { saml } = await itemOf(id);
    assert.deepEqual([saml.signOnUrl, saml.waitingSignOnUrl], [idp.signOnAddress, moved]);
    assert.equal(Object((await lineOf('sso.refresh'))?.detail).waitingSignOnUrl, moved);
    const { url } = await beginSaml(node, id);
    assert.equal(`${url.origin}${url.pathname}`, idp.signOnAddress);
    const accept = (signOnUrl: string) => admin.send('PATCH', pathOf(id), { body: { signOnUrl } });
    const other = await accept('https://third.example/sso');
    assert.deepEqual([other.status, other.at('reason')], [400, 'saml-not-waiting']);
    const accepted = await accept(moved);
    assert.equal(accepted.status, 200, accepted.text);
    assert.deepEqual(
      [accepted.at('saml', 'signOnUrl'), accepted.at('saml', 'waitingSignOnUrl')],
      [moved, undefined],
    );
    for (const broken of [
      () => '<html/>',
      () => own().replace(idp.entityId, 'https://evil.example/entity'),
    ]) {
      const before = await itemOf(id);
      idp.metadata = broken;
      node.clock.advance(DAY_MS);
      admin = await adminBrowser(node);
      await refresh();
      const now = await itemOf(id);
      assert.ok(now.saml.refreshProblem.length > 10);
      const { refreshProblem: _, ...rest } = now.saml;
      const { refreshProblem: __, ...was } = before.saml;
      assert.deepEqual(rest, was);
      assert.equal((await lineOf('sso.refresh'))?.result, 'refused');
    }
    idp.metadata = own;
    await remove(id);
  });

  test('a connection without metadata keeps nobody from a newer one, and one that is off still does', async () => {
    const older = String((await create({})).at('id'));
    const newer = await connectSaml(admin, idp);
    assert.ok(await arrives(newer), 'nobody could ever sign in with the older one');
    const change = (body: object) => admin.send('PATCH', pathOf(older), { body });
    await change({ metadata: idp.metadata() });
    assert.ok(await arrives(older));
    assert.equal(await arrives(newer), false);
    await change({ enabled: false });
    assert.equal(await arrives(newer), false, 'turning one off gives its people to nobody');
    await remove(older);
    assert.ok(await arrives(newer));
    await remove(newer);
  });

  test('admins are alerted to a certificate that ends within 30 days, with the connection and the page to renew it', async () => {
    const alerts = async () => {
      const { items } = Object((await admin.send('GET', '/app/v1/alerts')).body);
      return items.filter((each: { kind: string }) => each.kind === 'sign-in-certificate-ends');
    };
    const after = async (days: number) => {
      node.clock.advance(days * DAY_MS);
      admin = await adminBrowser(node);
      return await alerts();
    };
    const keys = idp.keys;
    const until = node.clock.now() + 31 * DAY_MS;
    idp.keys = [makeSamlKeys({ until })];
    const id = await connectSaml(admin, idp);
    assert.deepEqual(await alerts(), []);
    const [alert] = await after(2);
    assert.deepEqual([alert.name, alert.path], ['Acme SAML', '/settings/security']);
    assert.ok(Math.abs(Date.parse(alert.endsAt) - until) < 1000);
    assert.doesNotMatch((await admin.send('GET', '/app/v1/status')).text, /certificate/);
    assert.ok(await arrives(id), 'and goes on');
    const status = async (enabled: boolean) => {
      const { status: code } = await admin.send('PATCH', pathOf(id), { body: { enabled } });
      assert.equal(code, 200);
    };
    await status(false);
    assert.deepEqual(await alerts(), [], 'nobody signs in with it');
    await status(true);
    assert.equal((await after(30)).length, 1, 'it has ended');
    assert.deepEqual(await after(14), [], 'and is left alone after two weeks');
    // A later certificate beside it is enough.
    idp.keys = [makeSamlKeys({ until: node.clock.now() + DAY_MS }), ...keys];
    await admin.send('PATCH', pathOf(id), { body: { metadata: idp.metadata() } });
    assert.deepEqual(await alerts(), []);
    await remove(id);
    idp.keys = keys;
  });
});
