import type { Tx } from '#db/database.ts';
import type { FormActor, FormsDeps } from '#form-basics/index.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Pictures } from '#pictures/index.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import type { Templates } from './templates.ts';

/** The dependencies of the endpoints for templates. */
export interface TemplatesDeps extends FormsDeps {
  readonly forms: Templates;
  readonly engine: Pick<FormEngines, 'of'>;
  readonly idempotency: Idempotency;
  readonly pictures: Pick<Pictures, 'decodeLogo'>;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

export interface DuplicateDeps extends TemplatesDeps {
  /** Copies what other domains have of a template to its duplicate: its rules. */
  readonly copyAlong: (tx: Tx, by: FormActor, fromId: string, toId: string) => Promise<void>;
}
