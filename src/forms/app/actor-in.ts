import { actorOf } from '#audit/index.ts';
import type { FormActor } from '#forms/form.ts';
import type { Request, SessionPrincipal } from '#http/endpoint.ts';

/** Returns the actor of a request from a browser. */
export function actorIn(request: Pick<Request<SessionPrincipal>, 'ip' | 'principal'>): FormActor {
  const { userId, role } = request.principal;
  return { ...actorOf(request, 'web'), userId, role };
}
