import { Type } from 'typebox';
import { formatDateTime } from '#http/v2/date-time.ts';
import type { JsonValue } from '#kernel/json.ts';
import type { ListedRow } from './audit-list.ts';

const optional = (description: string) => Type.Optional(Type.String({ description }));

/** An audit event as the API returns it. */
export const AuditItem = Type.Object(
  {
    id: Type.String(),
    at: Type.String({ format: 'date-time', description: 'When it was done, UTC.' }),
    action: Type.String({ description: 'What: a noun, a dot, a verb.', examples: ['user.create'] }),
    result: Type.Union([Type.Literal('ok'), Type.Literal('refused')]),
    via: optional('Through what: scim, api, web, command-line, set-up or system.'),
    userId: optional('The user who did it, or as whom the credential acted.'),
    credentialId: optional(
      'The API credential that did it, acting as the user (the act claim of RFC 8693).',
    ),
    ip: optional('From where.'),
    targetType: optional('What it was done to: User, Group, Credential, Token, Key, …'),
    targetId: optional('Which one.'),
    detail: Type.Object({}, { description: 'What else there is to say; never a secret.' }),
    chainSeq: Type.Optional(
      Type.Integer({ description: 'Its place in the hash chain, some seconds after the event.' }),
    ),
    chainHash: optional('Its hash: SHA-256, base64url.'),
  },
  { title: 'AuditEvent' },
);

export function toAuditItem(row: ListedRow): Readonly<Record<string, unknown>> {
  const { via, ...detail } = readDetail(row);
  return {
    id: row.id,
    at: formatDateTime(row.at),
    action: row.action,
    result: row.result,
    via,
    userId: row.actor_user_id ?? undefined,
    credentialId: row.credential_id ?? undefined,
    ip: row.ip ?? undefined,
    targetType: row.target_type ?? undefined,
    targetId: row.target_id ?? undefined,
    detail,
    chainSeq: row.chain_seq ?? undefined,
    chainHash: row.chain_hash ?? undefined,
  };
}

/** Returns the detail of an audit event, which includes `via`. */
export function readDetail({
  detail,
}: Pick<ListedRow, 'detail'>): Readonly<Record<string, JsonValue>> {
  const parsed: unknown = JSON.parse(detail ?? '{}');
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}
