import { Type } from 'typebox';
import { type AppError, fail } from '#kernel/errors.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

const Health = Type.Object({ status: Type.Literal('ok') });

/** `draining`: still serving, but told to stop. `no-pages`: the web pages are missing, or older than the program. */
export type Readiness = 'ready' | 'draining' | 'no-pages' | 'unavailable';

/**
 * Returns `/healthz`, which says that the process answers, and `/readyz`, which says that it can serve, storage and
 * keys included. A load balancer removes a node while `/readyz` is 503. Neither tells strangers more.
 */
export function healthEndpoints(readiness: () => Promise<Readiness>): readonly Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/healthz',
      protocol: 'problem',
      access: 'public',
      limit: 'health',
      healthCheck: true,
      doc: {
        summary: 'Whether the process is alive',
        tag: 'Health',
        responses: { 200: { description: 'The process is alive.', schema: Health } },
      },
      handle: async () => ({ status: 200, body: { status: 'ok' } }),
    }),
    endpoint({
      method: 'GET',
      path: '/readyz',
      protocol: 'problem',
      access: 'public',
      limit: 'health',
      healthCheck: true,
      doc: {
        summary: 'Whether requests can be served',
        tag: 'Health',
        responses: {
          200: { description: 'Storage and keys are available.', schema: Health },
          503: { description: 'The service is not ready.' },
        },
      },
      async handle() {
        const state = await readiness();
        if (state === 'ready') return { status: 200, body: { status: 'ok' } };
        throw NOT_READY[state]();
      },
    }),
  ];
}

const headers = { 'retry-after': '5' };
const NOT_READY: Readonly<Record<Exclude<Readiness, 'ready'>, () => AppError>> = {
  draining: () =>
    fail('draining', 'The server is about to stop. Send requests to another one.', { headers }),
  'no-pages': () =>
    fail(
      'pages-not-built',
      'The web pages of this server are missing or older than the program. Build them (npm run build) and restart the server.',
      { headers },
    ),
  unavailable: () => fail('storage-unavailable', 'The service is not ready.', { headers }),
};
