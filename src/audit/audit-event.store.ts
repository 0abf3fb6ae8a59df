import type { Insertable } from 'kysely';
import type { Tx } from '#db/database.ts';
import { precompileLater } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import type { Actor, AuditEvent } from '#kernel/actor.ts';

// Compiled once, because every write and every issued token appends an audit event.
const insert = precompileLater<Insertable<Tables['audit_events']>>((db, row) =>
  db.insertInto('audit_events').values({
    account_id: row.account_id,
    id: row.id,
    at: row.at,
    action: row.action,
    result: row.result,
    actor_user_id: row.actor_user_id,
    credential_id: row.credential_id,
    ip: row.ip,
    target_type: row.target_type,
    target_id: row.target_id,
    detail: row.detail,
  }),
);

export async function insertAuditEvent(
  tx: Tx,
  stamp: { readonly id: string; readonly at: number },
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  await insert(tx, {
    account_id: actor.accountId,
    id: stamp.id,
    at: stamp.at,
    action: event.action,
    result: event.result ?? 'ok',
    actor_user_id: actor.userId ?? null,
    credential_id: actor.credentialId ?? null,
    ip: actor.ip ?? null,
    target_type: event.targetType ?? null,
    target_id: event.targetId ?? null,
    detail: JSON.stringify({ ...event.detail, via: actor.via }),
  });
}
