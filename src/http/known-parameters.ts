import { fail } from '#kernel/errors.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Checks that a request to /v2 has only parameters that its endpoint documents, in any letter case: a client that
 * misspells a filter would otherwise get everything. SCIM ignores unknown parameters (RFC 7644 §3.4.2).
 * @throws AppError `invalid-parameter` that lists the known ones
 */
export function requireKnownParameters(
  { path, doc }: Pick<Endpoint, 'path' | 'doc'>,
  query: URLSearchParams,
): void {
  if (query.size === 0 || !path.startsWith('/v2/')) return;
  const names = Object.keys(doc.query?.properties ?? {});
  const known = new Set(names.map((name) => name.toLowerCase()));
  const unknown = query.keys().find((name) => !known.has(name.toLowerCase()));
  if (unknown === undefined) return;
  const shown = unknown.slice(0, 100).toWellFormed();
  const allowed = names.length === 0 ? 'none' : names.join(', ');
  const rest =
    names.length === 0 ? 'This path has none.' : `The allowed parameters are: ${allowed}.`;
  throw fail('invalid-parameter', `There is no parameter ${JSON.stringify(shown)}. ${rest}`, {
    because: { reason: 'not-allowed', allowed },
    at: shown,
  });
}
