import type { UnknownMembers } from '#directory/index.ts';
import type { Request } from '#http/endpoint.ts';

const HANDLING = /^handling\s*=\s*"?(strict|lenient)"?\s*(?:;|$)/i;

/** The `handling` preference of a request (RFC 7240 §4.4); the first one counts (§2). */
function handlingOf(request: Request): string | undefined {
  const preferences = (request.headers['prefer'] ?? '').split(',');
  const named = preferences.map((preference) => HANDLING.exec(preference.trim())?.[1]);
  return named.find((handling) => handling !== undefined)?.toLowerCase();
}

/**
 * What becomes of member ids that name nobody: they are passed over and the others are written, since an id that is
 * unknown today never comes to name anybody, and identity providers give up on the whole push. A client that wants
 * an error says `Prefer: handling=strict`. The same on POST, PUT and PATCH.
 */
export const unknownMembersOf = (request: Request): UnknownMembers =>
  handlingOf(request) === 'strict' ? 'refuse' : 'skip';

const MOST_NOTED = 5;
const LONGEST_NOTED = 64;

/** Tells the client, and the log, who was passed over and which preference was heard. */
export function membersHeaders(
  request: Request,
  unknown: readonly string[],
): Readonly<Record<string, string>> {
  if (unknown.length > 0) {
    const some = unknown.slice(0, MOST_NOTED).map((id) => id.slice(0, LONGEST_NOTED));
    request.note({ skippedMembers: unknown.length, skippedMemberIds: some.join(' ') });
  }
  const handling = handlingOf(request);
  return {
    ...(handling !== undefined && { 'preference-applied': `handling=${handling}` }),
    ...(unknown.length > 0 && { 'formstead-skipped-members': String(unknown.length) }),
  };
}
