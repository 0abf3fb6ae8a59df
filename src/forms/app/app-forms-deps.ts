import type { FormsDeps } from '#form-basics/index.ts';
import type { CompleteForm } from '#forms/complete-form.ts';
import type { Forms } from '#forms/forms.ts';
import type { Clock } from '#kernel/clock.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';

/** The dependencies of the endpoints for the web app. */
export interface AppFormsDeps extends FormsDeps {
  readonly clock: Clock;
  readonly forms: Forms;
  readonly completeForm: CompleteForm;
  readonly engine: Pick<FormEngines, 'of'>;
}
