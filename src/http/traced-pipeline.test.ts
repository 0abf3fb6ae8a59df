import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { parseNetwork } from '#kernel/addresses.ts';
import { systemClock } from '#kernel/clock.ts';
import { fail } from '#kernel/errors.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { openTracer } from '#tracing/index.ts';
import { testLimits } from '../../test/support/limits.ts';
import { type Collector, startCollector } from '../../test/support/otlp-receiver.ts';
import { endpoint, type Principal } from './endpoint.ts';
import { createServer } from './server.ts';

const doc = { summary: 'Test', tag: 'Test', responses: { 200: { description: 'OK' } } };
const PRINCIPAL: Principal = {
  kind: 'user',
  accountId: 'a',
  accountCode: 'acme',
  userId: 'u',
  role: 'member',
  scheme: 'Bearer',
};
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

interface Served {
  /** Sends the requests one after the other and returns what the collector got, in that order. */
  spansOf(...requests: readonly (readonly [string, RequestInit?])[]): Promise<Collector['spans']>;
}

async function serve(t: TestContext, trusted: string): Promise<Served> {
  const collector = await startCollector();
  const tracer = openTracer({
    ...{ url: `${collector.url}/v1/traces`, headers: {}, share: 1, version: '1' },
    ...{ clock: systemClock, random: systemRandom },
    onSpans: () => undefined,
    onTrouble: (reason) => assert.fail(reason),
    onRecovery: () => undefined,
  });
  const common = { method: 'GET', protocol: 'problem', doc, limit: 'api' } as const;
  const access = { right: 'forms.read' } as const;
  const server = await createServer({
    observe: () => undefined,
    authenticators: { bearer: async () => PRINCIPAL },
    limits: testLimits(),
    clock: systemClock,
    ids: createIds(systemClock, systemRandom),
    log: pino({ level: 'silent' }),
    transport: () => ({ ip: '127.0.0.1', secure: true }),
    translate: (cause) => fail('internal', 'Something went wrong.', { cause }),
    origin: () => 'https://localhost',
    headers: {},
    basicHeaders: () => ({}),
    tracing: { tracer, trustedProxies: [parseNetwork(trusted) ?? assert.fail()] },
    endpoints: [
      endpoint({ ...common, access, path: '/v2/fine/:id', handle: async () => ({ status: 204 }) }),
      endpoint({
        ...{ ...common, access, path: '/v2/broken' },
        handle: () => Promise.reject(new Error('a private cause')),
      }),
      endpoint({
        ...{ ...common, limit: 'health', access: 'public', path: '/healthz' },
        handle: async () => ({ status: 200 }),
      }),
    ],
  });
  const base = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  t.after(() => collector.close());
  return {
    async spansOf(...requests) {
      for (const [path, init] of requests) {
        const headers = { authorization: 'Bearer good', ...init?.headers };
        await (await fetch(`${base}${path}`, { ...init, headers })).arrayBuffer();
      }
      await server.close();
      await tracer.close();
      return collector.spans.filter(({ name }) => !name.startsWith('authenticate'));
    },
  };
}

test('a request is named by its route, and has failed only if that is our fault', async (t) => {
  const { spansOf } = await serve(t, '192.0.2.1/32');
  const spans = await spansOf(
    ['/healthz'],
    ['/v2/fine/secret'],
    ['/v2/fine/1?secret=secret'],
    ['/v2/broken'],
    ['/secret/unknown'],
    ['/v2/fine/1', { method: 'DELETE' }],
  );
  const told = spans.map(({ name, isFailed, attributes }) => [
    ...[name, isFailed, attributes['http.response.status_code'], attributes['error.type']],
  ]);
  assert.deepEqual(told, [
    ['GET /v2/fine/:id', false, 204, undefined],
    ['GET /v2/fine/:id', false, 400, 'invalid-parameter'],
    ['GET /v2/broken', true, 500, 'internal'],
    ['GET', false, 404, 'unknown-path'],
    ['DELETE', false, 405, 'method-not-allowed'],
  ]);
  assert.doesNotMatch(JSON.stringify(spans), /secret|private/);
});

test('traceparent is continued for a trusted proxy, and for nobody else', async (t) => {
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1' };
  const sent = ['/v2/fine/1', { headers }] as const;
  const [strange] = await (await serve(t, '192.0.2.1/32')).spansOf(sent);
  assert.deepEqual([strange?.parentSpanId, strange?.traceState], [undefined, undefined]);
  assert.notEqual(strange?.traceId, TRACE);
  const [trusted] = await (await serve(t, '127.0.0.1/32')).spansOf(sent);
  assert.deepEqual(
    [trusted?.traceId, trusted?.parentSpanId, trusted?.traceState],
    [TRACE, PARENT, 'vendor=1'],
  );
});
