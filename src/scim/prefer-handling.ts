import type { UnknownMembers } from '#directory/index.ts';
import type { Reply, Request } from '#http/endpoint.ts';
import type { Preference } from '#scim/protocol/index.ts';

const HANDLING = /^handling\s*=\s*"?(strict|lenient)"?\s*(?:;|$)/i;

/** The `handling` preference of a request (RFC 7240 §4.4); the first one counts (§2). */
function namedPreference(request: Pick<Request, 'headers'>): Preference | undefined {
  const preferences = (request.headers['prefer'] ?? '').split(',');
  const named = preferences.map((preference) => HANDLING.exec(preference.trim())?.[1]);
  const first = named.find((handling) => handling !== undefined)?.toLowerCase();
  return first === 'strict' || first === 'lenient' ? first : undefined;
}

/** The same on POST, PUT and PATCH, and in Bulk. A client that says nothing is lenient. */
export const preferenceOf = (request: Pick<Request, 'headers'>): Preference =>
  namedPreference(request) ?? 'lenient';

/**
 * What becomes of member ids that name nobody: they wait and the others are written, since identity providers give up
 * on the whole push. A client that wants an error says `Prefer: handling=strict`.
 */
export const unknownMembersIn = (preference: Preference): UnknownMembers =>
  preference === 'strict' ? 'refuse' : 'skip';

const MOST_NOTED = 5;
const LONGEST_NOTED = 64;

/** What a write did not understand, or not yet, and what it did about members that it does not mention. */
export interface WriteNotes {
  /** Ids of members that name nobody. */
  readonly members?: readonly string[] | undefined;
  /** How many attributes no schema knows. */
  readonly attributes?: number | undefined;
  /** How many users name a manager whom nobody knows yet. */
  readonly unknownManagers?: number | undefined;
  /** How many users are kept out by an admin, whatever `active` says. */
  readonly blockedUsers?: number | undefined;
  /** How many members a PUT removed because it left them out. */
  readonly removedMembers?: number | undefined;
  /** How many it kept, because the account wants it so. */
  readonly keptMembers?: number | undefined;
  /** How many people lost a role with a deleted group. */
  readonly changedRoles?: number | undefined;
}

/** The notes of several writes in one request. */
export function sumOf(notes: readonly WriteNotes[]): WriteNotes {
  const sum = (count: (each: WriteNotes) => number | undefined): number =>
    notes.reduce((total, each) => total + (count(each) ?? 0), 0);
  return {
    members: notes.flatMap(({ members = [] }) => members),
    attributes: sum((each) => each.attributes),
    unknownManagers: sum((each) => each.unknownManagers),
    blockedUsers: sum((each) => each.blockedUsers),
    removedMembers: sum((each) => each.removedMembers),
    keptMembers: sum((each) => each.keptMembers),
    changedRoles: sum((each) => each.changedRoles),
  };
}

/** The answer with what the client has to know: what was passed over, and which preference was heard. */
export const withHandling = (
  request: Pick<Request, 'headers' | 'note'>,
  reply: Reply,
  notes: WriteNotes,
): Reply => ({ ...reply, headers: { ...reply.headers, ...handlingHeaders(request, notes) } });

/** Tells the request log and the provisioning log, too. */
export function handlingHeaders(
  request: Pick<Request, 'headers' | 'note'>,
  notes: WriteNotes,
): Readonly<Record<string, string>> {
  const { members = [], attributes = 0, unknownManagers = 0 } = notes;
  const { removedMembers = 0, keptMembers = 0, changedRoles = 0, blockedUsers = 0 } = notes;
  if (members.length > 0) {
    const some = members.slice(0, MOST_NOTED).map((id) => id.slice(0, LONGEST_NOTED));
    request.note({ skippedMembers: members.length, skippedMemberIds: some.join(' ') });
  }
  const counts = {
    ignoredAttributes: attributes,
    unknownManagers,
    blockedUsers,
    removedMembers,
    keptMembers,
    changedRoles,
  };
  request.note(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)));
  const preference = namedPreference(request);
  return {
    ...(preference !== undefined && { 'preference-applied': `handling=${preference}` }),
    ...(members.length > 0 && { 'formstead-skipped-members': String(members.length) }),
    ...(attributes > 0 && { 'formstead-ignored-attributes': String(attributes) }),
    ...(unknownManagers > 0 && { 'formstead-unknown-managers': String(unknownManagers) }),
  };
}
