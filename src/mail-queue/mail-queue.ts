import type { AfterCommit } from '#db/after-commit.ts';
import type { Tx } from '#db/database.ts';
import { type SealedTexts, sealedColumn } from '#db/sealed-texts.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import type { Ids } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Letter } from '#mail/mailer.ts';
import { insertMails, type QueuedMailRow } from './queued-mails.store.ts';

/** A finished letter, or the data from which letters are written when they are sent. */
export type Content = { readonly letter: Letter } | { readonly about: JsonObject };

export interface QueuedMail {
  /** What the mail is about, in one word for the log; never secret. */
  readonly kind: string;
  /** When the mail becomes useless, in milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly content: Content;
}

/** The mail queue. Mails are written in the transaction of their event. */
export interface MailQueue {
  /** False if no mail server is configured; then nothing that needs mail is offered. */
  readonly isOn: boolean;
  append(tx: Tx, accountId: string, mails: readonly QueuedMail[]): Promise<void>;
  /** Registers the function that is called, after the commit, by the code that caused new mails. */
  listen(onDue: (owner: Owner) => void): void;
}

export interface MailQueueDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly seal: Seal;
  readonly afterCommit: AfterCommit;
  readonly isOn: boolean;
}

export function createMailQueue({ clock, ids, seal, afterCommit, isOn }: MailQueueDeps): MailQueue {
  let listener: ((owner: Owner) => void) | undefined;
  return {
    isOn,
    async append(tx, accountId, mails) {
      if (!isOn || mails.length === 0) return;
      const owner = behalfIn(accountId);
      const { person } = owner;
      const rows = mails.map(({ kind, expiresAt, content }) => {
        const id = ids.next();
        return {
          account_id: accountId,
          id,
          kind,
          content: seal.seal(contextOf(accountId, id), JSON.stringify(content)),
          attempts: 0,
          next_at: clock.now(),
          expires_at: expiresAt,
          caused_by: person || null,
        };
      });
      await insertMails(tx, rows);
      afterCommit.add(tx, () => listener?.(owner));
    },
    listen(onDue) {
      listener = onDue;
    },
  };
}

/** Returns undefined if the content was sealed with another master key. */
export function openContent(seal: Seal, row: QueuedMailRow): Content | undefined {
  const text = seal.open(contextOf(row.account_id, row.id), row.content);
  const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
  return isContent(parsed) ? parsed : undefined;
}

function isContent(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && ('letter' in value || 'about' in value);
}

const contextOf = (accountId: string, id: string): string => `notice ${accountId} ${id}`;

export const sealedMails: SealedTexts = sealedColumn({
  name: 'mails that wait to be sent',
  table: 'notices',
  column: 'content',
  id: 'id',
  contextOf,
});
