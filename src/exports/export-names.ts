import { type FormsDeps, readNames, type Viewer } from '#form-basics/index.ts';
import { isWithin, visibilityOf } from '#form-records/index.ts';
import type { ExportJob } from './export.ts';
import { selectNamed } from './export-names.store.ts';

/**
 * Returns the names of the templates and forms of exports, except deleted ones. Of forms that somebody may no longer see
 * there is none: names contain answers.
 */
export async function namesOf(
  { db, directory }: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  jobs: readonly ExportJob[],
): Promise<ReadonlyMap<string, string>> {
  const { accountId } = viewer;
  const templates = jobs.flatMap(({ templateId }) => templateId ?? []);
  const forms = jobs.flatMap(({ formId }) => formId ?? []);
  const named = await readNames(db.reader, accountId, templates);
  const seen = await seenForms({ db, directory }, viewer, forms);
  return new Map([...named, ...seen.map(({ id, name }) => [id, name] as const)]);
}

/** Returns those of some forms that are not deleted and that somebody may see. */
export async function seenForms(
  { db, directory }: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (ids.length === 0) return [];
  const visibility = await visibilityOf(db.reader, directory, viewer);
  const found = await selectNamed(db.reader, viewer.accountId, ids);
  return found.filter((form) => isWithin(visibility, form));
}
