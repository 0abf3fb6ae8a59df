import { actorOf } from '#audit/index.ts';
import type { Request, SessionPrincipal, UserPrincipal } from '#http/endpoint.ts';
import type { FormActor } from './form.ts';

/** Returns the actor of a request from a browser. */
export function actorIn(request: Pick<Request<SessionPrincipal>, 'ip' | 'principal'>): FormActor {
  const { userId, role } = request.principal;
  return { ...actorOf(request, 'web'), userId, role };
}

/** Returns the actor of a request under /v2. */
export function formActorOf(request: Request<UserPrincipal>): FormActor {
  const { userId, role } = request.principal;
  return { ...actorOf(request, 'api'), userId, role };
}

/** Returns the actor of a request to an operation of both interfaces. */
export function actorOfCall(
  call: Pick<Request<UserPrincipal | SessionPrincipal>, 'ip' | 'principal'> & {
    readonly via: 'api' | 'web';
  },
): FormActor {
  const { userId, role } = call.principal;
  return { ...actorOf(call, call.via), userId, role };
}
