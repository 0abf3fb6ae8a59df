import { dayIn, oneOf, textIn } from '#web/lists/search-params.ts';
import { startOf } from '#web/lists/start-of.ts';

/** The first parts of the names of actions. */
export const ABOUTS = [
  'account',
  'assignment',
  'audit',
  'credential',
  'dashboard',
  'export',
  'bulk-act',
  'calendar',
  'form',
  'group',
  'key',
  'list',
  'mail',
  'passkey',
  'provisioning',
  'public-link',
  'push',
  'request',
  'rule',
  'scheduled-export',
  'second-factor',
  'series',
  'session',
  'sso',
  'template',
  'token',
  'user',
  'view',
  'webhook',
] as const;
export const RESULTS = ['ok', 'refused'] as const;

/** Reads the search parameters of the audit log. The first and the last day are in the person's time zone. */
export const readAuditFilters = (search: Record<string, unknown>) => ({
  action: textIn(search['action']),
  result: oneOf(RESULTS, search['result']),
  userId: textIn(search['userId']),
  credentialId: textIn(search['credentialId']),
  targetId: textIn(search['targetId']),
  ip: textIn(search['ip']),
  from: dayIn(search['from']),
  to: dayIn(search['to']),
});
export type AuditFilters = Readonly<Partial<ReturnType<typeof readAuditFilters>>>;

/** Returns the query of the API: days become times, and `to` the end of its day. */
export const toQuery = ({ from, to, ...rest }: AuditFilters) => ({
  ...rest,
  from: from && startOf(from, 0),
  to: to && startOf(to, 1),
});
