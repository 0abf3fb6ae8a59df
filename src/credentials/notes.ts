import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { createFlusher, type Flusher } from '#kernel/flusher.ts';
import { type Refused, storeRefusal, storeUse, type Use } from './last-used.store.ts';

const FLUSH_EVERY_MS = 5000;
/** So many uses are held between two flushes; more are let go. */
const MAX_PENDING = 10_000;
/** Characters of a User-Agent that are kept. */
const MAX_AGENT = 200;

export interface NotesDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Hears of notes that could not be stored; they are tried again. */
  readonly onError: (error: unknown) => void;
}

/** What is worth keeping but must not stand in a request's way: when and where something was last used. */
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
  /** A client that claimed to be this credential was refused; `reason` is a code. */
  refused(refusal: Omit<Refused, 'at'>): void;
}

export function createCredentialNotes({ db, clock, onError }: NotesDeps): CredentialNotes {
  let uses = new Map<string, Use>();
  let refusals = new Map<string, Refused>();

  const noteUse = (use: Use): void => {
    const key = `${use.table} ${use.accountId} ${use.id}`;
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
      // By itself: the uses of secrets were locked after those of credentials.
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
      noteUse({ table: 'credentials', id: credentialId, ...use });
      if (secretId !== undefined) noteUse({ table: 'secrets', id: secretId, ...use });
    },
    refused(refusal) {
      const { accountId, credentialId } = refusal;
      const key = `${accountId} ${credentialId}`;
      if (refusals.size < MAX_PENDING || refusals.has(key)) {
        refusals.set(key, { ...refusal, at: clock.now() });
      }
    },
    ...createFlusher(write, FLUSH_EVERY_MS, onError),
  };
}

/** The same everywhere, so that two nodes never wait for each other. */
const inOrder = <Note>(notes: ReadonlyMap<string, Note>): readonly Note[] =>
  [...notes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, note]) => note);

/** Shown to people, so only what can be read. */
function shortened(agent: string | null): string | null {
  return agent?.slice(0, MAX_AGENT).replaceAll(/[^\x20-\x7e]/g, '?') ?? null;
}
