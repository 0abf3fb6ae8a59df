import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import type { FormStatus } from '#form-basics/index.ts';
import { liveForms } from './form-selection.store.ts';

/** Returns the forms of a template with a status, those first that changed last. */
export async function recentForms(
  db: Reader,
  { accountId, templateId }: { readonly accountId: string; readonly templateId: string },
  { status, limit }: { readonly status: FormStatus; readonly limit: number },
): Promise<readonly { readonly id: string; readonly revision: number }[]> {
  return await liveForms(db, accountId, status === 'draft' ? 'openOfTemplate' : 'template')
    .select(['forms.id', 'forms.revision'])
    .where('forms.template_id', '=', templateId)
    // Only a literal shows that all rows are in the index.
    .where(sql<boolean>`forms.status = ${sql.lit(status)}`)
    .orderBy('forms.updated_at', 'desc')
    .orderBy('forms.id', 'desc')
    .limit(limit)
    .execute();
}
