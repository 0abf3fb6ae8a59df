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

/** The search parameters of the audit log. */
export interface AuditFilters {
  readonly action?: string | undefined;
  readonly result?: (typeof RESULTS)[number] | undefined;
  readonly userId?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly targetId?: string | undefined;
  readonly ip?: string | undefined;
  /** The first and the last day, in the person's time zone. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export const readAuditFilters = (search: Record<string, unknown>): AuditFilters => ({
  action: textIn(search['action']),
  result: oneOf(RESULTS, search['result']),
  userId: textIn(search['userId']),
  credentialId: textIn(search['credentialId']),
  targetId: textIn(search['targetId']),
  ip: textIn(search['ip']),
  from: dayIn(search['from']),
  to: dayIn(search['to']),
});

/** Returns the query of the API: days become times, and `to` the end of its day. */
export const toQuery = ({ from, to, ...rest }: AuditFilters) => ({
  ...rest,
  from: from && startOf(from, 0),
  to: to && startOf(to, 1),
});
