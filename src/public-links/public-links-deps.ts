import type { AttachmentsDeps } from '#attachments/index.ts';
import type { Settings } from '#config/settings.ts';
import type { Passwords } from '#directory/index.ts';
import type { FormWritesDeps } from '#form-basics/index.ts';
import type { CountClient } from '#http/quota.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { Random } from '#kernel/ids.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';

/** The dependencies of public links. */
export interface PublicLinksDeps
  extends AttachmentsDeps,
    Pick<FormWritesDeps, 'audit' | 'events' | 'people'> {
  readonly random: Random;
  readonly engine: Pick<FormEngines, 'of'>;
  readonly passwords: Pick<Passwords, 'rehash' | 'verify'>;
  /** Where nodes count requests together; undefined: this process counts for itself. */
  readonly rateLimits: CountClient | undefined;
  readonly idempotency: Idempotency;
  readonly settings: Pick<Settings, 'files' | 'limits' | 'quotas'>;
}
