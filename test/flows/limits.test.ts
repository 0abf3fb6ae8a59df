// Every route is counted, and reports its limit. The type of the table of classes below makes it complete, and the
// routes come from the router, so that no new class or route can be left out.
import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { test } from 'node:test';
import { type Endpoint, isForLinks, type LimitClass } from '#http/endpoint.ts';
import { adminBrowser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import {
  type Answer,
  type Instance,
  type InstanceOptions,
  startInstance,
} from '../support/instance.ts';
import { routesOf } from '../support/routes.ts';

const LIMITED: Readonly<Record<LimitClass, { readonly policy: string; readonly quota: number }>> = {
  token: { policy: 'token-address', quota: 7 },
  introspection: { policy: 'introspection', quota: 5 },
  'sign-in': { policy: 'sign-in', quota: 6 },
  api: { policy: 'api', quota: 61 },
  scim: { policy: 'scim', quota: 1800 },
  link: { policy: 'link-address', quota: 8 },
  calendar: { policy: 'calendar-address', quota: 9 },
  public: { policy: 'public', quota: 9 },
  health: { policy: 'health', quota: 9 },
};
const ID = '019aa001-7a10-7c11-8d22-5e6f70819203';

const env = (settings: Readonly<Record<string, number | string>>): InstanceOptions => ({
  env: Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [`FORMSTEAD_LIMIT_${name}`, String(value)]),
  ),
});

const urlOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+/g, ID).replaceAll('*', 'x');

const isForBrowsers = ({ access }: Endpoint): boolean =>
  access !== 'public' && access.session === true;

function assertRefused({ protocol, path, method }: Endpoint, answer: Answer, policy: string): void {
  const where = `${method} ${path}: ${answer.status} ${answer.text.slice(0, 200)}`;
  assert.equal(answer.status, 429, where);
  const t = Number(/;t=(\d+)$/.exec(answer.headers['ratelimit'] ?? '')?.[1]);
  const retryAfter = answer.headers['retry-after'] ?? '';
  assert.match(retryAfter, /^[1-9]\d?$/, where);
  assert.ok(Number(retryAfter) >= t, where);
  assert.equal(answer.headers['ratelimit'], `"${policy}";r=0;t=${t}`, where);
  const { quota } = Object.values(LIMITED).find((each) => each.policy === policy) ?? { quota: 0 };
  assert.equal(answer.headers['ratelimit-policy'], `"${policy}";q=${quota};w=60`, where);
  SHAPES[protocol](answer, policy);
}

const SHAPES: Readonly<Record<Endpoint['protocol'], (answer: Answer, policy: string) => void>> = {
  problem(answer, policy) {
    assert.match(answer.headers['content-type'] ?? '', /^application\/problem\+json/);
    assert.match(String(answer.at('type')), /http-problem-types#quota-exceeded$/);
    assert.deepEqual(answer.at('violated-policies'), [policy]);
    assert.deepEqual([answer.at('status'), answer.at('code')], [429, 'too-many-requests']);
  },
  scim(answer) {
    assert.match(answer.headers['content-type'] ?? '', /^application\/scim\+json/);
    assert.deepEqual(answer.at('schemas'), ['urn:ietf:params:scim:api:messages:2.0:Error']);
    assert.equal(answer.at('status'), '429');
  },
  oauth(answer) {
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.at('error'), 'temporarily_unavailable');
    assert.equal(typeof answer.at('error_description'), 'string');
  },
};

