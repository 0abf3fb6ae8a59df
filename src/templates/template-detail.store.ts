import type { Selectable } from 'kysely';
import type { Reader } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { formCountOf } from './form-count.store.ts';

export type VersionRow = Pick<
  Selectable<Tables['template_versions']>,
  'id' | 'number' | 'published_at' | 'published_by'
>;

/** Returns the versions of a template, newest first. */
export async function selectVersions(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<readonly VersionRow[]> {
  return await db
    .selectFrom('template_versions')
    .select(['id', 'number', 'published_at', 'published_by'])
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('number', 'desc')
    .execute();
}

/** Returns how many forms were made from any version of a template and are not deleted. */
export async function selectFormCount(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<number> {
  const row = await db
    .selectFrom('templates')
    .select(formCountOf('templates').as('form_count'))
    .where('account_id', '=', accountId)
    .where('id', '=', templateId)
    .executeTakeFirst();
  return row?.form_count ?? 0;
}
