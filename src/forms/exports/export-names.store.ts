import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { readNames } from '#forms/names.store.ts';
import type { ExportJob } from './export.ts';

/** Returns the names of the templates and forms of exports, except deleted ones. */
export async function namesOf(
  db: Reader,
  accountId: string,
  jobs: readonly ExportJob[],
): Promise<ReadonlyMap<string, string>> {
  const templates = jobs.flatMap(({ templateId }) => templateId ?? []);
  const forms = jobs.flatMap(({ formId }) => formId ?? []);
  const rows = await db
    .selectFrom('forms')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), [...new Set(forms)]))
    .execute();
  const named = await readNames(db, accountId, templates);
  return new Map([...named, ...rows.map(({ id, name }) => [id, name] as const)]);
}
