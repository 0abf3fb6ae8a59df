import type { Request } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';

/** A request of a client that authenticates itself; no user stands behind it. */
export type ClientRequest = Request<undefined>;

/** Parameters that must not be in the URI, which ends up in logs (RFC 6749 §2.3.1, RFC 7009 §2.1). */
const BODY_ONLY = [
  'client_id',
  'client_secret',
  'client_assertion',
  'grant_type',
  'scope',
  'token',
];

/**
 * Checks the rules for every form that a client posts.
 * @param repeatable a parameter that may be there several times
 * @throws AppError `invalid-token-request` for parameters in the URI or more than once.
 */
export function checkForm(
  { query, form = new URLSearchParams() }: ClientRequest,
  repeatable?: string,
): void {
  const misplaced = BODY_ONLY.find((name) => query.has(name));
  if (misplaced !== undefined) {
    throw malformed(
      `${misplaced} must be in the body, not in the URL. Anything secret in it is exposed.`,
    );
  }
  // RFC 6749 §3.2: parameters must not be included more than once, since it is unclear which one would count.
  const seen = new Set<string>();
  for (const name of form.keys()) {
    if (seen.has(name) && name !== repeatable)
      throw malformed(`${name.slice(0, 50)} is there more than once.`);
    seen.add(name);
  }
}

/** RFC 6749 §3.2: a parameter without a value is treated as if it were left out. */
export function readParameter({ form }: ClientRequest, name: string): string | undefined {
  return form?.get(name) || undefined;
}

export function malformed(detail: string): AppError {
  return fail('invalid-token-request', detail);
}
