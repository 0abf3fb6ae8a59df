import type { Tx } from '#db/database.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { AppendAudit } from '#kernel/actor.ts';

/** The dependencies of the endpoints in this folder. */
export interface RetentionDeps extends FormsDeps {
  readonly audit: { readonly append: AppendAudit<Tx> };
}
