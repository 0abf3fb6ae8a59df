import type { Tx } from '#db/database.ts';
import type { Actor, AuditEvent } from '#kernel/actor.ts';

export async function insertAuditEvent(
  tx: Tx,
  stamp: { readonly id: string; readonly at: number },
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  await tx
    .insertInto('audit_events')
    .values({
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
      detail: JSON.stringify({ via: actor.via, ...event.detail }),
      chain_seq: null,
      chain_hash: null,
    })
    .execute();
}
