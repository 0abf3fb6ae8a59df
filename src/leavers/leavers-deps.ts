import type { FormsDeps, FormWritesDeps } from '#form-basics/index.ts';
import type { Forms } from '#forms/index.ts';
import type { SeriesWrites } from '#series/index.ts';

export interface LeaversDeps
  extends Pick<FormsDeps, 'db' | 'seal'>,
    Pick<FormWritesDeps, 'people'>,
    SeriesWrites {
  readonly forms: SeriesWrites['forms'] & Pick<Forms, 'handOnForm'>;
}
