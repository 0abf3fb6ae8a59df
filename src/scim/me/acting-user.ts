import type { Reply, Request } from '#http/endpoint.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { resourceLocation, userType } from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';

/**
 * Answers for the user a request acts as, as for any user by id.
 * @throws AppError `not-found` for a break-glass administrator, whom SCIM never shows
 */
export async function asActingUser(
  request: Request,
  answer: (id: string) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await answer(request.principal.userId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    throw fail(
      'not-found',
      'These credentials act as a break-glass administrator, who does not exist over SCIM. Use ' +
        'credentials that act as another user, or let an administrator open this one to provisioning.',
    );
  }
}

/** Says where the acting user really is (RFC 7644 §3.11). */
export function withLocation(deps: ScimDeps, request: Request, reply: Reply): Reply {
  const location = resourceLocation(userType, scimBaseUrl(deps), request.principal.userId);
  return { ...reply, headers: { ...reply.headers, location } };
}
