import type { FileSettings } from '#config/files.ts';
import type { Files } from '#files/files.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Pictures } from '#pictures/index.ts';
import type { Quotas } from '#quotas/index.ts';

/** The dependencies of the endpoints in this folder. */
export interface AttachmentsDeps extends FormsDeps {
  readonly files: Files;
  readonly pictures: Pick<Pictures, 'decode'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: { readonly files: FileSettings };
  /** The limit for the files of an account. */
  readonly quotas: Quotas;
}
