import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { makeSamlKeys } from '../../../test/support/saml-answers.ts';
import {
  readRequest,
  type SamlProvider,
  startSamlProvider,
} from '../../../test/support/saml-provider.ts';
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

const ANN = { nameId: 'ann@x.example', attributes: { uid: ['ext-ann'] } };

forEachEngine((engine) => {
  let node: Instance;
  let idp: SamlProvider;
  let admin: Browser;
  let id: string;
  let annId: string;
  before(async () => {
    node = await startInstance(engine, {
      env: { ...SSO_ENV, FORMSTEAD_LIMIT_SIGN_IN: '5000', FORMSTEAD_LIMIT_PUBLIC: '5000' },
    });
    idp = await startSamlProvider();
    admin = await adminBrowser(node);
    id = await connectSaml(admin, idp);
    const body = { userName: 'ann@x.example', externalId: 'ext-ann' };
    annId = String((await node.request('POST', '/scim/v2/Users', { body })).at('id'));
  });
  beforeEach(() => {
    idp.person = ANN;
    idp.faults = { now: node.clock.now() };
    idp.tamper = undefined;
    idp.signs = 'Assertion';
  });
  after(async () => {
    idp.close();
    await node.close();
  });

  const path = () => `/app/v1/sso-connections/${id}`;
  const lastRefusal = async () => {
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    return Object(lines.findLast(({ result }) => result === 'refused')?.detail);
  };
  const isRefused = (answer: Answer, problem: string): void => {
    const url = new URL(answer.headers['location'] ?? '', node.baseUrl);
    const shown = [answer.status, url.pathname, url.searchParams.get('problem')];
    assert.deepEqual(shown, [303, '/sign-in', problem], answer.text);
    assert.doesNotMatch(answer.headers['set-cookie'] ?? '', /__Host-sid/);
  };

  test('the person whom a SAML identity provider names is signed in, by the rule of the connection', async () => {
    const options = await openBrowser(node).send('GET', '/app/v1/sign-in');
    assert.deepEqual(options.at('sso'), [{ id, name: 'Acme SAML' }]);
    const tab = await beginSaml(node, id, { to: '/settings/users?q=ann' });
    const asked = readRequest(tab.url);
    assert.deepEqual(
      { ...asked, id: undefined, relayState: undefined },
      {
        id: undefined,
        acs: `${node.baseUrl}/saml/${id}/acs`,
        entityId: `${node.baseUrl}/saml/${id}`,
        forceAuthn: false,
        relayState: undefined,
      },
    );
    assert.ok((asked.relayState ?? '').length <= 80);
    const posted = await postSaml(node, idp.answerTo(tab.url));
    assert.deepEqual([posted.status, posted.text], [303, '']);
    assert.equal(posted.headers['set-cookie'], undefined);
    const answer = await follow(node, posted, tab.cookie);
    assert.deepEqual([answer.status, answer.headers['location']], [303, '/settings/users?q=ann']);
    const session = await sessionIn(node, answer).send('GET', '/app/v1/session');
    assert.deepEqual([session.at('user', 'id'), session.at('method')], [annId, 'sso']);
    assert.equal(session.at('confirmedUntil'), undefined, 'nobody asked who it is');
    const item = (await admin.send('GET', '/app/v1/sso-connections')).at('items', '0');
    assert.equal(Object(item).kind, 'saml');
    assert.ok(Object(item).lastSignInAt);
    // The handle opens once.
    isRefused(await follow(node, posted, tab.cookie), 'sso-expired');
  });

  test('NameID against the user name is a rule too, and the letter case of the user name does not matter', async () => {
    const change = (body: object) => admin.send('PATCH', path(), { body });
    await change({ claim: 'NameID', attribute: 'userName' });
    idp.person = { nameId: 'ANN@x.example' };
    assert.equal((await arriveBySaml(node, idp, id)).headers['location'], '/');
    idp.person = { nameId: 'eve@x.example', attributes: { uid: ['ext-ann'] } };
    isRefused(await arriveBySaml(node, idp, id), 'sso-unknown-person');
    assert.equal((await lastRefusal()).value, 'eve@x.example');
    await change({ claim: 'uid', attribute: 'externalId' });
  });

  test('an attribute with two values, or that is missing, means nobody', async () => {
    for (const attributes of [{ uid: ['ext-ann', 'ext-eve'] }, { UID: ['ext-ann'] }, {}]) {
      idp.person = { nameId: 'ann@x.example', attributes };
      isRefused(await arriveBySaml(node, idp, id), 'sso-unknown-person');
    }
  });

  test('check 33: hostile and wrong answers sign nobody in, and an admin reads why', async () => {
    const foreign = makeSamlKeys();
    const cases: readonly [string, () => void][] = [
      ['not-signed', () => (idp.signs = 'nothing')],
      ['signature', () => (idp.tamper = (xml) => xml.replace('>ext-ann<', '>ext-bob<'))],
      ['forbidden-markup', () => (idp.tamper = (xml) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml}`)],
      ['issuer', () => (idp.faults = { ...idp.faults, issuer: 'https://evil.example/entity' })],
      ['audience', () => (idp.faults = { ...idp.faults, audience: 'https://evil.example' })],
      ['expired', () => (idp.faults = { ...idp.faults, notOnOrAfter: -61 })],
      ['recipient', () => (idp.faults = { ...idp.faults, recipient: 'https://evil.example/acs' })],
      ['status', () => (idp.faults = { ...idp.faults, status: 'Requester' })],
      [
        'in-response-to',
        () => (idp.faults = { ...idp.faults, requestId: '_other', responseRequestId: '_other' }),
      ],
    ];
    for (const [code, spoil] of cases) {
      idp.faults = { now: node.clock.now() };
      idp.tamper = undefined;
      idp.signs = 'Assertion';
      spoil();
      isRefused(await arriveBySaml(node, idp, id), 'sso-refused');
      const { error, said, problem } = await lastRefusal();
      assert.deepEqual([problem, error], ['sso-refused', code], said);
      assert.ok(said.length > 10, code);
    }
    idp.faults = { now: node.clock.now() };
    idp.tamper = undefined;
    idp.signs = 'Assertion';
    const own = idp.keys;
    idp.keys = [foreign];
    isRefused(await arriveBySaml(node, idp, id), 'sso-refused');
    assert.equal((await lastRefusal()).error, 'signature');
    idp.keys = own;
  });

  test('check 33: an answer that another browser asked for signs nobody in (login CSRF)', async () => {
    const attacker = await beginSaml(node, id);
    const victim = await beginSaml(node, id);
    const posted = await postSaml(node, idp.answerTo(attacker.url));
    isRefused(await follow(node, posted, victim.cookie), 'sso-expired');
    const again = await postSaml(node, idp.answerTo(attacker.url));
    isRefused(await follow(node, again, ''), 'sso-expired');
    // Nor does a cookie under the name of the attacker's state.
    const [name] = attacker.cookie.split('=');
    const renamed = `${name}=${victim.cookie.split('=')[1]}`;
    const third = await postSaml(node, idp.answerTo(attacker.url));
    isRefused(await follow(node, third, renamed), 'sso-expired');
  });

  test('an answer waits a minute for its browser, and no longer', async () => {
    const tab = await beginSaml(node, id);
    const posted = await postSaml(node, idp.answerTo(tab.url));
    node.clock.advance(60_000);
    isRefused(await follow(node, posted, tab.cookie), 'sso-expired');
  });

  test('an assertion signs in once, in whichever order it is sent twice', async () => {
    const tab = await beginSaml(node, id);
    const post = idp.answerTo(tab.url);
    const [first, second] = [await postSaml(node, post), await postSaml(node, post)];
    assert.equal((await follow(node, first, tab.cookie)).headers['location'], '/');
    isRefused(await follow(node, second, tab.cookie), 'sso-refused');
    assert.equal((await lastRefusal()).error, 'assertion_used');
  });

  test('an answer for another connection is refused, even if both have one identity provider and one key', async () => {
    const other = await connectSaml(admin, idp, { name: 'Other' });
    const tab = await beginSaml(node, other);
    const post = idp.answerTo(tab.url);
    const elsewhere = { ...post, acs: `${node.baseUrl}/saml/${id}/acs` };
    isRefused(await follow(node, await postSaml(node, elsewhere), tab.cookie), 'sso-expired');
    // With the cookie of a sign-in at this connection, it is the answer that is wrong.
    const own = await beginSaml(node, id);
    const mixed = { ...elsewhere.fields, RelayState: own.url.searchParams.get('RelayState') ?? '' };
    const answer = await postSaml(node, { ...elsewhere, fields: mixed });
    isRefused(await follow(node, answer, own.cookie), 'sso-refused');
    await admin.send('DELETE', `/app/v1/sso-connections/${other}`);
  });

  test('the tile of an identity provider leads through our own beginning, once a minute', async () => {
    const service = {
      acs: `${node.baseUrl}/saml/${id}/acs`,
      entityId: `${node.baseUrl}/saml/${id}`,
    };
    const posted = await postSaml(node, idp.unsolicited(service));
    assert.equal(posted.headers['location'], `/saml/${id}/begin`);
    const begun = await follow(node, posted, '');
    assert.equal(begun.status, 303);
    const request = new URL(begun.headers['location'] ?? '');
    assert.equal(`${request.origin}${request.pathname}`, idp.signOnAddress);
    const back = await postSaml(node, idp.answerTo(request));
    assert.equal((await follow(node, back, ssoCookieOf(begun))).headers['location'], '/');
    assert.match(begun.headers['set-cookie'] ?? '', /__Host-tile=1; Path=\/; Max-Age=60/);
    isRefused(await follow(node, posted, '__Host-tile=1'), 'sso-unasked');
  });

  test('what is no answer at all leads to our own beginning, and 5 MB are refused before they are read', async () => {
    const acs = `${node.baseUrl}/saml/${id}/acs`;
    for (const fields of [{}, { RelayState: 'https://evil.example/' }, { SAMLResponse: 'x' }]) {
      const answer = await postSaml(node, { acs, fields });
      assert.deepEqual([answer.status, answer.headers['location']], [303, `/saml/${id}/begin`]);
    }
    const large = await postSaml(node, { acs, fields: { SAMLResponse: 'A'.repeat(5_000_000) } });
    assert.equal(large.status, 413);
    const unknown = await postSaml(node, { acs: `${node.baseUrl}/saml/acme-x/acs`, fields: {} });
    isRefused(unknown, 'sso-expired');
  });

  test('after a sign-out the identity provider is told to ask, and only then its word confirms who one is', async () => {
    const asked = await beginSaml(node, id, {}, '__Host-who=ask');
    assert.equal(readRequest(asked.url).forceAuthn, true);
    const fresh = await beginSaml(node, id, { fresh: true });
    assert.equal(readRequest(fresh.url).forceAuthn, true);
    const answer = await follow(node, await postSaml(node, idp.answerTo(fresh.url)), fresh.cookie);
    const session = await sessionIn(node, answer).send('GET', '/app/v1/session');
    assert.ok(session.at('confirmedUntil'));
    idp.faults = { ...idp.faults, authenticatedAt: -3600 };
    const old = sessionIn(node, await arriveBySaml(node, idp, id, { fresh: true }));
    assert.equal((await old.send('GET', '/app/v1/session')).at('confirmedUntil'), undefined);
    const late = await beginSaml(node, id);
    const posted = await postSaml(node, idp.answerTo(late.url));
    isRefused(await follow(node, posted, `${late.cookie}; __Host-who=ask`), 'sso-expired');
    const ended = await openBrowser(node).send('POST', '/app/v1/sso/end', {
      body: { connectionId: id },
    });
    assert.deepEqual(ended.body, { name: 'Acme SAML' });
  });

  test('a session ends when the identity provider says it does', async () => {
    idp.faults = { ...idp.faults, sessionEndsAt: 600 };
    const browser = sessionIn(node, await arriveBySaml(node, idp, id));
    const session = await browser.send('GET', '/app/v1/session');
    const end = Date.parse(String(session.at('expiresAt')));
    assert.ok(Math.abs(end - node.clock.now() - 600_000) < 10_000, String(end));
    node.clock.advance(601_000);
    assert.equal((await browser.send('GET', '/app/v1/session')).status, 401);
  });

  test('who is deactivated or erased is not signed in', async () => {
    const made = await node.request('POST', '/scim/v2/Users', {
      body: { userName: 'bob@x.example', externalId: 'ext-bob' },
    });
    const bob = `/scim/v2/Users/${made.at('id')}`;
    idp.person = { nameId: 'bob', attributes: { uid: ['ext-bob'] } };
    const browser = sessionIn(node, await arriveBySaml(node, idp, id));
    const Operations = [{ op: 'replace', path: 'active', value: false }];
    await node.request('PATCH', bob, { body: { Operations } });
    assert.equal((await browser.send('GET', '/app/v1/session')).at('code'), 'session-ended');
    isRefused(await arriveBySaml(node, idp, id), 'sso-inactive');
    await node.request('DELETE', bob);
    isRefused(await arriveBySaml(node, idp, id), 'sso-unknown-person');
  });

  test('a connection that changes while an answer waits signs nobody in', async () => {
    // The clock has moved, and a change wants an admin who was confirmed.
    admin = await adminBrowser(node);
    const tab = await beginSaml(node, id);
    const posted = await postSaml(node, idp.answerTo(tab.url));
    await admin.send('PATCH', path(), { body: { claim: 'other' } });
    isRefused(await follow(node, posted, tab.cookie), 'sso-expired');
    assert.equal((await lastRefusal()).error, 'connection_changed');
    await admin.send('PATCH', path(), { body: { claim: 'uid' } });
    const next = await beginSaml(node, id);
    const waits = await postSaml(node, idp.answerTo(next.url));
    await admin.send('PATCH', path(), { body: { enabled: false } });
    isRefused(await follow(node, waits, next.cookie), 'sso-expired');
    await admin.send('PATCH', path(), { body: { enabled: true } });
  });

  test('what expired is deleted, and the storage keeps no name of the people who came', async () => {
    const { db, sessions } = node.services;
    const tab = await beginSaml(node, id);
    await postSaml(node, idp.answerTo(tab.url));
    const rows = await db.reader.selectFrom('saml_outcomes').selectAll().execute();
    assert.ok(rows.length > 0);
    // Three letters alone would come up by chance in what is sealed.
    assert.doesNotMatch(JSON.stringify(rows), /ext-ann|x\.example/);
    node.clock.advance(3_600_000);
    await sessions.purge();
    const left = await db.reader.selectFrom('saml_outcomes').select('handle_hash').execute();
    const used = db.reader.selectFrom('used_saml_assertions').select('assertion_hash');
    assert.deepEqual([left, await used.execute()], [[], []]);
  });
});
