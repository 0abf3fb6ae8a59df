import type { Request } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';

/**
 * Refuses a filter on a discovery endpoint (RFC 7644 §4); other query parameters are ignored.
 * @throws AppError `forbidden`
 */
export function refuseFilter(request: Request): void {
  if (!request.query.has('filter')) return;
  throw fail('forbidden', 'This endpoint does not support filters. Leave filter out.', {
    at: 'filter',
  });
}
