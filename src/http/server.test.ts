import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { Type } from 'typebox';
import { systemClock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { testLimits } from '../../test/support/limits.ts';
import { type Endpoint, endpoint, type Principal, type UserEndpoint } from './endpoint.ts';
import { createServer, type Server } from './server.ts';
import { METHODS } from './wrong-method.ts';

const PRINCIPAL: Principal = {
  kind: 'user',
  accountId: 'a',
  accountCode: 'acme',
  userId: 'u',
  role: 'member',
  scheme: 'Bearer',
};
const doc = {
  summary: 'Test',
  tag: 'Test',
  query: Type.Object({ filter: Type.String(), aadOptscim062020: Type.String() }),
  responses: { 200: { description: 'OK' } },
};

const echo = (
  method: 'GET' | 'POST',
  path: string,
  extra: Partial<UserEndpoint> = {},
): UserEndpoint =>
  endpoint({
    method,
    path,
    protocol: 'problem',
    limit: 'public',
    body: 'json',
    doc,
    access: { right: 'forms.read' },
    handle: async ({ params, query, body }) => ({
      status: 200,
      body: { params, query: [...query], body: body ?? null },
    }),
    ...extra,
  });

interface ErrorBody {
  readonly code?: string;
  readonly status?: string | number;
  readonly scimType?: string;
  readonly error?: string;
}

const json = async (answer: Response): Promise<ErrorBody> => {
  const body = await answer.json();
  assert.ok(typeof body === 'object' && body !== null);
  return { ...body };
};

const endpoints: readonly Endpoint[] = [
  echo('GET', '/v2/things/:id'),
  echo('POST', '/v2/things', { maxBodyBytes: 1000 }),
  echo('POST', '/scim/v2/Users', { protocol: 'scim' }),
  echo('GET', '/v2/admin', { access: { right: 'forms.read', role: 'admin' } }),
  echo('GET', '/v2/broken', { handle: async () => Promise.reject(new Error('secret cause')) }),
  echo('GET', '/v2/stream', {
    handle: async () => ({
      status: 200,
      body: (async function* () {
        yield '[1,';
        yield '2]';
      })(),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/connect/token',
    protocol: 'oauth',
    limit: 'token',
    body: 'form',
    doc,
    access: 'public',
    async handle({ form, countClient }) {
      await countClient(form?.get('client_id') ?? '');
      return { status: 200, body: [...(form ?? [])] };
    },
  }),
];

describe('the pipeline', () => {
  let server: Server;
  let base: string;
  const lines: string[] = [];

  before(async () => {
    server = await createServer({
      observe: () => undefined,
      authenticators: {
        bearer: async (token) => {
          if (token === 'good') return PRINCIPAL;
          throw fail(token === 'old' ? 'token-expired' : 'token-invalid', 'No.');
        },
        basic: async () => ({ ...PRINCIPAL, scheme: 'Basic' }),
      },
      limits: testLimits({ tokenPerClient: 2 }),
      clock: systemClock,
      ids: createIds(systemClock, systemRandom),
      log: pino({}, { write: (line: string) => lines.push(line) }),
      transport: () => ({ ip: '127.0.0.1', secure: true }),
      translate: (cause) => fail('internal', 'Something went wrong.', { cause }),
      origin: () => 'https://localhost',
      headers: { 'x-content-type-options': 'nosniff' },
      basicHeaders: () => ({ deprecation: '@1', link: '<https://x/d>; rel="deprecation"' }),
      endpoints,
    });
    base = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  });
  after(() => server.close());

  const call = (path: string, init: RequestInit & { readonly auth?: string | null } = {}) => {
    const { auth = 'Bearer good', headers, ...rest } = init;
    return fetch(`${base}${path}`, {
      ...rest,
      headers: { ...(auth !== null && { authorization: auth }), ...headers },
    });
  };

  test('no credentials, wrong ones and expired ones are told apart, and nothing more', async () => {
    const answers = await Promise.all(
      [null, 'Bearer bad', 'Bearer old', 'Digest x', 'Bearer'].map((auth) =>
        call('/v2/things/1', { auth }),
      ),
    );
    const codes = await Promise.all(answers.map(async (each) => (await json(each)).code));
    assert.deepEqual(codes, [
      'credentials-missing',
      'token-invalid',
      'token-expired',
      'credentials-invalid',
      'token-invalid',
    ]);
    assert.equal(
      answers[0]?.headers.get('www-authenticate'),
      'Bearer realm="formstead", Basic realm="formstead", charset="UTF-8"',
    );
    assert.match(answers[2]?.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  });

  test('an unknown path is 401 for a stranger and 404 for a caller', async () => {
    assert.equal((await call('/v2/nothing', { auth: null })).status, 401);
    const known = await call('/scim/v2/Nothing');
    assert.equal(known.status, 404);
    assert.equal(known.headers.get('content-type'), 'application/scim+json');
    assert.equal((await json(known)).status, '404');
  });

  test('a wrong method names the right ones', async () => {
    const answer = await call('/v2/things', { method: 'DELETE' });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'POST');
    const token = await call('/connect/token', { auth: null });
    assert.equal(token.status, 405);
    assert.equal((await json(token)).error, 'invalid_request');
  });

  test('every method that no endpoint has is refused alike, with and without a body', async () => {
    // fetch cannot send TRACE.
    for (const method of METHODS.filter(
      (each) => !['TRACE', 'GET', 'HEAD', 'POST'].includes(each),
    )) {
      for (const init of [{}, { body: 'a' }, { body: new Uint8Array(3) }]) {
        const answer = await call('/v2/things', { method, ...init });
        assert.equal(answer.status, 405, `${method} ${JSON.stringify(init)}`);
        assert.equal(answer.headers.get('allow'), 'POST');
        const nowhere = await call('/v2/nothing', { method, ...init });
        assert.equal(nowhere.status, 404, `${method} ${JSON.stringify(init)}`);
        await nowhere.body?.cancel();
      }
    }
  });

  test('a trailing slash, a stray parameter and HEAD are fine', async () => {
    assert.equal((await call('/v2/things/1/?aadOptscim062020')).status, 200);
    const head = await call('/v2/things/1', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(await head.text(), '');
  });

  test('bodies are read whatever JSON type they claim, and refused with a reason', async () => {
    const post = (body: string | Buffer<ArrayBuffer>, type: string | undefined) =>
      call('/scim/v2/Users', {
        method: 'POST',
        body,
        headers: type === undefined ? {} : { 'content-type': type },
      });
    for (const type of ['application/json', 'application/scim+json; charset=utf-8', undefined]) {
      const answer = await post(Buffer.from('{"__proto__":{"a":1}}'), type);
      assert.equal(answer.status, 200, type ?? 'no type');
      assert.ok((await answer.text()).includes('"__proto__"'));
    }
    const faults = [
      ['{', 'application/json', 400, 'invalidSyntax'],
      ['{"a":"\\u0000"}', 'application/json', 400, 'invalidValue'],
      ['{"a":"\\ud800"}', 'application/json', 400, 'invalidValue'],
      [Buffer.from([0x22, 0xff, 0x22]), 'application/json', 400, 'invalidSyntax'],
      ['['.repeat(100) + ']'.repeat(100), 'application/json', 400, 'invalidSyntax'],
      ['{}', 'text/plain', 415, undefined],
      ['{}', 'nonsense', 415, undefined],
    ] as const;
    for (const [body, type, status, scimType] of faults) {
      const answer = await post(body, type);
      assert.equal(answer.status, status, String(body).slice(0, 20));
      assert.equal((await json(answer)).scimType, scimType);
    }
  });

  test('a body over the limit is 413', async () => {
    const answer = await call('/v2/things', {
      method: 'POST',
      body: JSON.stringify('x'.repeat(2000)),
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(answer.status, 413);
    assert.equal((await json(answer)).code, 'body-too-large');
  });

  test('odd ids are unknown, odd text in a query is refused', async () => {
    assert.equal((await call('/v2/things/%00')).status, 404);
    assert.equal((await call('/v2/things/%ff')).status, 400);
    assert.equal((await call('/v2/things/1?filter=%00')).status, 400);
    assert.equal((await call('/v2/things/1?filter=%ff')).status, 400);
    assert.equal((await call('/v2/things/1?filter=100%')).status, 200);
    assert.equal((await call(`/v2/things/${'x'.repeat(3000)}`)).status, 200);
  });

  test('a role that is missing is 403, a fault of ours tells no cause', async () => {
    assert.equal((await call('/v2/admin')).status, 403);
    const broken = await call('/v2/broken');
    assert.equal(broken.status, 500);
    const text = await broken.text();
    assert.ok(!text.includes('secret cause'));
    assert.ok(lines.some((line) => line.includes('secret cause') && line.includes('"level":50')));
  });

  test('a stream arrives whole', async () => {
    assert.deepEqual(await (await call('/v2/stream')).json(), [1, 2]);
  });

  test('answers to Basic are marked deprecated', async () => {
    const answer = await call('/v2/things/1', { auth: 'Basic eA==' });
    assert.equal(answer.headers.get('deprecation'), '@1');
    assert.match(answer.headers.get('link') ?? '', /rel="deprecation"/);
  });

  test('the third token request of a client within a minute is 429 with whole seconds', async () => {
    const body = new URLSearchParams({ client_id: 'c' });
    const post = () => call('/connect/token', { method: 'POST', body, auth: null });
    await post();
    await post();
    const third = await post();
    assert.equal(third.status, 429);
    assert.match(third.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await json(third)).error, 'temporarily_unavailable');
  });

  test('a log line says who, what and how long, never the query', async () => {
    await call('/v2/things/9?filter=very-private', { auth: 'Bearer good' });
    const line = lines.map((each) => JSON.parse(each)).find((each) => each.path === '/v2/things/9');
    assert.equal(line?.status, 200);
    assert.equal(line?.user, 'u');
    assert.equal(line?.route, '/v2/things/:id');
    assert.ok(!lines.some((each) => each.includes('very-private') || each.includes('Bearer good')));
  });
});
