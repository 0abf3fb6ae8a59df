import type { Reader } from '#db/database.ts';
import type { Field } from '#forms/template.ts';

/**
 * Returns the fields of all published versions, those of the newest first: forms keep the version that they were made
 * from. A field that has changed is listed once, as it is in the newest version that has it.
 */
export async function fieldsOfTemplate(
  db: Reader,
  { accountId, templateId }: { readonly accountId: string; readonly templateId: string },
): Promise<readonly Field[]> {
  const versions = await db
    .selectFrom('template_versions')
    .select('field_index')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('number', 'desc')
    .execute();
  const found = new Map<string, Field>();
  for (const { field_index } of versions) {
    const fields: readonly Field[] = JSON.parse(field_index);
    for (const field of fields) if (!found.has(field.name)) found.set(field.name, field);
  }
  return [...found.values()];
}
