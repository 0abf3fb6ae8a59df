import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';

const FLUSH_EVERY_MS = 5000;
/** So many credentials and secrets are remembered between two flushes; more are not noted. */
const MAX_PENDING = 10_000;

export interface LastUsedDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Hears of a flush that failed; what it held is tried again. */
  readonly onError: (error: unknown) => void;
}

/** Notes when credentials and secrets were last used, never in a request's way. */
export interface LastUsed {
  /** `secretId` when the secret itself was shown, and not a token that it got. */
  touch(used: {
    readonly accountId: string;
    readonly credentialId: string;
    readonly secretId?: string | undefined;
  }): void;
  flush(): Promise<void>;
  /** Flushes and stops. */
  close(): Promise<void>;
}

interface Use {
  readonly table: 'credentials' | 'secrets';
  readonly accountId: string;
  readonly id: string;
  readonly at: number;
}

export function createLastUsed({ db, clock, onError }: LastUsedDeps): LastUsed {
  let pending = new Map<string, Use>();

  const note = (table: Use['table'], accountId: string, id: string): void => {
    const key = `${table} ${accountId} ${id}`;
    if (pending.size >= MAX_PENDING && !pending.has(key)) return;
    pending.set(key, { table, accountId, id, at: clock.now() });
  };
  const write = async (): Promise<void> => {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    // In one order everywhere, so that two nodes never wait for each other.
    const uses = [...batch].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
    try {
      await db.transaction(async (tx) => {
        for (const use of uses) await writeUse(tx, use);
      });
    } catch (error) {
      pending = new Map([...batch, ...pending]);
      throw error;
    }
  };
  let last: Promise<void> = Promise.resolve();
  // One after the other; each caller hears of its own flush only.
  const flush = (): Promise<void> => {
    last = last.then(write, write);
    return last;
  };
  const timer = setInterval(() => void flush().catch(onError), FLUSH_EVERY_MS);
  timer.unref();

  return {
    touch({ accountId, credentialId, secretId }) {
      note('credentials', accountId, credentialId);
      if (secretId !== undefined) note('secrets', accountId, secretId);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

// Two nodes may flush out of order: the later use stays.
async function writeUse(tx: Tx, { table, accountId, id, at }: Use): Promise<void> {
  await tx
    .updateTable(table)
    .set({ last_used_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)]))
    .execute();
}
