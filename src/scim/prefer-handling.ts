import type { UnknownMembers } from '#directory/index.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import type { Preference } from '#scim/protocol/index.ts';

const HANDLING = /^handling\s*=\s*"?(strict|lenient)"?\s*(?:;|$)/i;

/** Returns the `handling` preference of a request (RFC 7240 §4.4); the first one counts (§2). */
function namedPreference(request: Pick<Request, 'headers'>): Preference | undefined {
  const preferences = (request.headers['prefer'] ?? '').split(',');
  const named = preferences.map((preference) => HANDLING.exec(preference.trim())?.[1]);
  const first = named.find((handling) => handling !== undefined)?.toLowerCase();
  return first === 'strict' || first === 'lenient' ? first : undefined;
}

/** Returns the preference for POST, PUT, PATCH and Bulk; lenient when the client names none. */
export const preferenceOf = (request: Pick<Request, 'headers'>): Preference =>
  namedPreference(request) ?? 'lenient';

/**
 * Returns what happens to members that do not exist: they wait and the rest is written, because some identity providers
 * abandon the whole push after an error. With `Prefer: handling=strict` they are refused.
 */
export const unknownMembersIn = (preference: Preference): UnknownMembers =>
  preference === 'strict' ? 'refuse' : 'skip';

const MAX_LOGGED_IDS = 5;
const MAX_LOGGED_ID_LENGTH = 64;

/** What a write ignored or could not resolve yet, and what it did with members that a PUT omits. */
export interface WriteCounts {
  /** Ids of members that do not exist. */
  readonly members?: readonly string[] | undefined;
  /** The number of attributes that no schema knows. */
  readonly attributes?: number | undefined;
  /** The number of values that could not be read as a certificate, and were dropped. */
  readonly droppedCertificates?: number | undefined;
  /** The number of users whose manager is not known yet. */
  readonly unknownManagers?: number | undefined;
  /** The number of users that an admin has blocked, whatever `active` says. */
  readonly blockedUsers?: number | undefined;
  /** The number of inactive users that were restored instead of created. */
  readonly restoredUsers?: number | undefined;
  /** The number of members that a PUT removed by omitting them. */
  readonly removedMembers?: number | undefined;
  /** The number of omitted members that stay because of the account's setting. */
  readonly keptMembers?: number | undefined;
  /** The number of people who lost a role with a deleted group. */
  readonly changedRoles?: number | undefined;
}

/** Adds up the counts of several writes in one request. */
export function sumOfWrites(counts: readonly WriteCounts[]): WriteCounts {
  const sum = (count: (each: WriteCounts) => number | undefined): number =>
    counts.reduce((total, each) => total + (count(each) ?? 0), 0);
  return {
    members: counts.flatMap(({ members = [] }) => members),
    attributes: sum((each) => each.attributes),
    droppedCertificates: sum((each) => each.droppedCertificates),
    unknownManagers: sum((each) => each.unknownManagers),
    blockedUsers: sum((each) => each.blockedUsers),
    restoredUsers: sum((each) => each.restoredUsers),
    removedMembers: sum((each) => each.removedMembers),
    keptMembers: sum((each) => each.keptMembers),
    changedRoles: sum((each) => each.changedRoles),
  };
}

/** Returns the response with headers for what was ignored and for the preference that was applied. */
export const withHandling = (
  request: Pick<Request, 'headers' | 'addLogFields'>,
  reply: Reply,
  counts: WriteCounts,
): Reply => ({ ...reply, headers: { ...reply.headers, ...handlingHeaders(request, counts) } });

/** Returns these headers, and writes the counts to the request log and the provisioning log. */
export function handlingHeaders(
  request: Pick<Request, 'headers' | 'addLogFields'>,
  counts: WriteCounts,
): Readonly<Record<string, string>> {
  const { members = [], attributes = 0, unknownManagers = 0 } = counts;
  const { removedMembers = 0, keptMembers = 0, changedRoles = 0 } = counts;
  const { blockedUsers = 0, restoredUsers = 0, droppedCertificates = 0 } = counts;
  if (members.length > 0) {
    const some = members.slice(0, MAX_LOGGED_IDS).map((id) => id.slice(0, MAX_LOGGED_ID_LENGTH));
    request.addLogFields({ skippedMembers: members.length, skippedMemberIds: some.join(' ') });
  }
  const logFields = {
    ignoredAttributes: attributes,
    droppedCertificates,
    unknownManagers,
    blockedUsers,
    restoredUsers,
    removedMembers,
    keptMembers,
    changedRoles,
  };
  request.addLogFields(
    Object.fromEntries(Object.entries(logFields).filter(([, count]) => count > 0)),
  );
  const preference = namedPreference(request);
  return {
    ...(preference !== undefined && { 'preference-applied': `handling=${preference}` }),
    ...(members.length > 0 && { 'formstead-skipped-members': String(members.length) }),
    ...(attributes > 0 && { 'formstead-ignored-attributes': String(attributes) }),
    ...(unknownManagers > 0 && { 'formstead-unknown-managers': String(unknownManagers) }),
  };
}
