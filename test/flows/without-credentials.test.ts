// Access to all routes of the router: a new route requires credentials unless it is listed here, and its right and role
// decide who may use it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Endpoint, isForLinks, isForSessions, type Right } from '#http/endpoint.ts';
import { forEachEngine } from '../support/engines.ts';
import { codeOf } from '../support/error-code.ts';
import type { Call } from '../support/instance.ts';
import { routesOf } from '../support/routes.ts';
import { fresh } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

/**
 * Besides the pages, only these answer without an Authorization header; requests to /connect authenticate in the body.
 */
const PUBLIC = [
  'POST /connect/token',
  'POST /connect/revoke',
  'POST /connect/introspect',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/jwks.json',
  'GET /.well-known/openapi.json',
  'GET /healthz',
  'GET /readyz',
  'POST /app/v1/set-up',
  'POST /app/v1/set-up/read',
  'POST /app/v1/sso/end',
  'GET /app/v1/sign-in',
  'POST /app/v1/session',
  'DELETE /app/v1/session',
  'POST /app/v1/sso/begin',
  'GET /app/v1/sso/callback',
  'GET /app/v1/sso/saml',
  'GET /saml/:connection/metadata',
  'GET /saml/:connection/begin',
  'POST /saml/:connection/acs',
  'POST /app/v1/links/read',
  'POST /app/v1/links/request',
  'POST /app/v1/links/redeem',
  'POST /app/v1/passkeys/begin',
  'POST /app/v1/session/code',
  'POST /app/v1/passkeys/sign-in',
  'POST /link/v1/session',
  'GET /calendar.ics',
  'POST /unsubscribe',
];
const RIGHTS: readonly Right[] = [
  'audit.read',
  'directory.read',
  'forms.read',
  'forms.write',
  'lists',
  'templates',
  'scim',
  'webhooks',
];
const CHALLENGE = 'Bearer realm="formstead", Basic realm="formstead", charset="UTF-8"';
const UNKNOWN = [
  '/v2',
  '/v2/',
  '/v2/nothing',
  '/v2/formz/x/y',
  '/v1/formz',
  '/scim',
  '/scim/v2',
  '/scim/v2/',
  '/scim/v2/Nothing',
  '/scim/v2/Users/x/y',
  '/apps/v1',
  '/connect',
  '/connect/nothing',
  '/pages',
  '/pages/nothing.css',
  '/pages/..%2f..%2fapp.ts',
  '/set-up/x',
  '/healthz/x',
  '/HEALTHZ',
  '/favicon.ico',
  '/.env',
  '/%',
  '/%ff',
];

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const pathOf = ({ path }: Endpoint): string => path.replace(/:\w+/, fresh());

/** Returns the least role that may use a route for access tokens; undefined if every role may. */
function roleFor({ method, path }: Endpoint): 'admin' | 'designer' | undefined {
  if (path === '/scim/v2/Me' && method !== 'DELETE') return undefined;
  if (/^\/(?:scim\/|v2\/(?:audit-events|holidays)$|v2\/webhooks)/.test(path)) return 'admin';
  if (path === '/v2/templates/:id/series') return undefined;
  const isTemplate = path.startsWith('/v2/templates');
  if (path.includes('/documents/:documentId')) return 'designer';
  if (isTemplate && /\/(?:draft|rights|retention|links|rules|rule-runs|file|xlsform)$/.test(path))
    return 'designer';
  if (path === '/v2/lists/:id/versions') return 'designer';
  if (/^\/v2\/(?:public-links|rules|rule-runs)\b/.test(path)) return 'designer';
  return (path.startsWith('/v2/lists') || isTemplate) && method !== 'GET' ? 'designer' : undefined;
}

const withHead = (endpoint: Endpoint): readonly { method: string; path: string }[] => {
  const path = pathOf(endpoint);
  const { method } = endpoint;
  return method === 'GET'
    ? [
        { method, path },
        { method: 'HEAD', path },
      ]
    : [{ method, path }];
};

