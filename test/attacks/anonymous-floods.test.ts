// An attacker floods public routes, or routes that refuse them. Other callers are answered as before, even from the
// same address.
// Nightly: it loads the service until others would wait.
import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { after, before, test } from 'node:test';
import { forEngineOrBoth } from '../support/engines.ts';
import { ADMIN_PASSWORD, type Instance, startInstance } from '../support/instance.ts';
import { routesOf } from '../support/routes.ts';

const OPEN = 20;
const REFUSED = 10;

forEngineOrBoth('postgres', (engine) => {
  let node: Instance;
  let good: string;
  before(async () => {
    const env = {
      FORMSTEAD_LIMIT_PUBLIC: String(OPEN),
      FORMSTEAD_LIMIT_UNAUTHORISED: String(REFUSED),
    };
    node = await startInstance(engine, { env });
    good = await node.adminToken();
  });
  after(() => node.close());

  interface Answered {
    readonly status: number | undefined;
    readonly retryAfter: string | undefined;
    /** The cookie of a session that it began, as a browser sends it. */
    readonly cookie: string;
    readonly text: string;
  }

  interface Asking {
    /** One address of this machine. */
    readonly from?: string;
    readonly token?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Sent by POST. */
    readonly body?: string;
  }

  const ask = (path: string, asking: Asking = {}): Promise<Answered> => {
    const { from = '127.0.0.2', token = '', body } = asking;
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const authorization = token === '' ? {} : { authorization: `Bearer ${token}` };
    const { port } = node.server;
    httpsRequest(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        method: body === undefined ? 'GET' : 'POST',
        path,
        headers: { ...authorization, ...asking.headers },
        ca: node.ca,
        localAddress: from,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode, headers } = response;
          resolve({
            status: statusCode,
            retryAfter: headers['retry-after'],
            cookie: /__Host-sid=[^;]+/.exec(headers['set-cookie']?.join() ?? '')?.[0] ?? '',
            text: Buffer.concat(chunks).toString(),
          });
        });
      },
    )
      .on('error', reject)
      .end(body);
    return promise;
  };
  const nextMinute = () => node.clock.advance(61_000);

  test('who asks for what a passkey signs, and answers with nothing that is right, writes nothing', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const begun = await ask('/app/v1/passkeys/begin', { headers, body: '' });
    assert.equal(begun.status, 200, begun.text);
    const { challenge } = JSON.parse(begun.text) as { readonly challenge: string };
    const clientData = { type: 'webauthn.get', challenge, origin: node.baseUrl };
    const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
    const rest = { authenticatorData: 'AAAA', signature: 'AAAA' };
    const answer = { id: 'AAAA', userHandle: 'AAAA', clientDataJSON, ...rest };
    const body = JSON.stringify(answer);
    const refused = await ask('/app/v1/passkeys/sign-in', { headers, body });
    assert.equal(refused.status, 401, refused.text);
    const { reader } = node.services.db;
    assert.deepEqual(await reader.selectFrom('passkey_challenges').selectAll().execute(), []);
    nextMinute();
  });

  test('who has no set-up link is refused before a password is hashed, which sign-ins wait for', async () => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
    const password = 'eleven tame otters by the pier';
    const setUp = { token: 'invented', accountName: 'Mine', userName: 'me', password };
    const body = JSON.stringify(setUp);
    const flood = Array.from({ length: 120 }, (_, at) =>
      ask('/app/v1/set-up', { from: `127.0.2.${at + 1}`, headers, body }),
    );
    const answers = (await Promise.all(flood)).map(({ status }) => status);
    assert.deepEqual([...new Set(answers)], [409]);
    nextMinute();
  });

  test('every page and document that is open to everybody is counted by address', async () => {
    const open = (await routesOf(node)).filter(
      ({ access, method, limit }) =>
        // Steps of a sign-in are counted as sign-ins.
        access === 'public' && method === 'GET' && limit !== 'sign-in',
    );
    const pages = open.filter(({ limit }) => limit !== 'health');
    for (const [at, { path, limit }] of pages.entries()) {
      // From an address that has requested nothing else.
      const from = `127.0.1.${at + 1}`;
      // Calendars are counted apart, because programs ask for them by themselves.
      const asked = limit === 'public' ? '/.well-known/jwks.json' : path;
      for (let left = OPEN; left > 0; left -= 1) {
        assert.notEqual((await ask(asked, { from })).status, 429);
      }
      const { status, retryAfter } = await ask(
        path.replace(/:(?:name|connection)/, 'x').replace('*', 'x'),
        {
          from,
        },
      );
      assert.equal(status, 429, path);
      assert.match(retryAfter ?? '', /^\d+$/);
      assert.equal((await ask('/readyz', { from })).status, 200, 'pages use up no health checks');
    }
    assert.deepEqual(
      open.filter(({ limit }) => limit !== 'public').map(({ path, limit }) => `${path} ${limit}`),
      ['/calendar.ics calendar', '/healthz health', '/readyz health'],
    );
  });

  test('an address that is answered 401 again and again is refused without a look', async () => {
    nextMinute();
    assert.equal((await ask('/v2/formz')).status, 401);
    assert.equal((await ask('/v2/formz', { token: good })).status, 200);
    const paths = ['/v2/formz', '/scim/v2/Users', '/nothing', '/app/v1/users', '/v2/formz'];
    for (let at = 1; at < REFUSED; at += 1) {
      const token = at % 2 === 0 ? 'x' : '';
      assert.equal((await ask(paths[at % paths.length] ?? '', { token })).status, 401);
    }
    for (const path of paths) {
      for (const token of ['', 'x', 'y'.repeat(5000)]) {
        const { status, retryAfter } = await ask(path, { token });
        assert.equal(status, 429, path);
        assert.match(retryAfter ?? '', /^\d+$/);
      }
    }
    assert.equal((await ask('/v2/formz', { token: good })).status, 200, 'it has held from there');
    assert.equal((await ask('/v2/formz', { from: '127.0.0.3' })).status, 401, 'another address');
    nextMinute();
    assert.equal((await ask('/v2/formz', { token: 'x' })).status, 401);
  });

  /** Sends as many wrong credentials as an address may send in a minute, and one more, which is refused unchecked. */
  const flood = async (from: string): Promise<void> => {
    for (let at = 0; at < REFUSED; at += 1) {
      assert.equal((await ask('/v2/formz', { from, token: `x${at}` })).status, 401);
    }
    assert.equal((await ask('/v2/formz', { from, token: 'x' })).status, 429);
  };
  const getToken = async (from: string): Promise<string> => {
    const { clientId, clientSecret } = node.account;
    const form = { grant_type: 'client_credentials', scope: 'public_api' };
    const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { status, text } = await ask('/connect/token', { from, headers, body: `${body}` });
    assert.equal(status, 200, text);
    return /"access_token":"([^"]+)"/.exec(text)?.[1] ?? '';
  };
  const userName = () => `${node.account.accountCode}/admin`;

  test('a colleague at the address of a flood goes on, in its minute and the next', async () => {
    const from = '127.0.0.4';
    nextMinute();
    // Before anything went wrong at the address.
    assert.equal((await ask('/v2/formz', { from, token: good })).status, 200);
    for (let minute = 0; minute < 5; minute += 1) {
      await flood(from);
      nextMinute();
    }
    await flood(from);
    assert.equal((await ask('/v2/formz', { from, token: good })).status, 200);
  });

  test('whoever gets a token or signs in at the address of a flood is let in with it', async () => {
    const from = '127.0.0.5';
    nextMinute();
    await flood(from);
    const token = await getToken(from);
    assert.equal((await ask('/v2/formz', { from, token })).status, 200);
    const signedIn = await ask('/app/v1/session', {
      from,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ userName: userName(), password: ADMIN_PASSWORD }),
    });
    assert.equal(signedIn.status, 201, signedIn.text);
    const headers = { cookie: `other=1; ${signedIn.cookie}` };
    assert.equal((await ask('/app/v1/users', { from, headers })).status, 200);
    nextMinute();
    await flood(from);
    assert.equal((await ask('/v2/formz', { from, token })).status, 200);
    assert.equal((await ask('/app/v1/users', { from, headers })).status, 200);
  });

  test('credentials that this node has never seen are looked at now and then during a flood', async () => {
    const from = '127.0.0.6';
    nextMinute();
    await flood(from);
    const basic = Buffer.from(`${userName()}:${ADMIN_PASSWORD}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    assert.equal((await ask('/v2/formz', { from, headers })).status, 429);
    const aTenthOfAMinute = () => node.clock.advance(6_000);
    aTenthOfAMinute();
    for (let at = 0; at < 3; at += 1) {
      assert.equal((await ask('/v2/formz', { from })).status, 429, 'no credentials, no look');
    }
    assert.equal((await ask('/v2/formz', { from, token: 'y' })).status, 401);
    assert.equal((await ask('/v2/formz', { from, headers })).status, 429, 'one at a time');
    aTenthOfAMinute();
    assert.equal((await ask('/v2/formz', { from, headers })).status, 200);
    assert.equal((await ask('/v2/formz', { from, headers })).status, 200, 'it is known by now');
  });

  test('credentials that end are forgotten with the first 401', async () => {
    const from = '127.0.0.7';
    nextMinute();
    const token = await getToken(from);
    assert.equal((await ask('/v2/formz', { from, token })).status, 200);
    await flood(from);
    assert.equal((await ask('/v2/formz', { from, token })).status, 200);
    const { clientId, clientSecret } = node.account;
    const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await ask('/connect/revoke', { headers, body: `${body}` })).status, 200);
    assert.equal((await ask('/v2/formz', { from, token })).status, 401);
    assert.equal((await ask('/v2/formz', { from, token })).status, 429);
  });
});