forEachEngine((engine) => {
  const start = async (
    t: { after(work: () => Promise<void>): void },
    settings: Parameters<typeof env>[0],
  ): Promise<Instance> => {
    const made = await startInstance(engine, env(settings));
    t.after(() => made.close());
    return made;
  };

  test('check 36: every route of the router belongs to a limit and answers 429 over it, in its own words', async (t) => {
    const node = await start(t, {
      TOKEN_PER_ADDRESS: LIMITED.token.quota,
      INTROSPECTION: LIMITED.introspection.quota,
      SIGN_IN: LIMITED['sign-in'].quota,
      API: LIMITED.api.quota,
      SCIM: LIMITED.scim.quota,
      PUBLIC: LIMITED.public.quota,
      LINKS: LIMITED.link.quota,
    });
    // public-links.test.ts tests the routes that need the session of a link.
    const routes = (await routesOf(node)).filter((route) => !isForLinks(route));
    await node.adminToken();
    const browser = await adminBrowser(node);
    const send = (route: Endpoint): Promise<Answer> => {
      const { method, access } = route;
      if (route.path.startsWith('/app/')) return browser.send(method, urlOf(route));
      return node.request(method, urlOf(route), access === 'public' ? { token: null } : {});
    };
    for (const [limit, { policy, quota }] of Object.entries(LIMITED)) {
      const members = routes.filter((route) => route.limit === limit);
      assert.ok(members.length > 0, limit);
      // Each kind of caller has its own count.
      for (const callers of Map.groupBy(members, isForBrowsers).values()) {
        // Reading changes nothing, so reads can use up the whole quota.
        const reading = callers.find(({ method }) => method === 'GET') ?? callers[0];
        if (reading) await flood(() => send(reading), quota);
        for (const route of callers) assertRefused(route, await send(route), policy);
      }
    }
  });

  test('9865-5.3-01 first pages of a cursor count like all others, and whoever shows no token hears of no limit', async (t) => {
    const { policy, quota } = LIMITED.scim;
    const node = await start(t, { SCIM: quota });
    const first = (init = {}) => node.request('GET', '/scim/v2/Users?cursor&count=1', init);
    await flood(() => first(), quota);
    const refused = await first();
    SHAPES.scim(refused, policy);
    assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    assert.equal((await first({ token: null })).status, 401);
  });

  test('what is left is told with every counted answer, errors and unknown paths too', async (t) => {
    const node = await start(t, {
      API: 100,
      SCIM: 3000,
      TOKEN_PER_CLIENT: 30,
      TOKEN_PER_ADDRESS: 60,
    });
    await node.adminToken();
    const left = async (method: string, path: string) => {
      const { status, headers } = await node.request(method, path);
      const window = /;t=(\d+)$/.exec(headers['ratelimit'] ?? '')?.[1];
      assert.ok(Number(window) >= 58 && Number(window) <= 60, headers['ratelimit'] ?? 'none');
      return [status, headers['ratelimit-policy'], headers['ratelimit']?.replace(/;t=\d+$/, '')];
    };
    assert.deepEqual(await left('GET', '/v2/formz'), [200, '"api";q=100;w=60', '"api";r=99']);
    assert.deepEqual(await left('GET', '/v2/nothing'), [404, '"api";q=100;w=60', '"api";r=98']);
    assert.deepEqual(await left('DELETE', '/v2/formz'), [405, '"api";q=100;w=60', '"api";r=97']);
    assert.deepEqual(await left('GET', `/scim/v2/Users/${ID}`), [
      404,
      '"scim";q=3000;w=60',
      '"scim";r=2999',
    ]);
    assert.deepEqual(await left('GET', '/scim/v2/nothing'), [
      404,
      '"scim";q=3000;w=60',
      '"scim";r=2998',
    ]);
    const { clientId, clientSecret } = node.account;
    const answer = await askToken(node, clientId, clientSecret);
    assert.equal(
      answer.headers['ratelimit-policy'],
      '"token-client";q=30;w=60, "token-address";q=60;w=60',
    );
    assert.match(
      answer.headers['ratelimit'] ?? '',
      /^"token-client";r=28;t=\d+, "token-address";r=58;t=\d+$/,
    );
    const open = await node.request('GET', '/.well-known/openapi.json', { token: null });
    assert.match(open.headers['ratelimit'] ?? '', /^"public";r=\d+;t=\d+$/);
    assert.equal(answer.headers['x-ratelimit-limit'], undefined);
  });

  test('headers that older clients know are sent when a setting says so', async (t) => {
    const node = await start(t, { API: 100, LEGACY_HEADERS: 'on' });
    const { headers } = await node.request('GET', '/v2/formz');
    assert.equal(headers['x-ratelimit-limit'], '100');
    assert.equal(headers['x-ratelimit-remaining'], '99');
    assert.match(headers['x-ratelimit-reset'] ?? '', /^(59|60)$/);
  });

  test('nobody uses up the token requests of a client that is not theirs', async (t) => {
    const node = await start(t, { TOKEN_PER_CLIENT: 3 });
    const { clientId, clientSecret } = node.account;
    for (let i = 0; i < 10; i += 1) {
      assert.equal((await askToken(node, clientId, 'wrong')).status, 401);
    }
    for (const status of [200, 200, 200, 429]) {
      const answer = await askToken(node, clientId, clientSecret);
      assert.equal(answer.status, status);
      if (status === 429) assert.match(answer.headers['ratelimit'] ?? '', /^"token-client";r=0;t=/);
    }
  });

  test('check 3: an address that guessed too often gets the answer of a wrong secret, but for clients known there', async (t) => {
    const node = await start(t, { CLIENT_FAILURES_PER_ADDRESS: 4 });
    const { clientId, clientSecret } = node.account;
    const other = await node.addAccount('Other');
    await node.adminToken();
    const wrong: Answer[] = [];
    for (let i = 0; i < 4; i += 1) wrong.push(await askToken(node, clientId, 'wrong'));
    const held = await askToken(node, other.clientId, other.clientSecret);
    assert.deepEqual([held.status, held.text], [401, wrong[0]?.text]);
    assert.deepEqual(Object.keys(held.headers), Object.keys(wrong[0]?.headers ?? {}));
    assert.equal((await askToken(node, clientId, clientSecret)).status, 200);
    node.clock.advance(15 * 60_000);
    assert.equal((await askToken(node, other.clientId, other.clientSecret)).status, 200);
  });

  test('check 36: of too many requests at once the last is 429, and one that ends or breaks off makes room', async (t) => {
    const node = await start(t, { CONCURRENT: 4 });
    const token = await node.adminToken();
    const hanging = Array.from({ length: 4 }, () => hang(node, token));
    // If ten requests in a row find no room, all four are running.
    for (let refusals = 0; refusals < 10; ) {
      refusals = (await node.request('GET', '/v2/formz')).status === 429 ? refusals + 1 : 0;
    }
    const refused = await node.request('GET', '/scim/v2/Users');
    assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '1']);
    const other = await node.addUser('somebody-else', 'admin');
    assert.equal((await node.request('GET', '/v2/formz', { token: other.token })).status, 200);
    hanging[0]?.abort();
    await until(async () => (await node.request('GET', '/v2/formz')).status === 200);
    const answer = await hanging[1]?.finish();
    assert.equal(answer, 400);
    for (let i = 0; i < 20; i += 1) {
      assert.equal((await node.request('GET', '/v2/formz')).status, 200);
    }
    for (const each of hanging) each.abort();
  });

  test('check 21: 7644-7.7-01 a locked user, a wrong password and nobody’s name get the same answer', async (t) => {
    const node = await start(t, {});
    const basic = (userName: string, password: string) => {
      const text = Buffer.from(`${userName}:${password}`).toString('base64');
      return node.request('GET', '/v2/formz', {
        token: null,
        headers: { authorization: `Basic ${text}` },
      });
    };
    const wrong = await basic('admin', 'wrong');
    for (let i = 0; i < 4; i += 1) await basic('admin', `wrong ${i}`);
    for (const seconds of [1, 2, 4, 8, 16]) {
      node.clock.advance(seconds * 1000);
      await basic('admin', 'wrong');
    }
    const locked = await basic('admin', 'seven quiet harbours at dusk');
    const nobody = await basic('nobody', 'wrong');
    for (const answer of [locked, nobody]) {
      assert.equal(answer.status, 401);
      assert.deepEqual(withoutId(answer), withoutId(wrong));
    }
    node.clock.advance(32_000);
    assert.equal((await basic('admin', 'seven quiet harbours at dusk')).status, 200);
  });
});

