import type { Tx } from '#db/database.ts';
import type { CompleteForm } from '#forms/complete-form.ts';
import type { FormEngines } from '#forms/engine/engine-types.ts';
import type { Pdfs } from '#forms/exports/render-pdf.ts';
import type { Forms } from '#forms/forms.ts';
import type { FormsDeps } from '#forms/forms-deps.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Pictures } from '#pictures/index.ts';

/** The dependencies of the endpoints for the web app. */
export interface AppFormsDeps extends FormsDeps {
  readonly clock: Clock;
  readonly forms: Forms;
  readonly completeForm: CompleteForm;
  readonly engine: Pick<FormEngines, 'of'>;
  readonly pdfs: Pick<Pdfs, 'render'>;
  readonly pictures: Pick<Pictures, 'decodeLogo'>;
  readonly audit: { readonly append: AppendAudit<Tx> };
}
