import type { Files } from '#files/files.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Idempotency } from '#idempotency/index.ts';
import type { Lists } from '#lists/index.ts';

/** The dependencies of the endpoints of lists. */
export interface ListsEndpointDeps extends FormsDeps {
  readonly lists: Lists;
  readonly files: Pick<Files, 'spool'>;
  readonly idempotency: Idempotency;
}
