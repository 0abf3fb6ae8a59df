import type { ReminderWrites } from '#assignments/index.ts';
import type { Tx } from '#db/database.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { CompleteForm, Forms } from '#forms/index.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Tell } from '#kernel/notice.ts';

/** The dependencies of the runner of bulk actions. */
export interface BulkWork extends Pick<FormsDeps, 'db'>, ReminderWrites {
  readonly forms: ReminderWrites['forms'] &
    Pick<Forms, 'reopenForm' | 'removeForm' | 'restoreForm'>;
  readonly completeForm: CompleteForm;
  readonly tell: Tell<Tx>;
}

/** The dependencies of the endpoints in this folder. */
export interface BulkEndpointDeps extends FormsDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly idempotency: Idempotency;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly bulkRunner: { wake(): void };
}
