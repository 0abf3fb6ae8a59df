import type { Reader } from '#db/database.ts';
import type { StoredFile } from './field-changes.ts';

/** What was uploaded to a form, by id. */
export async function filesOf(
  _db: Reader,
  _accountId: string,
  _formId: string,
): Promise<ReadonlyMap<string, StoredFile>> {
  return new Map();
}
