import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry, AuditPage } from '#administration/app-types.ts';
import { get } from './client.ts';

export const AUDIT = '/app/v1/audit-events';

export const auditEntryQuery = (id: string) =>
  queryOptions({ queryKey: [AUDIT, id], queryFn: () => get<AuditEntry>(`${AUDIT}/${id}`) });

/** Reads how far the hash chain of the audit log reaches. */
export const chainQuery = queryOptions({
  queryKey: ['audit-chain'],
  queryFn: async () => (await get<AuditPage>(AUDIT, { limit: 1 })).chain,
});

/** The audit events of HTTP Basic: every other sign-in begins a session and is recorded as `session.begin`. */
export const BASIC_USE = { action: 'user.sign-in', result: 'ok' } as const;

/** Reads the newest assignment of a form; the list is empty when nobody has ever assigned one. */
export const anAssignmentQuery = queryOptions({
  queryKey: ['an-assignment'],
  queryFn: () => get<AuditPage>(AUDIT, { action: 'form.assign', result: 'ok', limit: 1 }),
});
