import type { Reader } from '#db/database.ts';
import type { Field } from '#form-basics/index.ts';
import { listFieldsByVersion } from './version-fields.store.ts';

/**
 * Returns the fields of all published versions, because forms keep the version that they were made from. Those of the
 * newest version come first. A field that several versions have is listed once, as it is in the newest of them.
 */
export async function fieldsOfTemplate(
  db: Reader,
  where: { readonly accountId: string; readonly templateId: string },
): Promise<readonly Field[]> {
  const newest = new Map<string, Field>();
  for (const field of (await listFieldsByVersion(db, where)).flat()) {
    if (!newest.has(field.name)) newest.set(field.name, field);
  }
  return [...newest.values()];
}
