import type { Audit } from '#audit/index.ts';
import type { Settings } from '#config/settings.ts';
import type { Credentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import type { Directory, Passwords } from '#directory/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids, Random } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import type { Outbound } from '#outbound/outbound.ts';
import type { LinkRequests } from './links/link-requests.ts';
import type { PasswordCheck } from './passwords/check-password.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignInRecorder } from './sign-in-recorder.ts';
import type { SignInThrottle } from './throttle/sign-in-throttle.ts';

/** Dependencies of the sign-in endpoints. */
export interface SignInDeps {
  readonly db: Database;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly passwordCheck: PasswordCheck;
  readonly signInRecorder: SignInRecorder;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly seal: Seal;
  readonly sessions: Sessions;
  /** Calls identity providers. */
  readonly outbound: Outbound;
  /** Queues mails to people. */
  readonly mailQueue: MailQueue;
  /** Requests of people who forgot their password. */
  readonly linkRequests: Pick<LinkRequests, 'take'>;
  /** Undefined when no mail server is set up. */
  readonly mailer: Mailer | undefined;
  readonly signInThrottle: SignInThrottle;
  /** Base of all addresses that people see. */
  readonly publicUrl: () => string;
  readonly settings: Settings;
}
