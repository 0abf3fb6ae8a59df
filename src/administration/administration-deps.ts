import type { Actor } from '#kernel/actor.ts';
import type { Quotas } from '#quotas/index.ts';
import type { SignInDeps } from '#sign-in/index.ts';
import type { AlertSources } from './alerts/find-alerts.ts';

/** What the endpoints of administration are made from. */
export interface AdministrationDeps extends SignInDeps {
  /** Takes a person out of the names of forms. @returns of how many. */
  forgetInForms(
    by: Actor,
    person: { readonly userId: string; readonly names: readonly string[] },
  ): Promise<number>;
  /** What other domains know to be wrong. */
  readonly alertSources: AlertSources;
  /** How much an account keeps, and may keep. */
  readonly quotas: Pick<Quotas, 'usage'>;
}
