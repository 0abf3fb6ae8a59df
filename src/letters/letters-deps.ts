import type { Database } from '#db/database.ts';
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
