import { copyTemplateBrand } from '#brand/index.ts';
import type { Tx } from '#db/database.ts';
import { copyDocuments } from '#documents/index.ts';
import {
  type FormActor,
  type FormWritesDeps,
  groupExists,
  requireDesigner,
  type Template,
} from '#form-basics/index.ts';
import { createTemplate } from './create-template.ts';
import { requireTemplateRight } from './find-template.ts';
import { findVersion } from './template.store.ts';

/**
 * Creates a template with the draft, the translations, the settings, the brand and the documents of another
 * one. Its fields get the ids that they
 * have in the source, so that programs can read both in the same way. Forms and versions are not copied.
 * @param name the name of the copy
 * @throws AppError `forbidden` for those who do not manage the source, `not-found`, `invalid-value`.
 */
export const duplicateTemplate =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, name: string): Promise<Template> => {
    requireDesigner(by, 'duplicate templates');
    const source = await requireTemplateRight(tx, deps.directory, by, id, 'manage');
    const { accountId, currentVersionId } = source;
    const version = currentVersionId && (await findVersion(tx, accountId, currentVersionId));
    const { description, draftDefinition: definition, namePattern, openToAll } = source;
    const groupIds = await presentGroups(tx, source);
    const copy = { name, description, definition, namePattern, openToAll, groupIds };
    const copiedFields = version ? version.fields : source.copiedFields;
    const made = await createTemplate(deps)(tx, by, copy, { ...source, copiedFields });
    await copyTemplateBrand(tx, accountId, id, made.id);
    await copyDocuments(tx, accountId, id, made.id);
    return made;
  };

/** Returns the groups of a template without those that were deleted since. */
async function presentGroups(tx: Tx, source: Template): Promise<readonly string[]> {
  const present: string[] = [];
  for (const id of source.groupIds) {
    if (await groupExists(tx, source.accountId, id)) present.push(id);
  }
  return present;
}
