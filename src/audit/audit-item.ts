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
    action: Type.String({
      description: 'The action: a noun, a dot and a verb.',
      examples: ['user.create'],
    }),
    result: Type.Union([Type.Literal('ok'), Type.Literal('refused')]),
    via: optional('The interface: scim, api, web, link, command-line, set-up or system.'),
    userId: optional('The user who did it, or as whom the credential acted.'),
    credentialId: optional(
      'The API credential that did it, acting as the user (the act claim of RFC 8693).',
    ),
    ip: optional('The IP address of the request.'),
    targetType: optional('The type of the target: User, Group, Credential, Token, Key, …'),
    targetId: optional('The id of the target.'),
    detail: Type.Object({}, { description: 'Further details. Never contains a secret.' }),
    chainSeq: Type.Optional(
      Type.Integer({
        description:
          'The position in the hash chain. It is assigned a few seconds after the event.',
      }),
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
