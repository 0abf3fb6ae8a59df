import { type AnswerField, answerFieldsOf } from '#answer-index/index.ts';
import type { FormsDeps, Template, Viewer } from '#form-basics/index.ts';
import { visibilityOf } from '#form-records/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { findVisibleTemplate, isListed, listNewestVersionIds, rightsOf } from '#templates/index.ts';
import { listVersionsOfForms } from './form-answers.store.ts';

/** Fields of older versions than these are not found. */
const MOST_VERSIONS = 50;

/**
 * Returns the fields of a template that a viewer may know: of all versions for those who manage it or see all answers,
 * for others of the versions of the forms that they see, and of the current one if they see the template.
 * @param locale the language of titles and choices; undefined: that of each version
 */
export async function knownFields(
  deps: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  template: Template,
  locale?: Locale,
): Promise<ReadonlyMap<string, AnswerField>> {
  const { db } = deps;
  const newest = await listNewestVersionIds(
    db.reader,
    template.accountId,
    template.id,
    MOST_VERSIONS,
  );
  const seen = await knownVersions(deps, viewer, template, newest);
  const fields = await answerFieldsOf(db.reader, template, seen, locale);
  return newest.length < MOST_VERSIONS ? fields : mayHoldSeveral(fields);
}

/** Returns those of the versions of a template whose questions a viewer may know, in the same order. */
export async function knownVersions(
  deps: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  template: Template,
  versions: readonly string[],
): Promise<readonly string[]> {
  const rights = await rightsOf(deps.db.reader, deps.directory, viewer, template.id);
  const seesAll = rights.manage || rights.see === 'all';
  return seesAll ? versions : await seenAmong(deps, viewer, template, versions);
}

async function seenAmong(
  { db, directory }: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  { accountId, id, currentVersionId }: Template,
  versions: readonly string[],
): Promise<readonly string[]> {
  const found = await findVisibleTemplate(db.reader, directory, viewer, id);
  const visibility = await visibilityOf(db.reader, directory, viewer);
  const used = await listVersionsOfForms(db, { accountId, visibility, templateId: id });
  return versions.filter(
    (version) =>
      used.has(version) ||
      (version === currentVersionId && found !== undefined && isListed(viewer, found)),
  );
}

/** What versions that are not read said of a field is not known. */
const mayHoldSeveral = (
  fields: ReadonlyMap<string, AnswerField>,
): ReadonlyMap<string, AnswerField> =>
  new Map([...fields].map(([id, field]) => [id, { ...field, holdsSeveral: true }]));
