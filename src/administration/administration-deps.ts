import type { FontChecks } from '#fonts/index.ts';
import type { Actor } from '#kernel/actor.ts';
import type { Pictures } from '#pictures/index.ts';
import type { Quotas } from '#quotas/index.ts';
import type { SignInDeps } from '#sign-in/index.ts';
import type { AlertSources } from './alerts/find-alerts.ts';
import type { Queue } from './status/queue.ts';
import type { StoredFilesState } from './status/stored-files.ts';

/** Dependencies of the administration endpoints. */
export interface AdministrationDeps extends SignInDeps {
  /** Removes a person from the names of forms. @returns the number of forms. */
  forgetInForms(
    by: Actor,
    person: { readonly userId: string; readonly names: readonly string[] },
  ): Promise<number>;
  /** Sources of alerts from other domains. */
  readonly alertSources: AlertSources;
  /** Usage and limits of an account. */
  readonly quotas: Pick<Quotas, 'usage' | 'isCounting' | 'requireRoom' | 'take' | 'giveBack'>;
  /** Returns what waits in the queues of an account. */
  readonly readQueues: (accountId: string) => Promise<readonly Queue[]>;
  /** Returns what is known of the stored files of an account. */
  readonly readStoredFiles: (accountId: string) => Promise<StoredFilesState>;
  /** Decodes logos. */
  readonly pictures: Pick<Pictures, 'decodeLogo'>;
  /** Checks fonts. */
  readonly fonts: Pick<FontChecks, 'check'>;
}
