// The texts for a request of the log: what happened, and what to do.
import type { LogItem } from '#provisioning/app-types.ts';
import type { TFunction } from '#web/texts/text-store.ts';

type Deed =
  | 'created'
  | 'replaced'
  | 'changed'
  | 'activated'
  | 'deactivated'
  | 'deleted'
  | 'read'
  | 'searched'
  | 'bulk'
  | 'asked';

/** Returns one sentence: `ada was created.` or `ada could not be created.` */
export function whatHappened(item: LogItem, t: TFunction): string {
  const deed = deedOf(item);
  const type = item.resourceType === 'Group' ? 'group' : 'user';
  const who = item.resourceName ?? t(`log.some.${type}`);
  if (item.outcome === 'ok') return t(`log.done.${deed}`, { who });
  return t(`log.refused.${deed}`, { who });
}

/** Returns why the request failed, in the server's English. The `detail` of a successful request is not a reason. */
export const reasonOf = ({ outcome, detail }: LogItem): string | undefined =>
  outcome === 'ok' ? undefined : detail;

function deedOf({ method, resourceType, path, active }: LogItem): Deed {
  if (resourceType === 'Bulk') return 'bulk';
  if (resourceType !== 'User' && resourceType !== 'Group') return 'asked';
  // Every PUT says whether the user is active, so only a false value means a change there.
  if (active === false && (method === 'PUT' || method === 'PATCH')) return 'deactivated';
  if (active === true && method === 'PATCH') return 'activated';
  if (method === 'PUT') return 'replaced';
  if (method === 'PATCH') return 'changed';
  if (method === 'DELETE') return 'deleted';
  if (method === 'POST') return path.endsWith('.search') ? 'searched' : 'created';
  return /\/(?:users|groups)\/?$/i.test(path) ? 'searched' : 'read';
}

/** The error codes that have advice of their own. */
const ADVISED = [
  'credentials-missing',
  'credentials-invalid',
  'token-invalid',
  'token-expired',
  'address-not-allowed',
  'user-name-taken',
  'group-name-taken',
  'break-glass-user',
  'local-user',
  'last-admin',
  'unknown-member',
  'too-many-requests',
  'provisioning-paused',
  'storage-unavailable',
] as const;

/** Error codes that share advice. */
const ADVISED_ALIKE = new Map([
  ['invalid-filter', 'filter'],
  ['malformed-json', 'syntax'],
  ['malformed-text', 'syntax'],
  ['malformed-request', 'syntax'],
  ['unsupported-media-type', 'syntax'],
  ['unsupported-version', 'syntax'],
  ['not-acceptable', 'syntax'],
  ['unknown-path', 'address'],
  ['method-not-allowed', 'address'],
  ['too-many', 'size'],
  ['query-too-slow', 'size'],
  ['body-too-large', 'size'],
  ['unknown-manager', 'manager'],
  ['group-cycle', 'cycle'],
  ['password-policy', 'password'],
  ['admin-password', 'admin'],
  ['admin-sign-in', 'admin'],
  ['precondition-failed', 'changed'],
  ['provisioning-disconnected', 'disconnected'],
  ['busy', 'busy'],
  ['draining', 'busy'],
] as const);

/** Returns what to do about a request; undefined when nothing has to be done. */
export function whatToDo({ outcome, status, code }: LogItem, t: TFunction): string | undefined {
  if (outcome === 'ok') return undefined;
  const known = ADVISED.find((each) => each === code);
  if (known !== undefined) return t(`log.advice.${known}`);
  const alike = [...ADVISED_ALIKE].find(([each]) => each === code);
  if (alike !== undefined) return t(`log.advice.${alike[1]}`);
  if (status === 404) return t('log.advice.missing');
  if (status === 409) return t('log.advice.clash');
  if (status === 401 || status === 403) return t('log.advice.access');
  return t(status >= 500 ? 'log.advice.ours' : 'log.advice.invalid');
}

const NOTES = [
  'unknownManagers',
  'blockedUsers',
  'restoredUsers',
  'skippedMembers',
  'removedMembers',
  'keptMembers',
  'changedRoles',
  'ignoredAttributes',
  'misspelledParameters',
  'oldSchemas',
  'droppedCertificates',
] as const;

/** Returns the side effects of a successful request that an admin may not expect; undefined when there are none. */
export function notesText(notes: LogItem['notes'], t: TFunction): string | undefined {
  const told = NOTES.flatMap((note) => {
    const count = notes?.[note];
    return count === undefined ? [] : [t(`log.notes.${note}`, { count })];
  });
  return told.length === 0 ? undefined : told.join(' ');
}
