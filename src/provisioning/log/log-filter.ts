import type { Static } from 'typebox';
import { fail } from '#kernel/errors.ts';
import type { LogFilters } from './log.shapes.ts';
import type { LogFilter } from './provisioning-log.store.ts';

/** @throws AppError `invalid-parameter` when `since` or `until` is not a time. */
export function toLogFilter(query: Static<typeof LogFilters>): LogFilter {
  const { q, outcome, method, resource, status, credential, since, until } = query;
  return {
    q,
    outcome,
    method,
    resourceType: resource,
    status,
    credentialId: credential,
    since: timeIn('since', since),
    until: timeIn('until', until),
  };
}

function timeIn(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  throw fail('invalid-parameter', `${name} must be a time such as 2026-11-21T09:00:00Z.`, {
    because: { reason: 'time' },
    at: name,
  });
}
