import type { Database, Reader } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { MailQueue } from '#mail-queue/index.ts';

export interface LettersDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly mailQueue: MailQueue;
  /** Returns the base of every URL in a letter. */
  readonly publicUrl: () => string;
}

/**
 * Asks whether somebody wants a letter about something now. Those who chose the digest find it there.
 * @returns the address by which they end letters of its kind; undefined if it is not sent now
 */
export type WayToEnd = (
  db: Reader,
  person: { readonly accountId: string; readonly userId: string },
  aboutId: string,
) => Promise<string | undefined>;