forEachEngine((engine) => {
  let witness: Witness;
  let endpoints: readonly Endpoint[];
  /**
   * Returns the routes that require credentials, except those for session cookies and for public links:
   * browser-routes.test.ts and public-links.test.ts test those.
   */
  const closed = () =>
    endpoints.filter(
      (each) => each.access !== 'public' && !isForSessions(each) && !isForLinks(each),
    );
  before(async () => {
    witness = await startWitness(engine);
    endpoints = await routesOf(witness.instance);
  });
  after(() => witness.close());

  /** Checks for a 401 with the code, whatever else is wrong with the request. */
  const refused = async (method: string, path: string, code: string, call: Call = {}) => {
    const answer = await witness.send(method, path, { token: null, ...call });
    const what = `${method} ${path} ${JSON.stringify(call)} ${answer.text}`;
    assert.equal(answer.status, 401, what);
    if (method !== 'HEAD' && !path.startsWith('/connect')) {
      assert.equal(codeOf(answer), code, what);
    }
    return answer;
  };

  test('check 34: no route is public but those named, and those named are there', () => {
    const open = endpoints.filter(({ access }) => access === 'public');
    const found = open.filter(({ doc }) => !doc.hidden).map(nameOf);
    assert.deepEqual(found.sort(), PUBLIC.toSorted());
    for (const page of open.filter(({ doc }) => doc.hidden)) {
      assert.equal(page.method, 'GET', 'a page is for reading');
      assert.doesNotMatch(page.path, /^\/(?:app|scim|v2|connect)\b/);
    }
    assert.ok(closed().length > 15, 'the router is not empty');
  });

  test('check 34: without an Authorization header every other route is 401 with both challenges', () =>
    witness.nothingChanges(async () => {
      const calls: readonly Call[] = [{}, { body: '{' }, { body: { userName: fresh() } }];
      for (const { method, path } of closed().flatMap(withHead)) {
        for (const call of calls) {
          const answer = await refused(method, path, 'credentials-missing', call);
          assert.equal(answer.headers['www-authenticate'], CHALLENGE);
        }
      }
    }));

  test('a method that a closed route does not have is 401 as well', async () => {
    for (const path of new Set(closed().map(pathOf))) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
        await refused(method, path, 'credentials-missing');
      }
    }
  });

  test('unknown paths are 401: nobody learns which there are', async () => {
    for (const path of UNKNOWN) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await refused(method, path, 'credentials-missing');
        assert.equal(answer.headers['www-authenticate'], CHALLENGE, path);
      }
    }
  });

  test('an Authorization header with nothing useful in it is 401 everywhere', async () => {
    const useless: readonly (readonly [authorization: string, code: string])[] = [
      ['', 'credentials-invalid'],
      ['Bearer', 'token-invalid'],
      ['Bearer x', 'token-invalid'],
      [`Bearer ${'x'.repeat(10_000)}`, 'token-invalid'],
      ['Basic', 'credentials-invalid'],
      ['Basic eDp5', 'credentials-invalid'],
      ['Digest username="admin"', 'credentials-invalid'],
      ['Negotiate x', 'credentials-invalid'],
      ['null', 'credentials-invalid'],
    ];
    for (const endpoint of closed()) {
      for (const [authorization, code] of useless) {
        if (authorization === 'Basic eDp5' && endpoint.path !== '/v2/formz') continue; // slow on purpose
        await refused(endpoint.method, pathOf(endpoint), code, { headers: { authorization } });
      }
    }
  });

  test('the public routes answer, whatever Authorization comes along', async () => {
    // The errors of /connect name a missing form, or two ways of authentication.
    const named = PUBLIC.map((name) => name.split(' ')).filter(
      ([, path = '']) => !path.endsWith('/session') && !path.startsWith('/connect/'),
    );
    for (const [method = '', path = ''] of named) {
      // They carry their proof in the query, or name a connection.
      const isProven = /^\/(?:app\/v1\/sso|saml)\//.test(path) || path === '/calendar.ics';
      const isRead = method === 'GET' && !isProven;
      for (const headers of [{}, { authorization: 'Bearer x' }]) {
        const { status } = await witness.send(method, path, { token: null, headers });
        assert.ok(isRead ? status === 200 : status !== 401, `${method} ${path}: ${status}`);
      }
    }
  });

  test('a public route names the methods that it has', async () => {
    const paths = PUBLIC.map((name) => name.split(' ')[1] ?? '');
    // Writes of the web app are first checked for the page that sends them.
    for (const path of paths.filter((each) => !each.startsWith('/app/'))) {
      const { status, headers } = await witness.send('DELETE', path, { token: null });
      assert.deepEqual([status, headers['allow'] !== undefined], [405, true], path);
    }
  });

  for (const role of ['member', 'designer'] as const) {
    test(`check 34: a ${role} is 403 on every route for higher roles, and on no other`, async () => {
      const { token } = await witness.instance.addUser(fresh(role), role);
      await witness.nothingChanges(async () => {
        for (const endpoint of closed()) {
          const answer = await witness.send(endpoint.method, pathOf(endpoint), { token });
          const needed = roleFor(endpoint);
          const isClosed = needed === 'admin' || (needed === 'designer' && role === 'member');
          assert.equal(answer.status === 403, isClosed, `${nameOf(endpoint)} ${answer.text}`);
          if (isClosed) assert.equal(codeOf(answer), 'forbidden');
          assert.equal(
            endpoint.access !== 'public' && endpoint.access.role,
            needed,
            nameOf(endpoint),
          );
        }
      });
    });
  }

  test('check 18: a credential narrowed to one right is 403 insufficient_scope on routes of another', async () => {
    const { services, account, token: getToken } = witness.instance;
    for (const right of RIGHTS) {
      const made = await services.db.transaction((tx) =>
        services.credentials.create(
          tx,
          { accountId: account.accountId, via: 'command-line' },
          { name: right, actsAsUserId: account.userId, rights: [right] },
        ),
      );
      const token = await getToken(made.credentialId, made.clientSecret);
      for (const endpoint of closed()) {
        const answer = await witness.send(endpoint.method, pathOf(endpoint), { token });
        const allowed =
          endpoint.access !== 'public' &&
          !isForSessions(endpoint) &&
          !isForLinks(endpoint) &&
          endpoint.access.right === right;
        const what = `${right}: ${nameOf(endpoint)} ${answer.text}`;
        assert.equal(codeOf(answer) === 'insufficient-scope', !allowed, what);
        if (allowed) continue;
        assert.equal(answer.status, 403, what);
        assert.match(answer.headers['www-authenticate'] ?? '', /error="insufficient_scope"/);
      }
    }
  });
});
