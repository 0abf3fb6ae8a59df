import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { documentsDiffer } from '#documents/index.ts';
import type { FormActor, FormWritesDeps, Template, TemplateVersion } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { lockTemplateWithRight } from './find-template.ts';
import { findVersion, findWholeDefinition, updateTemplate } from './template.store.ts';

// The steps that all changes of a template share.

/**
 * Returns the template, locked, for somebody who manages it. @throws AppError `not-found`, `forbidden`,
 * `template-state` when archived.
 */
export async function lockUnarchived(
  { directory }: Pick<FormWritesDeps, 'directory'>,
  tx: Tx,
  by: FormActor,
  id: string,
): Promise<Template> {
  const template = await lockTemplateWithRight(tx, directory, by, id, 'manage');
  if (template.status !== 'archived') return template;
  throw fail('template-state', 'The template is archived and can no longer be changed.', {
    because: { reason: 'template-archived' },
  });
}

/** Returns whether the draft, with its documents, differs from the version that new forms are made from. */
export async function differs(
  tx: Tx,
  { accountId, id: templateId, currentVersionId: versionId, draftDefinition }: Template,
): Promise<boolean> {
  if (versionId === undefined) return true;
  const [published, isDrawnAnew] = await Promise.all([
    findWholeDefinition(tx, accountId, versionId),
    documentsDiffer(tx, { accountId, templateId, versionId }),
  ]);
  return isDrawnAnew || !isDeepStrictEqual(published, draftDefinition);
}

/** Returns the version that new forms are made from. */
export async function currentVersion(
  tx: Tx,
  template: Template,
): Promise<TemplateVersion | undefined> {
  const { accountId, currentVersionId } = template;
  return currentVersionId === undefined ? undefined : findVersion(tx, accountId, currentVersionId);
}

/** Stores a changed template with a later update time than before. */
export async function storeTemplate(
  deps: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  template: Template,
  action: string,
): Promise<Template> {
  const updatedAt = Math.max(deps.clock.now(), template.updatedAt + 1);
  const stored = { ...template, updatedAt, revision: template.revision + 1 };
  await updateTemplate(tx, stored);
  await auditTemplate(deps, tx, by, action, stored);
  return stored;
}

export async function auditTemplate(
  { audit }: Pick<FormWritesDeps, 'audit'>,
  tx: Tx,
  by: FormActor,
  action: string,
  { id, name }: Template,
): Promise<void> {
  await audit.append(tx, by, { action, targetType: 'Template', targetId: id, detail: { name } });
}
