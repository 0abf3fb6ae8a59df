import type { Tx } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import type { Actor, AuditEvent } from '#kernel/actor.ts';

// Every write and every token has its line: compiled once.
const insert = precompile((db) =>
  db.insertInto('audit_events').values({
    account_id: '',
    id: '',
    at: 0,
    action: '',
    result: 'ok',
    actor_user_id: '',
    credential_id: '',
    ip: '',
    target_type: '',
    target_id: '',
    detail: '',
  }),
);

export async function insertAuditEvent(
  tx: Tx,
  stamp: { readonly id: string; readonly at: number },
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  await insert(tx, [
    actor.accountId,
    stamp.id,
    stamp.at,
    event.action,
    event.result ?? 'ok',
    actor.userId ?? null,
    actor.credentialId ?? null,
    actor.ip ?? null,
    event.targetType ?? null,
    event.targetId ?? null,
    JSON.stringify({ ...event.detail, via: actor.via }),
  ]);
}
