import type { Reply, Request } from '#http/endpoint.ts';
import { AppError, fail } from '#kernel/errors.ts';

/**
 * Returns the id of the user that a request acts as.
 * @throws AppError `not-found` for a provisioning token, which acts as nobody (RFC 7644 §3.11)
 */
export function actingUserId({ principal }: Pick<Request, 'principal'>): string {
  if (principal.kind === 'user') return principal.userId;
  throw fail('not-found', 'A provisioning token acts as no user, so there is no /Me.');
}

/**
 * Answers a request for the acting user in the same way as a request for any user by id.
 * @throws AppError `not-found` for a break-glass administrator, whom SCIM never shows, and as {@link actingUserId}
 */
export async function asActingUser(
  request: Request,
  answer: (id: string) => Promise<Reply>,
): Promise<Reply> {
  const id = actingUserId(request);
  try {
    return await answer(id);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    throw fail(
      'not-found',
      'These credentials act as a break-glass admin, who does not exist over SCIM. Use ' +
        'credentials that act as another user, or ask an admin to open this user to provisioning.',
    );
  }
}
