import { claimDue } from '#db/claims.ts';
import type { Database, Tx } from '#db/database.ts';
import { createLanes } from '#jobs/lanes.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Seal } from '#kernel/seal.ts';
import { SHARES } from '#kernel/shares.ts';
import type { SpanSpec, Tracer } from '#kernel/span.ts';
import { within } from '#kernel/traced-work.ts';
import { type Letter, MailError, type Mailer } from '#mail/mailer.ts';
import { type Content, type MailQueue, openContent } from './mail-queue.ts';
import { forgetMailTrouble, recordMailTrouble } from './mail-trouble.store.ts';
import {
  deleteQueuedMail,
  postpone,
  type QueuedMailRow,
  selectDue,
  selectDueOwners,
} from './queued-mails.store.ts';

const MINUTE_MS = 60_000;
/** Delay after each failed attempt; the last one repeats. */
const BACKOFF_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, 240 * MINUTE_MS];
/** Longer than any attempt takes; after it, a mail that a node claimed but did not settle is due again. */
const CLAIM_MS = 2 * MINUTE_MS;
/** Says why a mail is not sent at all. It is given up at once, and the audit log has the reason. */
export class NotMailed extends Error {
  override readonly name = 'NotMailed';
}

const DELIVER: SpanSpec = { name: 'deliver mail', kind: 'consumer' };

/** A letter of a mail. */
export interface ComposedLetter extends Letter {
  /**
   * What a mail for this letter alone is about. If the mail has several letters, each of them is written again by it when
   * it is sent: a letter that waits would keep what its reader may no longer see.
   */
  readonly own?: JsonObject;
}

export interface MailSenderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly mailQueue: MailQueue;
  readonly mailer: Mailer;
  /** Undefined unless traces are on. */
  readonly tracer?: Tracer | undefined;
  /** Writes the letters of a mail that contains none yet; returns none if there is nothing left to tell. */
  readonly compose: (
    accountId: string,
    about: JsonObject,
    /** Whether an earlier attempt to send it failed. */
    isAgain: boolean,
  ) => Promise<readonly ComposedLetter[]>;
  /** Gives a letter the look of its account, just before it is sent. */
  readonly dress: (accountId: string, letter: Letter) => Promise<Letter>;
  /** Called with the error of each failed attempt; contains no secrets. */
  readonly onError: (error: unknown) => void;
  /** Called when a letter was sent, will be tried again, or was given up. */
  readonly onOutcome?: ((outcome: 'sent' | 'retried' | 'given_up') => void) | undefined;
}

/** Sends the mails of the queue. */
export interface MailSender {
  /** Resolves when no mail is due any more. */
  sendDue(): Promise<void>;
  close(): Promise<void>;
}

export function createMailSender(deps: MailSenderDeps): MailSender {
  const { db, clock, seal, audit, mailQueue, mailer, tracer, compose, dress, onError } = deps;
  let isClosed = false;

  const giveUp = async (row: QueuedMailRow, reason: string): Promise<void> => {
    await db.transaction(async (tx) => {
      await deleteQueuedMail(tx, row);
      const actor = { accountId: row.account_id, via: 'system' } as const;
      const detail = { kind: row.kind, reason };
      await audit.append(tx, actor, { action: 'mail.give-up', detail });
    });
    deps.onOutcome?.('given_up');
  };

  const fail = async (row: QueuedMailRow, error: unknown): Promise<void> => {
    if (error instanceof NotMailed) return giveUp(row, error.message);
    onError(error);
    const pause = BACKOFF_MS[Math.min(row.attempts, BACKOFF_MS.length - 1)] ?? MINUTE_MS;
    const nextAt = clock.now() + pause;
    const isFinal = error instanceof MailError && error.isFinal;
    const reason = error instanceof Error ? error.message : 'it could not be sent';
    // A final refusal is the fault of the letter or its address; any other refusal is trouble with the mail server.
    if (error instanceof MailError && !isFinal)
      await recordMailTrouble(db.reader, clock.now(), error.codes);
    if (isFinal || nextAt > row.expires_at) return giveUp(row, reason);
    await postpone(db.reader, row, nextAt);
    deps.onOutcome?.('retried');
  };

  /** Replaces a mail by one mail per letter, so that a failed letter is retried alone. */
  const split = (row: QueuedMailRow, letters: readonly ComposedLetter[]): Promise<void> =>
    db.transaction(async (tx) => {
      const { kind, expires_at: expiresAt } = row;
      const own = letters.map(({ own: about, ...letter }) => ({
        ...{ kind, expiresAt },
        content: about ? { about } : { letter },
      }));
      await mailQueue.append(tx, row.account_id, own);
      await deleteQueuedMail(tx, row);
    });

  const send = async (row: QueuedMailRow, content: Content): Promise<void> => {
    const letters =
      'letter' in content
        ? [content.letter]
        : await compose(row.account_id, content.about, row.attempts > 0);
    const [only, ...more] = letters;
    if (only !== undefined && more.length > 0) return split(row, letters);
    if (only !== undefined) {
      await mailer.send(await dress(row.account_id, only), row.id);
      await forgetMailTrouble(db.reader);
      deps.onOutcome?.('sent');
    }
    await deleteQueuedMail(db.reader, row);
  };

  const deliver = async (row: QueuedMailRow): Promise<void> => {
    const life = { now: clock.now(), lifeMs: CLAIM_MS };
    if (isClosed || !(await claimDue(db.reader, 'notices', row, life))) return;
    const content = openContent(seal, row);
    // The mail is retried until it expires: this node may still get the right master key.
    if (content === undefined) return fail(row, new Error('it was sealed with another master key'));
    if (row.expires_at <= clock.now()) return giveUp(row, 'it is too late');
    try {
      await send(row, content);
    } catch (error) {
      await fail(row, error);
    }
  };

  // A thousand letters that one person caused delay those of others by one letter.
  const lanes = createLanes({
    shares: SHARES.mail.shares,
    ownerOf: (owner: Owner) => owner,
    due: () => selectDueOwners(db.reader, clock.now()),
    find: (owner, most) => selectDue(db.reader, owner, clock.now(), most),
    work: (row) => within(tracer?.begin(DELIVER), () => deliver(row)),
    onError,
  });
  mailQueue.listen(lanes.notify);
  return {
    async sendDue() {
      await lanes.look();
      await lanes.settled();
    },
    async close() {
      isClosed = true;
      await lanes.close();
    },
  };
}
