import type { AssignmentWrites } from '#assignments/index.ts';
import type { Directory } from '#directory/index.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Idempotency } from '#idempotency/index.ts';

/** The dependencies of the rules of series. */
export interface SeriesWrites extends AssignmentWrites {
  readonly directory: AssignmentWrites['directory'] & Pick<Directory, 'readUser'>;
}

/** The dependencies of the endpoints and of the job. */
export interface SeriesDeps extends SeriesWrites, Pick<FormsDeps, 'db'> {
  readonly idempotency: Idempotency;
}
