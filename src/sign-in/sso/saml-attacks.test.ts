// What somebody outside could try with sign-in by SAML, beyond answers that are wrong.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Instance,
  startInstance,
} from '../../../test/support/instance.ts';
import { type SamlProvider, startSamlProvider } from '../../../test/support/saml-provider.ts';
import {
  arriveBySaml,
  beginSaml,
  connectSaml,
  follow,
  postSaml,
  sessionIn,
  ssoCookieOf,
} from '../../../test/support/saml-sign-in.ts';
import { SSO_ENV } from '../../../test/support/sso-sign-in.ts';
import { refreshSaml } from './refresh-saml.ts';

forEachEngine((engine) => {
  let node: Instance;
  let idp: SamlProvider;
  let admin: Browser;
  let id: string;
  before(async () => {
    node = await startInstance(engine, { env: { ...SSO_ENV, FORMSTEAD_LIMIT_SIGN_IN: '5000' } });
    idp = await startSamlProvider();
    idp.person = { nameId: 'ann', attributes: { uid: ['ext-ann'] } };
    id = await connectSaml(await adminBrowser(node), idp);
    const body = { userName: 'ann@x.example', externalId: 'ext-ann' };
    assert.equal((await node.request('POST', '/scim/v2/Users', { body })).status, 201);
  });
  beforeEach(async () => {
    admin = await adminBrowser(node);
    idp.faults = { now: node.clock.now() };
  });
  after(async () => {
    idp.close();
    await node.close();
  });

  /** Leads a browser to the beginning of a connection, as a page of anybody can. */
  const lead = (connectionId: string, ...cookies: readonly string[]): Promise<Answer> =>
    node.request('GET', `/saml/${connectionId}/begin`, {
      token: null,
      headers: {
        ...{ cookie: cookies.join('; ') },
        ...{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      },
    });
  const cookieOf = (browser: Browser): string => `__Host-sid=${browser.cookie()}`;
  const userName = async (browser: Browser): Promise<unknown> =>
    (await browser.send('GET', '/app/v1/session')).at('user', 'userName');

  test('check 33: a page leads nobody out of their organisation into another one, whose identity provider it owns', async () => {
    const other = await node.addAccount('Other');
    const theirAdmin = openBrowser(node);
    await theirAdmin.signIn(`${other.accountCode}/admin`, ADMIN_PASSWORD);
    const theirs = await connectSaml(theirAdmin, idp);
    const token = await node.token(other.clientId, other.clientSecret);
    const body = { userName: 'mallory', externalId: 'ext-ann' };
    assert.equal((await node.request('POST', '/scim/v2/Users', { token, body })).status, 201);
    const led = await lead(theirs, cookieOf(admin));
    assert.equal(led.headers['location'], '/sign-in?problem=sso-other-account&account=other');
    assert.equal(led.headers['set-cookie'], undefined);
    assert.equal(await userName(admin), 'admin');
    // Nobody is signed in there, so the tile works.
    const begun = await lead(theirs);
    const posted = await postSaml(node, idp.answerTo(new URL(begun.headers['location'] ?? '')));
    const mallory = sessionIn(node, await follow(node, posted, ssoCookieOf(begun)));
    assert.equal(await userName(mallory), 'mallory');
  });

  test('the tile opens the app for who came by it, also twice in a minute, and a loop still ends', async () => {
    const ann = sessionIn(node, await arriveBySaml(node, idp, id));
    const again = await lead(id, cookieOf(ann), '__Host-tile=1');
    assert.equal(again.headers['location'], '/');
    // Who came otherwise may be somebody else.
    for (const cookies of [[cookieOf(admin)], ['__Host-sid=acme.nothing'], []]) {
      const { headers } = await lead(id, ...cookies, '__Host-tile=1');
      assert.match(headers['location'] ?? '', /^\/sign-in\?problem=sso-unasked/);
    }
  });

  test('an assertion whose session has ended begins none, and ends none that is there', async () => {
    const ann = sessionIn(node, await arriveBySaml(node, idp, id));
    for (const sessionEndsAt of [0, -30]) {
      idp.faults = { now: node.clock.now(), sessionEndsAt };
      const { headers } = await arriveBySaml(node, idp, id);
      assert.match(headers['location'] ?? '', /^\/sign-in\?problem=sso-refused/);
      assert.doesNotMatch(headers['set-cookie'] ?? '', /__Host-sid/);
      const lines = await readAuditLines(node.services.db, node.account.accountId);
      assert.equal(Object(lines.at(-1)?.detail).error, 'session_over');
    }
    assert.equal(await userName(ann), 'ann@x.example');
  });

  test('an address of metadata holds no password, which every admin would read in the audit log', async () => {
    const metadataUrl = idp.metadataAddress.replace('https://', 'https://me:s3cret@');
    const path = `/app/v1/sso-connections/${id}`;
    const refused = await admin.send('PATCH', path, { body: { metadataUrl } });
    assert.deepEqual(
      [refused.status, refused.at('at'), refused.at('reason')],
      [400, 'metadataUrl', 'saml-unreachable'],
      refused.text,
    );
    assert.doesNotMatch(refused.text, /s3cret/);
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    assert.doesNotMatch(JSON.stringify(lines) + node.logs.join(''), /s3cret/);
  });

  test('what comes by the addresses of SAML is in no log: neither answers nor handles nor names', async () => {
    const tab = await beginSaml(node, id);
    const post = idp.answerTo(tab.url);
    const posted = await postSaml(node, post);
    const finish = new URL(posted.headers['location'] ?? '', node.baseUrl);
    const cookie = tab.cookie;
    assert.equal((await follow(node, posted, cookie)).headers['location'], '/');
    const secrets = [
      ...Object.values(post.fields).map((value) => value.slice(0, 60)),
      ...[finish.searchParams.get('handle'), cookie.split('=')[1], 'ext-ann'],
    ];
    const logged = node.logs.join('');
    assert.match(logged, /\/saml\/:connection\/acs/);
    for (const secret of secrets) {
      assert.ok(secret);
      assert.ok(!logged.includes(secret), secret);
    }
  });

  test('an attribute is no proof if it is an email address or a name, also under its number', async () => {
    const path = `/app/v1/sso-connections/${id}`;
    for (const claim of [
      ...['urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:2.5.4.42', 'urn:oid:2.5.4.3'],
      ...['urn:oid:2.16.840.1.113730.3.1.241', 'displayName', 'cn', 'sn', 'mail'],
    ]) {
      const refused = await admin.send('PATCH', path, { body: { claim } });
      assert.deepEqual([refused.status, refused.at('reason')], [400, 'claim-not-lasting'], claim);
    }
    for (const claim of ['urn:oid:0.9.2342.19200300.100.1.1', 'uid']) {
      assert.equal((await admin.send('PATCH', path, { body: { claim } })).status, 200, claim);
    }
  });

  test('a connection that can’t be read again keeps no other one from it', async () => {
    const { db, clock } = node.services;
    const made: string[] = [];
    for (const name of ['Broken', 'Whole']) {
      const from = { metadata: undefined, metadataUrl: idp.metadataAddress, name };
      made.push(await connectSaml(admin, idp, from));
    }
    const [broken = '', whole = ''] = made;
    const table = db.reader.updateTable('sso_connections');
    const due = { saml_refresh_due_at: clock.now() };
    await table
      .set({ saml_refresh_due_at: clock.now() - 1, saml_certificates: 'no JSON' })
      .where('id', '=', broken)
      .execute();
    await table.set(due).where('id', '=', whole).execute();
    await assert.rejects(refreshSaml(node.services).run(), SyntaxError);
    const rows = await db.reader.selectFrom('sso_connections').selectAll().execute();
    const dueOf = (one: string) => rows.find((row) => row.id === one)?.saml_refresh_due_at ?? 0;
    assert.ok(dueOf(whole) > clock.now());
    assert.ok(dueOf(broken) < clock.now());
    await db.reader.deleteFrom('sso_connections').where('id', 'in', made).execute();
  });
});
