import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { readAuditLines } from '../../../test/support/credentials.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../../test/support/identity-provider.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

forEachEngine((engine) => {
  let node: Instance;
  let idp: IdentityProvider;
  let admin: Browser;
  let connectionId: string;
  let annId: string;
  before(async () => {
    node = await startInstance(engine, {
      env: { FORMSTEAD_OUTBOUND_NETWORKS: '127.0.0.0/8,::1/128' },
    });
    idp = await startIdentityProvider(() => `${node.baseUrl}/app/v1/sso/callback`);
    admin = await adminBrowser(node);
    const { issuer, clientId, clientSecret } = idp;
    const made = await admin.send('POST', '/app/v1/sso-connections', {
      body: {
        name: 'Acme login',
        issuer,
        clientId,
        clientSecret,
        claim: 'oid',
        attribute: 'externalId',
      },
    });
    assert.equal(made.status, 201, made.text);
    assert.ok(!made.text.includes(clientSecret));
    assert.equal(made.at('redirectUri'), `${node.baseUrl}/app/v1/sso/callback`);
    connectionId = String(made.at('id'));
    const body = {
      userName: 'ann@x.example',
      externalId: 'ext-ann',
      emails: [{ value: 'ann@x.example' }],
    };
    annId = String((await node.request('POST', '/scim/v2/Users', { body })).at('id'));
  });
  beforeEach(() => {
    idp.person = { sub: 'idp-ann', oid: 'ext-ann' };
    idp.tamper = undefined;
  });
  after(async () => {
    idp.close();
    await node.close();
  });

  interface Tab {
    readonly cookie: string;
    readonly url: string;
  }
  const begin = async (more: object = {}): Promise<Tab> => {
    const answer = await openBrowser(node).send('POST', '/app/v1/sso/begin', {
      body: { connectionId, ...more },
    });
    assert.equal(answer.status, 200, answer.text);
    const cookie = /^__Host-sso-[^;]+/.exec(answer.headers['set-cookie'] ?? '')?.[0] ?? '';
    assert.match(answer.headers['set-cookie'] ?? '', /; Secure; HttpOnly; SameSite=Lax$/);
    return { cookie, url: String(answer.at('url')) };
  };
  /** Returns to the callback as a browser does: by a navigation from another site. */
  const comeBack = (answer: URL, cookie: string): Promise<Answer> =>
    node.request('GET', `${answer.pathname}${answer.search}`, {
      token: null,
      headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    });
  const signIn = async (): Promise<Answer> => {
    const tab = await begin();
    return await comeBack(await idp.visit(tab.url), tab.cookie);
  };
  const isRefused = (answer: Answer, problem: string, to = '/'): void => {
    const { pathname, searchParams } = new URL(answer.headers['location'] ?? '', node.baseUrl);
    const told = Object.fromEntries(searchParams);
    // The target of an unknown sign-in is unknown, too.
    const kept = problem === 'sso-expired' ? {} : { to, account: 'acme' };
    assert.deepEqual([answer.status, pathname, told], [303, '/sign-in', { problem, ...kept }]);
    assert.doesNotMatch(answer.headers['set-cookie'] ?? '', /__Host-sid/);
  };

  test('who the identity provider says it is, by the rule of the connection, is signed in', async () => {
    const options = await openBrowser(node).send('GET', '/app/v1/sign-in');
    assert.deepEqual(options.at('sso'), [{ id: connectionId, name: 'Acme login' }]);
    const answer = await signIn();
    assert.deepEqual([answer.status, answer.headers['location']], [303, '/'], answer.text);
    const cookie = /__Host-sid=([^;]+)/.exec(answer.headers['set-cookie'] ?? '')?.[1];
    const browser = openBrowser(node, cookie);
    const session = await browser.send('GET', '/app/v1/session');
    assert.deepEqual([session.at('user', 'id'), session.at('method')], [annId, 'sso']);
    assert.equal(session.at('confirmedUntil'), undefined, 'who knows when they were asked');
    await node.request('PATCH', `/scim/v2/Users/${annId}`, {
      body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
    });
    assert.equal((await browser.send('GET', '/app/v1/session')).at('code'), 'session-ended');
    isRefused(await signIn(), 'sso-inactive');
    await node.request('PATCH', `/scim/v2/Users/${annId}`, {
      body: { Operations: [{ op: 'replace', path: 'active', value: true }] },
    });
  });

  test('who is signed in comes to the page that was wanted, and never to another site', async () => {
    const tab = await begin({ to: '/settings/users?q=ann' });
    const answer = await comeBack(await idp.visit(tab.url), tab.cookie);
    assert.deepEqual([answer.status, answer.headers['location']], [303, '/settings/users?q=ann']);
    for (const to of [
      '//evil.example',
      'https://evil.example',
      '/..//evil.example',
      '/\\evil.example',
    ]) {
      const body = { connectionId, to };
      const refused = await openBrowser(node).send('POST', '/app/v1/sso/begin', { body });
      assert.deepEqual([refused.status, refused.at('at')], [400, 'to'], to);
    }
  });

  test('who is refused comes back to the page of their organisation, and from there to where they were going', async () => {
    idp.person = { sub: 'idp-eve', oid: 'ext-eve' };
    const tab = await begin({ to: '/forms?scope=all' });
    const answer = await comeBack(await idp.visit(tab.url), tab.cookie);
    isRefused(answer, 'sso-unknown-person', '/forms?scope=all');
  });

  test('the test of a connection tells a wrong secret, a blocked address and a wrong issuer, with the provider’s own code', async () => {
    const path = `/app/v1/sso-connections/${connectionId}`;
    const tested = async () => {
      const { status, body } = await admin.send('POST', `${path}/test`);
      assert.equal(status, 200);
      return Object(body);
    };
    const change = async (body: object) =>
      assert.equal((await admin.send('PATCH', path, { body })).status, 200);
    assert.deepEqual(await tested(), { outcome: 'works' });

    await change({ clientSecret: 'another one' });
    assert.deepEqual(await tested(), { outcome: 'wrong-secret', error: 'invalid_client' });
    isRefused(await signIn(), 'sso-refused');
    const lines = await readAuditLines(node.services.db, node.account.accountId);
    const refusal = lines.findLast(({ result }) => result === 'refused');
    assert.match(JSON.stringify(refusal?.detail), /invalid_client/);

    // Values as they come from the clipboard, with spaces.
    await change({ clientSecret: `${idp.clientSecret} \n`, clientId: ` ${idp.clientId}` });
    assert.deepEqual(await tested(), { outcome: 'works' });

    const { clientSecret } = idp;
    const refused = await admin.send('PATCH', path, { body: { issuer: 'https://10.0.0.7/' } });
    assert.deepEqual([refused.status, refused.at('at')], [400, 'clientSecret']);
    await change({ issuer: 'https://10.0.0.7/', clientSecret });
    const blocked = await tested();
    assert.equal(blocked.outcome, 'address-blocked');
    assert.match(blocked.detail, /10\.0\.0\.7.*FORMSTEAD_OUTBOUND_NETWORKS/);
    await change({ issuer: `${idp.issuer}/elsewhere`, clientSecret });
    assert.equal((await tested()).outcome, 'unreachable');
    await change({ issuer: idp.issuer, clientSecret });
    assert.equal((await admin.send('POST', '/app/v1/sso-connections/acme-x/test')).status, 404);
  });

  test('two tabs that sign in at once are both signed in, and of many only the last four are kept', async () => {
    const one = await begin({ to: '/one' });
    const two = await begin({ to: '/two' });
    const jar = `${one.cookie}; ${two.cookie}`;
    assert.notEqual(one.cookie.split('=')[0], two.cookie.split('=')[0]);
    const second = await comeBack(await idp.visit(two.url), jar);
    const first = await comeBack(await idp.visit(one.url), jar);
    assert.deepEqual(
      [first, second].map(({ headers }) => headers['location']),
      ['/one', '/two'],
    );
    const cookies: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      node.clock.advance(1000);
      cookies.push((await begin()).cookie);
    }
    const last = await node.request('POST', '/app/v1/sso/begin', {
      token: null,
      headers: { cookie: cookies.join('; '), origin: node.baseUrl },
      body: { connectionId },
    });
    const dropped = [
      ...(last.headers['set-cookie'] ?? '').matchAll(/(__Host-sso-[\w-]+)=; [^,]*Max-Age=0/g),
    ];
    assert.deepEqual(
      dropped.map(([, name]) => name).toSorted(),
      cookies
        .slice(0, 3)
        .map((each) => each.split('=')[0])
        .toSorted(),
    );
  });

  test('after a sign-out, and after a refused person, the provider is told to ask who is there, until somebody is in', async () => {
    const promptOf = async (cookie: string): Promise<string | null> => {
      const answer = await node.request('POST', '/app/v1/sso/begin', {
        token: null,
        headers: { cookie, origin: node.baseUrl },
        body: { connectionId },
      });
      return new URL(String(answer.at('url'))).searchParams.get('prompt');
    };
    const askIn = (answer: Answer): string | undefined =>
      /__Host-who=(\w*); [^,]*Max-Age=(?:\d+)/.exec(answer.headers['set-cookie'] ?? '')?.[1];
    assert.equal(await promptOf(''), null);
    const signedIn = await signIn();
    assert.equal(askIn(signedIn), '');
    const cookie = /__Host-sid=[^;]+/.exec(signedIn.headers['set-cookie'] ?? '')?.[0] ?? '';
    const out = await node.request('DELETE', '/app/v1/session', {
      token: null,
      headers: { cookie, origin: node.baseUrl },
    });
    assert.deepEqual([out.status, askIn(out)], [200, 'ask']);
    assert.equal(await promptOf('__Host-who=ask'), 'login');
    // A sign-in that began before the sign-out in another tab would sign the same person in again.
    const before = await begin({ to: '/forms' });
    const late = await comeBack(await idp.visit(before.url), `${before.cookie}; __Host-who=ask`);
    assert.match(late.headers['location'] ?? '', /problem=sso-expired&to=%2Fforms&account=acme/);
    assert.doesNotMatch(late.headers['set-cookie'] ?? '', /__Host-sid/);
    idp.person = { sub: 'idp-eve', oid: 'ext-eve' };
    assert.equal(askIn(await signIn()), 'ask');
  });

  test('a sign-in proves once more who one is when the provider was told to ask', async () => {
    const tab = await begin({ fresh: true });
    assert.equal(new URL(tab.url).searchParams.get('prompt'), 'login');
    const answer = await comeBack(await idp.visit(tab.url), tab.cookie);
    const cookie = /__Host-sid=([^;]+)/.exec(answer.headers['set-cookie'] ?? '')?.[1];
    const browser = openBrowser(node, cookie);
    assert.ok((await browser.send('GET', '/app/v1/session')).at('confirmedUntil'));
    assert.equal((await browser.send('POST', '/app/v1/me/passkeys/begin')).status, 200);
  });

  test('check 33: an e-mail address, a foreign sub or the wrong oid signs nobody in', async () => {
    for (const person of [
      { sub: 'idp-ann', email: 'ann@x.example' },
      { sub: 'ext-ann' },
      { sub: 'idp-ann', oid: 'EXT-ANN' },
      { sub: 'idp-ann', oid: '' },
    ]) {
      idp.person = person;
      isRefused(await signIn(), 'sso-unknown-person');
    }
    const claim = await admin.send('PATCH', `/app/v1/sso-connections/${connectionId}`, {
      body: { claim: 'email' },
    });
    assert.deepEqual([claim.status, claim.at('at')], [400, 'claim']);
  });

  test('check 33: an ID token that is unsigned, forged or changed is refused', async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changed = (token: string, change: object): string => {
      const [header, payload = '', signature] = token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return `${header}.${encode({ ...claims, ...change })}.${signature}`;
    };
    const tampers: readonly ((token: string) => string)[] = [
      (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`,
      (token) => changed(token, { oid: 'ext-ann' }),
      (token) => `${token.slice(0, -4)}AAAA`,
    ];
    for (const tamper of tampers) {
      idp.person = { sub: 'idp-eve', oid: 'ext-eve' };
      idp.tamper = tamper;
      isRefused(await signIn(), 'sso-refused');
    }
  });

  test('check 33: an ID token that the provider signed for another client, sign-in or time is refused', async () => {
    for (const change of [
      { aud: 'another' },
      { aud: ['another', 'a third'] },
      { nonce: 'of another sign-in' },
      { iss: 'https://evil.example' },
      { iat: 1_000_000_000, exp: 1_000_003_600 },
    ]) {
      idp.tamper = (token) => idp.rewrite(token, change);
      isRefused(await signIn(), 'sso-refused');
    }
    // Its signature is valid: the same token without a change signs her in.
    idp.tamper = (token) => idp.rewrite(token, {});
    assert.match((await signIn()).headers['set-cookie'] ?? '', /__Host-sid=acme\./);
  });

  test('check 33: an answer is good once, for the browser that began, and for its own state', async () => {
    const tab = await begin();
    const answer = await idp.visit(tab.url);
    const other = await begin();
    isRefused(await comeBack(answer, other.cookie), 'sso-expired');
    isRefused(await comeBack(answer, ''), 'sso-expired');
    const forged = new URL(answer);
    for (const [state, problem] of [
      ['x', 'sso-expired'],
      // The beginning of the state finds the cookie, but the state in the cookie differs.
      [`${answer.searchParams.get('state')?.slice(0, 8)}x`, 'sso-refused'],
    ] as const) {
      forged.searchParams.set('state', state);
      isRefused(await comeBack(forged, tab.cookie), problem);
    }
    const issuer = new URL(answer);
    issuer.searchParams.set('iss', 'https://evil.example');
    isRefused(await comeBack(issuer, tab.cookie), 'sso-refused');
    assert.equal((await comeBack(answer, tab.cookie)).headers['location'], '/');
    isRefused(await comeBack(answer, tab.cookie), 'sso-refused');
    const late = await begin();
    const lateAnswer = await idp.visit(late.url);
    node.clock.advance(11 * 60_000);
    isRefused(await comeBack(lateAnswer, late.cookie), 'sso-expired');
    admin = await adminBrowser(node);
  });

  test('check 33: an issuer that is another than it was pinned to is not even begun with', async () => {
    const { issuer, clientId, clientSecret } = idp;
    const made = await admin.send('POST', '/app/v1/sso-connections', {
      body: {
        name: 'Wrong',
        issuer: issuer.replace('localhost', '127.0.0.1'),
        clientId,
        clientSecret,
        claim: 'sub',
        attribute: 'externalId',
      },
    });
    const id = String(made.at('id'));
    const body = { connectionId: id };
    const answer = await openBrowser(node).send('POST', '/app/v1/sso/begin', { body });
    assert.deepEqual([answer.status, answer.at('code')], [502, 'sso-unavailable']);
    const path = `/app/v1/sso-connections/${id}`;
    assert.equal(
      (await admin.send('PATCH', path, { body: { enabled: false } })).at('enabled'),
      false,
    );
    assert.equal((await openBrowser(node).send('POST', '/app/v1/sso/begin', { body })).status, 404);
    assert.equal((await admin.send('DELETE', path)).status, 204);
    assert.equal((await admin.send('DELETE', path)).status, 404);
    const plain = {
      name: 'x',
      issuer: 'http://idp.example',
      clientId,
      clientSecret,
      claim: 'sub',
      attribute: 'externalId',
    };
    const refused = await admin.send('POST', '/app/v1/sso-connections', { body: plain });
    assert.deepEqual([refused.status, refused.at('at')], [400, 'issuer']);
  });

  test('a second person with the externalId that people sign in by is refused, and the first still gets in', async () => {
    const twin = { userName: 'twin@x.example', externalId: 'ext-ann' };
    const refusals = [
      await node.request('POST', '/scim/v2/Users', { body: twin }),
      await (async () => {
        const body = { userName: 'bea@x.example', externalId: 'ext-bea' };
        const made = await node.request('POST', '/scim/v2/Users', { body });
        assert.equal(made.status, 201, made.text);
        const patch = {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path: 'externalId', value: 'ext-ann' }],
        };
        return await node.request('PATCH', `/scim/v2/Users/${made.at('id')}`, { body: patch });
      })(),
    ];
    for (const refused of refusals) {
      assert.deepEqual([refused.status, refused.at('scimType')], [409, 'uniqueness'], refused.text);
      assert.match(String(refused.at('detail')), /externalId.*sign in by .* with Acme login/);
    }
    assert.equal((await signIn()).headers['location'], '/');
    // The same user with the same externalId does not count as a second one.
    const body = { userName: 'ann@x.example', externalId: 'ext-ann', displayName: 'Ann' };
    const put = await node.request('PUT', `/scim/v2/Users/${annId}`, { body });
    assert.equal(put.status, 200, put.text);
  });

  test('of two people who come at once with one externalId, one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((name) =>
          node.request('POST', '/scim/v2/Users', {
            body: { userName: `${name}-${round}@x.example`, externalId: `same-${round}` },
          }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, 409, 409]);
    }
  });

  test('where nobody signs in by externalId, two people may have one', async () => {
    const other = await node.addAccount(`Free ${node.services.ids.next()}`);
    const token = await node.token(other.clientId, other.clientSecret);
    for (const userName of ['one@x.example', 'two@x.example']) {
      const body = { userName, externalId: 'shared' };
      assert.equal((await node.request('POST', '/scim/v2/Users', { body, token })).status, 201);
    }
  });
});
