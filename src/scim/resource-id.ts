import type { Principal, Request } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';

const ID = /^[\x21-\x7e]{1,64}$/;

/**
 * Returns the id in the path. An id that cannot be one of ours is not looked up in storage: identity providers probe
 * with `0`, `010101…` and worse (RFC 7644 §3.4.1: 404 whatever its shape).
 * @throws AppError `not-found`
 */
export const resourceId = (request: Request<Principal, 'id'>, kind: 'user' | 'group'): string =>
  possibleId(request.params.id, kind);

/** Returns an id from elsewhere after the same check. @throws AppError `not-found` */
export function possibleId(id: string, kind: 'user' | 'group'): string {
  if (!ID.test(id)) throw noSuchResource(kind);
  return id;
}

export function noSuchResource(kind: 'user' | 'group'): AppError {
  return fail('not-found', `There is no ${kind} with this id.`);
}
