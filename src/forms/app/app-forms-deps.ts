import type { CompleteForm } from '#forms/complete-form.ts';
import type { FormEngines } from '#forms/engine/engine-types.ts';
import type { Forms } from '#forms/forms.ts';
import type { FormsDeps } from '#forms/forms-deps.ts';
import type { Clock } from '#kernel/clock.ts';

/** The dependencies of the endpoints for the web app. */
export interface AppFormsDeps extends FormsDeps {
  readonly clock: Clock;
  readonly forms: Forms;
  readonly completeForm: CompleteForm;
  readonly engine: Pick<FormEngines, 'of'>;
}
