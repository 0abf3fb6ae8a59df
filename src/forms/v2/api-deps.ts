import type { FormsDeps } from '#form-basics/index.ts';
import type { CompleteForm } from '#forms/complete-form.ts';
import type { Forms } from '#forms/forms.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';

/** The dependencies of the endpoints in this folder. */
export interface ApiDeps extends FormsDeps {
  readonly forms: Pick<
    Forms,
    | 'readForm'
    | 'createForm'
    | 'editForm'
    | 'assignForm'
    | 'reopenForm'
    | 'decideReview'
    | 'removeForm'
    | 'restoreForm'
  >;
  readonly completeForm: CompleteForm;
  readonly idempotency: Idempotency;
  readonly engine: Pick<FormEngines, 'of'>;
}