function withoutId({ headers, body }: Answer) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { headers: rest, body: { ...(body as object), requestId: '' } };
}

function askToken(node: Instance, clientId: string, clientSecret: string): Promise<Answer> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return node.request('POST', '/connect/token', { body: form.toString(), headers, token: null });
}

async function flood(send: () => Promise<Answer>, requests: number): Promise<void> {
  for (let left = requests; left > 0; left -= 20) {
    await Promise.all(Array.from({ length: Math.min(20, left) }, send));
  }
}

/**
 * Sends a request whose body waits until it is finished with text that is not JSON. A refused request is sent again.
 */
function hang(node: Instance, token: string) {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const open = () => {
    const made = httpsRequest({
      host: 'localhost',
      port: node.server.port,
      ca: node.ca,
      method: 'POST',
      path: '/scim/v2/Users',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': 10,
      },
    });
    made.on('error', () => undefined);
    made.on('response', (response) => {
      response.resume();
      if (response.statusCode !== 429) return resolve(response.statusCode);
      made.destroy();
      request = open();
    });
    made.write('{');
    return made;
  };
  let request = open();
  return {
    abort: () => request.destroy(),
    finish(): Promise<number | undefined> {
      request.end(' '.repeat(9));
      return promise;
    },
  };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 500; i += 1) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail('it did not happen within ten seconds');
}
