import type { Actor } from '#kernel/actor.ts';
import type { AuditQueue } from './audit-queue.ts';

const FLUSH_EVERY_MS = 5000;
/** So many kinds are told apart between two flushes; more are counted under their account alone. */
const MAX_KINDS = 1000;

/** A client that was refused at the token endpoint. */
export interface Refusal {
  readonly accountId: string;
  /** Left out when the client id is not that of a credential. */
  readonly credentialId: string | undefined;
  readonly ip: string;
  readonly reason: string;
}

export interface Refusals {
  note(refusal: Refusal): void;
  flush(): Promise<void>;
  /** Flushes and stops. */
  close(): Promise<void>;
}

export interface RefusalsDeps {
  readonly auditQueue: AuditQueue;
  /** Hears of lines that could not be stored. */
  readonly onError: (error: unknown) => void;
}

/**
 * Refused clients in the audit record: one line with a count for each kind and interval. Written
 * later, so that neither the time of an answer tells which accounts exist, nor a flood of wrong
 * secrets becomes a flood of commits.
 */
export function createRefusals({ auditQueue, onError }: RefusalsDeps): Refusals {
  let pending = new Map<string, { readonly refusal: Refusal; count: number }>();

  const flush = async (): Promise<void> => {
    const batch = [...pending.values()];
    pending = new Map();
    await Promise.all(batch.map(({ refusal, count }) => write(auditQueue, refusal, count)));
  };
  const timer = setInterval(() => void flush().catch(onError), FLUSH_EVERY_MS);
  timer.unref();

  return {
    note(refusal) {
      const known = pending.get(keyOf(refusal));
      const kept =
        known || pending.size < MAX_KINDS
          ? refusal
          : { ...refusal, credentialId: undefined, ip: '' };
      const entry = pending.get(keyOf(kept)) ?? { refusal: kept, count: 0 };
      entry.count += 1;
      pending.set(keyOf(kept), entry);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function keyOf({ accountId, credentialId = '', ip, reason }: Refusal): string {
  return JSON.stringify([accountId, credentialId, ip, reason]);
}

async function write(auditQueue: AuditQueue, refusal: Refusal, count: number): Promise<void> {
  const { accountId, credentialId, ip, reason } = refusal;
  const actor: Actor = {
    accountId,
    via: 'api',
    ...(ip !== '' && { ip }),
    ...(credentialId !== undefined && { credentialId }),
  };
  await auditQueue.append(actor, {
    action: 'token.issue',
    result: 'refused',
    detail: { reason, count },
  });
}
