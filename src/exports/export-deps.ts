import type { Tx } from '#db/database.ts';
import type { DocumentPress } from '#documents/index.ts';
import type { Files } from '#files/files.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Forms } from '#forms/index.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Tell } from '#kernel/notice.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import type { Quotas } from '#quotas/index.ts';
import type { Pdfs } from './render-pdf.ts';

/** The dependencies of the export runner. */
export interface ExportWork extends Pick<FormsDeps, 'db' | 'directory'> {
  readonly files: Files;
  readonly pdfs: Pick<Pdfs, 'render'>;
  readonly documentPress: Pick<DocumentPress, 'render'>;
  readonly engine: Pick<FormEngines, 'of'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tell: Tell<Tx>;
  /** The limit for the files of an account. */
  readonly quotas: Pick<Quotas, 'requireRoom' | 'take'>;
}

/** The dependencies of the endpoints in this folder. */
export interface ExportsDeps extends FormsDeps {
  readonly forms: Pick<Forms, 'requireForm'>;
  readonly files: Files;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly engine: Pick<FormEngines, 'of'>;
  readonly pdfs: Pick<Pdfs, 'render'>;
  readonly documentPress: Pick<DocumentPress, 'render'>;
  readonly exportRunner: { wake(): void };
  readonly idempotency: Idempotency;
  readonly quotas: Pick<Quotas, 'requireRoom'>;
}
