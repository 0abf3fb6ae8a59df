import type { Reader } from '#db/database.ts';
import type { Field } from '#form-basics/index.ts';

/** Returns the fields of each published version of a template, the newest version first. */
export async function listFieldsByVersion(
  db: Reader,
  { accountId, templateId }: { readonly accountId: string; readonly templateId: string },
): Promise<readonly (readonly Field[])[]> {
  const versions = await db
    .selectFrom('template_versions')
    .select('field_index')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('number', 'desc')
    .execute();
  return versions.map((version): readonly Field[] => JSON.parse(version.field_index));
}
