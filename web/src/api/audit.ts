import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry, AuditPage } from '#administration/app-types.ts';
import { get } from './client.ts';

export const AUDIT = '/app/v1/audit-events';

export const auditEntryQuery = (id: string) =>
  queryOptions({ queryKey: [AUDIT, id], queryFn: () => get<AuditEntry>(`${AUDIT}/${id}`) });

/** How far the hash chain goes. */
export const chainQuery = queryOptions({
  queryKey: ['audit-chain'],
  queryFn: async () => (await get<AuditPage>(AUDIT, { limit: 1 })).chain,
});

/** What is on record of HTTP Basic: nothing else signs in without a session. */
export const BASIC_USE = { action: 'user.sign-in', result: 'ok' } as const;

/** The newest uses of Basic since a day. */
export const basicUseQuery = (since: string) =>
  queryOptions({
    queryKey: ['basic-use', since],
    queryFn: () => get<AuditPage>(AUDIT, { ...BASIC_USE, from: since, limit: 100 }),
  });

/** Whether anybody ever assigned a form: the newest time. */
export const anAssignmentQuery = queryOptions({
  queryKey: ['an-assignment'],
  queryFn: () => get<AuditPage>(AUDIT, { action: 'form.assign', result: 'ok', limit: 1 }),
});
