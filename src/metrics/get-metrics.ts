import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { Collector } from './collector.ts';
import { CONTENT_TYPE } from './meter.ts';
import { createTokenCheck } from './token-check.ts';

/** GET /metrics on the port of the service, for a Prometheus that has the token. */
export function getMetrics(collector: Collector, token: string): Endpoint {
  const isRight = createTokenCheck(token);
  return endpoint({
    method: 'GET',
    path: '/metrics',
    protocol: 'problem',
    access: 'public',
    limit: 'health',
    doc: {
      summary: 'Metrics for Prometheus',
      tag: 'Health',
      hidden: true,
      responses: { 200: { description: 'The metrics, as text.' } },
    },
    async handle({ headers }) {
      if (!isRight(headers['authorization'])) {
        throw fail('token-invalid', 'Send the metrics token as Bearer token.', {
          headers: { 'www-authenticate': 'Bearer realm="formstead metrics"' },
        });
      }
      const body = await collector.text();
      return {
        status: 200,
        headers: { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' },
        body,
      };
    },
  });
}
