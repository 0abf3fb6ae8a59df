// The security headers of every route of the router. A route with policies of its own must be listed here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Endpoint, isForSessions } from '#http/endpoint.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEngineOrBoth } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { routesOf } from '../support/routes.ts';
import { fresh } from '../support/scim.ts';

const NAMES = [
  'access-control-allow-origin',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'server',
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
  'x-robots-tag',
] as const;

const EVERYWHERE = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-NONCE'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');
const DATA = { ...EVERYWHERE, 'content-security-policy': DATA_POLICY };
const PAGE = {
  ...EVERYWHERE,
  'content-security-policy': PAGE_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
  'x-robots-tag': 'noindex',
};
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const FILE = { ...DATA, 'cross-origin-resource-policy': 'same-origin' };

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const nonceIn = ({ headers }: Answer): string =>
  /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';

/** Returns the policies of an answer, with one word for every nonce. */
function policiesOf(answer: Answer): Readonly<Record<string, string>> {
  const nonce = nonceIn(answer);
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = answer.headers[name];
      if (value === undefined) return [];
      return [[name, nonce === '' ? value : value.replaceAll(nonce, 'NONCE')]];
    }),
  );
}

function kindOf(policies: Readonly<Record<string, string>>): 'data' | 'page' | 'file' {
  if (policies['cross-origin-opener-policy'] !== undefined) return 'page';
  return policies['cross-origin-resource-policy'] === undefined ? 'data' : 'file';
}

forEngineOrBoth('sqlite', (engine) => {
  let node: Instance;
  let endpoints: readonly Endpoint[];
  before(async () => {
    node = await startInstance(engine);
    endpoints = await routesOf(node);
  });
  after(() => node.close());

  let browser: Browser | undefined;
  const ask = async (endpoint: Endpoint): Promise<Answer> => {
    const { method, path } = endpoint;
    const at = path.replaceAll(/:\w+/g, fresh()).replaceAll('*', fresh());
    if (!isForSessions(endpoint)) return await node.request(method, at, { body: undefined });
    browser ??= await adminBrowser(node);
    const answer = await browser.send(method, at);
    if (answer.status !== 401) return answer;
    // A route before this one ended the session.
    browser = await adminBrowser(node);
    return await browser.send(method, at);
  };
  test('check 31: each route answers with exactly the policies that are written down here', async () => {
    const seen = { data: 0, page: 0, file: 0 };
    for (const endpoint of endpoints) {
      const answer = await ask(endpoint);
      const policies = policiesOf(answer);
      const kind = kindOf(policies);
      seen[kind] += 1;
      const what = `${nameOf(endpoint)}: ${answer.status}`;
      const expected = { data: DATA, page: PAGE, file: FILE }[kind];
      const worker = endpoint.path === '/service-worker.js' && {
        'content-security-policy': WORKER_POLICY,
      };
      assert.deepEqual(policies, { ...expected, ...worker }, what);
      assert.equal(kind !== 'data', endpoint.doc.hidden === true && answer.status < 300, what);
    }
    assert.ok(seen.data > 80 && seen.page > 10, JSON.stringify(seen));
  });

  test('check 31: nothing inline runs or is styled but with a nonce that no second answer has', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/', '/sign-in', '/settings/users']) {
      const answer = await node.request('GET', path, { token: null });
      const policy = answer.headers['content-security-policy'] ?? '';
      assert.doesNotMatch(policy, /unsafe|\*|https?:|strict-dynamic/);
      const nonce = nonceIn(answer);
      assert.ok(Buffer.from(nonce, 'base64').length >= 16, policy);
      nonces.add(nonce);
      const inline = [...answer.text.matchAll(/<script(?![^>]*\bsrc=)[^>]*>/g)];
      assert.deepEqual(inline, [], path);
      assert.doesNotMatch(answer.text, /\son\w+=|\sstyle=|javascript:/i, path);
    }
    assert.equal(nonces.size, 4);
  });

  test('check 31: what is personal is stored by no cache, refusals and unknown paths included', async () => {
    for (const path of ['/app/v1/session', '/app/v1/users', '/app/v1/nothing']) {
      for (const send of [
        () => node.request('GET', path, { token: null }),
        async () => (await adminBrowser(node)).send('GET', path),
      ]) {
        assert.equal((await send()).headers['cache-control'], 'no-store', path);
      }
    }
    for (const path of ['/scim/v2/Users', '/scim/v2/nothing', '/v2/formz', '/nothing']) {
      const answer = await node.request('GET', path);
      assert.match(answer.headers['cache-control'] ?? '', /private|no-store/, path);
      assert.deepEqual(policiesOf(answer), DATA, path);
    }
  });
});
