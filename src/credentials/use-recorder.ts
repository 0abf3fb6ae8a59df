import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { createFlusher, type Flusher } from '#kernel/flusher.ts';
import { type Refused, storeRefusal, storeUse, type Use } from './last-used.store.ts';

const FLUSH_EVERY_MS = 5000;
/** The number of uses held between two flushes; further ones are dropped. */
const MAX_PENDING = 10_000;
/** The characters of a User-Agent that are stored. */
const MAX_AGENT = 200;

export interface UseRecorderDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Gets the errors of writes, which are tried again. */
  readonly onError: (error: unknown) => void;
}

/**
 * Records the last use and the last refusal of credentials in batches, so that no request waits for it; nothing on a
 * node that only reads.
 */
export interface CredentialUseRecorder extends Flusher {
  used(use: {
    readonly accountId: string;
    readonly credentialId: string;
    /** Set when the secret itself was sent, and not a token that it got. */
    readonly secretId?: string | undefined;
    readonly ip: string;
    /** The User-Agent header. */
    readonly agent: string | undefined;
  }): void;
  /** Records that a client which claimed to be this credential was refused; `reason` is a code. */
  refused(refusal: Omit<Refused, 'at'>): void;
}

export function createCredentialUseRecorder({
  db,
  clock,
  onError,
}: UseRecorderDeps): CredentialUseRecorder {
  let uses = new Map<string, Use>();
  let refusals = new Map<string, Refused>();

  const addUse = (use: Use): void => {
    const key = `${use.table} ${use.accountId} ${use.id}`;
    if (db.isReadOnly) return;
    if (uses.size < MAX_PENDING || uses.has(key)) uses.set(key, use);
  };
  const write = async (): Promise<void> => {
    if (uses.size === 0 && refusals.size === 0) return;
    const old = { uses, refusals };
    uses = new Map();
    refusals = new Map();
    try {
      await db.transaction(async (tx) => {
        for (const use of inOrder(old.uses)) {
          await storeUse(tx, { ...use, agent: shortened(use.agent) });
        }
      });
      // Refusals have a transaction of their own, because the first one locked secrets after credentials.
      await db.transaction(async (tx) => {
        for (const refusal of inOrder(old.refusals)) await storeRefusal(tx, refusal);
      });
    } catch (error) {
      uses = new Map([...old.uses, ...uses]);
      refusals = new Map([...old.refusals, ...refusals]);
      throw error;
    }
  };
  return {
    used({ accountId, credentialId, secretId, ip, agent }) {
      const use = { accountId, at: clock.now(), ip, agent: agent ?? null };
      addUse({ table: 'credentials', id: credentialId, ...use });
      if (secretId !== undefined) addUse({ table: 'secrets', id: secretId, ...use });
    },
    refused(refusal) {
      if (db.isReadOnly) return;
      const { accountId, credentialId } = refusal;
      const key = `${accountId} ${credentialId}`;
      if (refusals.size < MAX_PENDING || refusals.has(key)) {
        refusals.set(key, { ...refusal, at: clock.now() });
      }
    },
    ...createFlusher(write, FLUSH_EVERY_MS, onError),
  };
}

/** Returns the values in an order that all nodes share, so that two nodes never wait for each other. */
const inOrder = <Value>(byKey: ReadonlyMap<string, Value>): readonly Value[] =>
  [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);

/** Shortens a User-Agent and replaces all but printable ASCII, because people read it. */
function shortened(agent: string | null): string | null {
  return agent?.slice(0, MAX_AGENT).replaceAll(/[^\x20-\x7e]/g, '?') ?? null;
}
