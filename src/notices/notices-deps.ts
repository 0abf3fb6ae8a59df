import type { Database } from '#db/database.ts';
import type { Directory } from '#directory/index.ts';
import type { Viewer } from '#form-basics/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Seal } from '#kernel/seal.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import type { PushQueue } from '#push/index.ts';
import type { Sights } from './sights.ts';
import type { NoticeStreams } from './streams.ts';

/** The dependencies of the endpoints. */
export interface NoticesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly directory: Directory;
  readonly mailQueue: Pick<MailQueue, 'isOn'>;
  readonly pushQueue: Pick<PushQueue, 'isOn'>;
  readonly sights: Sights;
  readonly noticeStreams: NoticeStreams;
  /** Pauses a scheduled export of a person. @returns false if they have none with this id */
  readonly pauseScheduledExport: (
    owner: { readonly accountId: string; readonly userId: string },
    id: string,
  ) => Promise<boolean>;
  /** Returns who is signed in by the cookies of a request, which does not prolong the session. */
  readonly signedInBy: (cookies: string | undefined) => Promise<Viewer | undefined>;
}
