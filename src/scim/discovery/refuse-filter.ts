import type { Request } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';

/**
 * Discovery shows everything to everybody who may read it: a filter there is refused (RFC 7644 §4), other parameters
 * of a query are passed over.
 * @throws AppError `forbidden`
 */
export function refuseFilter(request: Request): void {
  if (!request.query.has('filter')) return;
  throw fail('forbidden', 'Discovery can not be filtered: leave filter out.', { at: 'filter' });
}
