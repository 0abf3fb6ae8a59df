import { type AppError, fail } from '#kernel/errors.ts';
import { onlyReads } from '#kernel/only-reads.ts';
import type { Database } from './database.ts';
import { isOutage, isRefusedWrite } from './dialect.ts';

/** Returns the error for the client that an error of the storage becomes; undefined for any other error. */
export function storageError(
  cause: unknown,
  { isReadOnly }: Pick<Database, 'isReadOnly'>,
): AppError | undefined {
  if (isReadOnly && isRefusedWrite(cause)) return onlyReads(cause);
  if (!isOutage(cause)) return undefined;
  return fail('storage-unavailable', 'The storage did not answer. Try again shortly.', {
    cause,
    headers: { 'retry-after': '5' },
  });
}
