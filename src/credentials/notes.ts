import type { Database, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { createFlusher, type Flusher } from '#kernel/flusher.ts';
import { storeUse, type Use } from './last-used.store.ts';

const FLUSH_EVERY_MS = 5000;
/** So many uses, and kinds of refusal, are held between two flushes; more are let go. */
const MAX_PENDING = 10_000;
/** Characters of a User-Agent that are kept. */
const MAX_AGENT = 200;

export interface NotesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: { readonly append: AppendAudit<Tx> };
  /** Hears of notes that could not be stored; they are tried again. */
  readonly onError: (error: unknown) => void;
}

/** Somebody who was refused. */
export interface Refusal {
  /** What was wanted. */
  readonly action: 'token.issue' | 'token.revoke' | 'token.introspect' | 'token.use';
  /**
   * Undefined when the client id is of no account: noted all the same, so that it takes as long, and
   * dropped at the next flush.
   */
  readonly accountId: string | undefined;
  /** Undefined when the client id is not that of a credential. */
  readonly credentialId: string | undefined;
  readonly ip: string | undefined;
  readonly reason: string;
}

/**
 * What is worth keeping but must not stand in a request's way: when something was last used, and
 * which clients were refused, one audit line with a count for each kind. Storing refusals at once
 * would let the time of an answer tell which accounts exist, and a flood of wrong secrets become a
 * flood of commits.
 */
export interface CredentialNotes extends Flusher {
  used(use: {
    readonly accountId: string;
    readonly credentialId: string;
    /** When the secret itself was shown, and not a token that it got. */
    readonly secretId?: string | undefined;
    readonly ip: string;
    /** The User-Agent header. */
    readonly agent: string | undefined;
  }): void;
  refused(refusal: Refusal): void;
}

interface Counted {
  readonly refusal: Refusal;
  readonly count: number;
}

export function createCredentialNotes(deps: NotesDeps): CredentialNotes {
  const { db, clock, audit, onError } = deps;
  let uses = new Map<string, Use>();
  let refusals = new Map<string, Counted>();

  const noteUse = (use: Use): void => {
    const key = `${use.table} ${use.accountId} ${use.id}`;
    if (uses.size < MAX_PENDING || uses.has(key)) uses.set(key, use);
  };
  const write = async (): Promise<void> => {
    if (uses.size === 0 && refusals.size === 0) return;
    const [oldUses, oldRefusals] = [uses, refusals];
    uses = new Map();
    refusals = new Map();
    // In one order everywhere, so that two nodes never wait for each other.
    const inOrder = [...oldUses].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
    try {
      await db.transaction(async (tx) => {
        for (const use of inOrder) await storeUse(tx, { ...use, agent: shortened(use.agent) });
        for (const counted of oldRefusals.values()) await storeRefusal(tx, audit, counted);
      });
    } catch (error) {
      uses = new Map([...oldUses, ...uses]);
      for (const [key, { refusal, count }] of oldRefusals) add(key, refusal, count);
      throw error;
    }
  };
  const add = (key: string, refusal: Refusal, count: number): void => {
    const known = refusals.get(key);
    if (!known && refusals.size >= MAX_PENDING) return;
    refusals.set(key, { refusal, count: count + (known?.count ?? 0) });
  };
  return {
    used({ accountId, credentialId, secretId, ip, agent }) {
      const use = { accountId, at: clock.now(), ip, agent: agent ?? null };
      noteUse({ table: 'credentials', id: credentialId, ...use });
      if (secretId !== undefined) noteUse({ table: 'secrets', id: secretId, ...use });
    },
    refused(refusal) {
      const { action, accountId, credentialId, ip, reason } = refusal;
      add(JSON.stringify([action, accountId, credentialId, ip, reason]), refusal, 1);
    },
    ...createFlusher(write, FLUSH_EVERY_MS, onError),
  };
}

/** Shown to people, so only what can be read. */
function shortened(agent: string | null): string | null {
  return agent?.slice(0, MAX_AGENT).replaceAll(/[^\x20-\x7e]/g, '?') ?? null;
}

async function storeRefusal(
  tx: Tx,
  audit: NotesDeps['audit'],
  { refusal, count }: Counted,
): Promise<void> {
  const { action, accountId, credentialId, ip, reason } = refusal;
  if (accountId === undefined) return;
  const actor: Actor = {
    accountId,
    via: 'api',
    ...(ip !== undefined && { ip }),
    ...(credentialId !== undefined && { credentialId }),
  };
  const detail = { reason, count };
  await audit.append(tx, actor, { action, result: 'refused', detail });
}
