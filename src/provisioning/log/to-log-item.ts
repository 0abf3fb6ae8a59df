import { activeIn } from './active-in.ts';
import type { Holder } from './holders.store.ts';
import type { LogDetail, LogItem } from './log.shapes.ts';
import { parseNotes } from './notes.ts';
import type { ListedEntry, LogRow } from './provisioning-log.store.ts';

type Holders = ReadonlyMap<string, Holder>;

export function toLogItem(row: ListedEntry, holders: Holders): LogItem {
  const holder = holders.get(row.holder_id ?? '');
  const active = row.resource_type === 'User' ? activeIn(row.request_body) : undefined;
  return {
    id: row.id,
    requestId: row.request_id,
    at: new Date(row.at).toISOString(),
    ms: row.ms,
    method: row.method,
    path: row.path,
    status: row.status,
    outcome: row.outcome,
    ...(row.code !== null && { code: row.code }),
    ...(holder && { holder }),
    ...(row.detail !== null && { detail: row.detail }),
    ...(row.resource_type !== null && { resourceType: row.resource_type }),
    ...(row.resource_id !== null && { resourceId: row.resource_id }),
    ...(row.resource_name !== null && { resourceName: row.resource_name }),
    ...(active !== undefined && { active }),
    ...(row.credential_id !== null && { credentialId: row.credential_id }),
    ip: row.ip,
    ...(row.agent !== null && { agent: row.agent }),
    dropped: row.dropped,
    ...(row.notes !== null && { notes: parseNotes(row.notes) }),
  };
}

export const toLogDetail = (row: LogRow, holders: Holders): LogDetail => ({
  ...toLogItem(row, holders),
  ...(row.name_before !== null && { nameBefore: row.name_before }),
  ...(row.query !== null && { query: row.query }),
  ...(row.request_body !== null && { requestBody: row.request_body }),
  ...(row.response_body !== null && { responseBody: row.response_body }),
  truncated: row.truncated === 1,
});
