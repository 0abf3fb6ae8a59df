import type { Refusals } from '#audit/index.ts';
import type { Database, Tx } from '#db/database.ts';
import type { SignIn, SignInAccount } from '#directory/index.ts';
import type { RequestOrigin } from '#http/principal.ts';
import type { Actor, AppendAudit, AuditEvent } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import { createFlusher, type Flusher } from '#kernel/flusher.ts';

const FLUSH_EVERY_MS = 5000;
const HOUR_MS = 60 * 60_000;
/** Most pairs of user and address, and most events between two flushes; further ones are dropped. */
const MAX_PENDING = 10_000;
const MAX_AGENT = 200;

export interface SignInRecorderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly refusals: Pick<Refusals, 'record'>;
  /** Called when events could not be stored; they are tried again. */
  readonly onError: (error: unknown) => void;
}

type Person = Pick<SignIn, 'accountId' | 'userId'>;
type RefusedAccount = Pick<SignInAccount, 'accountId'> & { readonly user: Person | undefined };

/** Appends audit events of sign-ins that write nothing else. */
export interface SignInRecorder extends Flusher {
  /**
   * Records the use of Basic, one event an hour for each user and address, so that admins can ask the users to replace
   * it. `repeats` of the event counts the further requests since the previous event.
   */
  usedBasic(user: Person, from: RequestOrigin): void;
  /**
   * Records a refused sign-in in the audit log of the account that the typed name belongs to, whether a user has that
   * name or not. The name itself is not stored, because people sometimes type their password into its field.
   */
  refused(account: RefusedAccount | undefined, way: Refusal): void;
}

/** The attempted action, named as in the event of a success. */
interface Refusal {
  readonly ip: string;
  readonly action: 'user.sign-in' | 'session.begin';
  readonly via: Actor['via'];
  readonly detail:
    | { readonly scheme: 'basic'; readonly reason?: 'turned-off' | 'second-factor' }
    | { readonly method: 'password' | 'passkey' }
    | { readonly method: 'password' | 'link'; readonly reason: 'wrong-code' }
    | { readonly method: 'link'; readonly reason: 'link-invalid' };
}

interface PendingEvent {
  readonly actor: Actor;
  readonly event: AuditEvent;
}

interface UsePeriod {
  readonly beganAt: number;
  repeats: number;
}

export function createSignInRecorder(deps: SignInRecorderDeps): SignInRecorder {
  const { db, clock, audit, refusals, onError } = deps;
  const periods = new Map<string, UsePeriod>();
  let events: readonly PendingEvent[] = [];

  const write = async (): Promise<void> => {
    const batch = events;
    if (batch.length === 0) return;
    events = [];
    try {
      await db.transaction(async (tx) => {
        for (const { actor, event } of batch) await audit.append(tx, actor, event);
      });
    } catch (error) {
      events = [...batch, ...events];
      throw error;
    }
  };
  const begin = (key: string): void => {
    // Reinserting makes the entry the newest, so the first key is always the oldest one.
    periods.delete(key);
    const [oldest] = periods.keys();
    if (periods.size >= MAX_PENDING && oldest !== undefined) periods.delete(oldest);
    periods.set(key, { beganAt: clock.now(), repeats: 0 });
  };
  return {
    usedBasic({ accountId, userId }, { ip, agent }) {
      const key = `${accountId} ${userId} ${ip}`;
      const period = periods.get(key);
      const age = clock.now() - (period?.beganAt ?? 0);
      // A negative age means that the clock was set back. Without this, the hour would last that much longer.
      if (period && age >= 0 && age < HOUR_MS) {
        period.repeats += 1;
        return;
      }
      begin(key);
      const detail = { scheme: 'basic', agent: shortened(agent), repeats: period?.repeats ?? 0 };
      const event = { action: 'user.sign-in', targetType: 'User', targetId: userId, detail };
      if (events.length >= MAX_PENDING) return;
      events = [...events, { actor: { accountId, userId, ip, via: 'api' }, event }];
    },
    refused(account, { ip, action, via, detail }) {
      const user = account?.user;
      const target = { accountId: account?.accountId, targetType: 'User', targetId: user?.userId };
      const why = user ? detail : { reason: 'unknown-user', ...detail };
      refusals.record({ action, via, ip, detail: why, ...target });
    },
    ...createFlusher(write, FLUSH_EVERY_MS, onError),
  };
}

/** Shortens a user agent and replaces unprintable characters, because people read it. */
const shortened = (agent: string | undefined): string | null =>
  agent?.slice(0, MAX_AGENT).replaceAll(/[^\x20-\x7e]/g, '?') ?? null;
