import { Type } from 'typebox';
import { fail } from '#kernel/errors.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

const Health = Type.Object({ status: Type.Literal('ok') });

/** `draining`: it serves, and was told to stop. */
export type Readiness = 'ready' | 'draining' | 'unavailable';

/**
 * `/healthz`: the process answers. `/readyz`: it can serve, storage and keys included; a load
 * balancer takes a node out while this is 503. Neither tells a stranger more than that.
 */
export function healthEndpoints(readiness: () => Promise<Readiness>): readonly Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/healthz',
      protocol: 'problem',
      access: 'public',
      limit: 'none',
      healthCheck: true,
      doc: {
        summary: 'Whether the process is alive',
        tag: 'Health',
        responses: { 200: { description: 'It is.', schema: Health } },
      },
      handle: async () => ({ status: 200, body: { status: 'ok' } }),
    }),
    endpoint({
      method: 'GET',
      path: '/readyz',
      protocol: 'problem',
      access: 'public',
      limit: 'none',
      healthCheck: true,
      doc: {
        summary: 'Whether requests can be served',
        tag: 'Health',
        responses: {
          200: { description: 'Storage and keys are there.', schema: Health },
          503: { description: 'They are not.' },
        },
      },
      async handle() {
        const state = await readiness();
        if (state === 'ready') return { status: 200, body: { status: 'ok' } };
        const headers = { 'retry-after': '5' };
        throw state === 'draining'
          ? fail('draining', 'The server is about to stop. Send requests to another one.', {
              headers,
            })
          : fail('storage-unavailable', 'The service is not ready.', { headers });
      },
    }),
  ];
}
