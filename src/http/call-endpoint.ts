import { fail } from '#kernel/errors.ts';
import { type Endpoint, isForLinks, isForSessions, type Reply, type Request } from './endpoint.ts';
import type { AnyPrincipal } from './principal.ts';

/**
 * Calls the handler of an endpoint with a request of a caller whom it is for. `begin` of the pipeline has refused all
 * others; a mistake there must not open a route. @throws AppError `credentials-missing`, `forbidden`.
 */
export async function callEndpoint(
  endpoint: Endpoint,
  principal: AnyPrincipal | undefined,
  parse: <P>(principal: P) => Promise<Request<P>>,
): Promise<Reply> {
  if (endpoint.access === 'public') return endpoint.handle(await parse(undefined));
  if (!principal) throw fail('credentials-missing', 'Send an Authorization header.');
  if (isForSessions(endpoint)) {
    if (principal.kind === 'session') return endpoint.handle(await parse(principal));
    throw fail('forbidden', 'Only browsers may call this.');
  }
  if (isForLinks(endpoint)) {
    if (principal.kind === 'link') return endpoint.handle(await parse(principal));
    throw fail('forbidden', 'Only people with a public link may call this.');
  }
  if (principal.kind === 'session' || principal.kind === 'link') {
    throw fail('forbidden', 'Only API credentials may call this.');
  }
  if (endpoint.provisioning) return endpoint.handle(await parse(principal));
  if (principal.kind === 'user') return endpoint.handle(await parse(principal));
  throw fail('forbidden', 'Only credentials of a user may call this.');
}
