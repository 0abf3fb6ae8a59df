import { deleteTemplateBrand } from '#brand/index.ts';
import type { Tx } from '#db/database.ts';
import { removeDocumentsOf } from '#documents/index.ts';
import type { Expected, FormActor, FormWritesDeps } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { requireRevision } from '#kernel/require-revision.ts';
import { lockTemplateWithRight } from './find-template.ts';
import { deleteRule, deleteRulesOf } from './forget-rule.store.ts';
import { deleteGrants } from './rights/grants.store.ts';
import { deleteStoredTemplate } from './template.store.ts';
import { auditTemplate } from './template-revision.ts';

/**
 * Deletes a template that was never published, with all that is its own. It has no version, so there are no forms of it
 * and no links to it. Webhooks, views and tiles of dashboards that name it stay: they show and tell nothing.
 * @throws AppError `forbidden` for those who do not manage the template, `not-found`, `precondition-failed`,
 *   `template-state` once it was published
 */
export const deleteTemplate =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, expected: Expected = {}): Promise<void> => {
    const template = await lockTemplateWithRight(tx, deps.directory, by, id, 'manage');
    if (template.status !== 'draft' || template.currentVersionId !== undefined) {
      throw fail(
        'template-state',
        'The template was published, so it can not be deleted: its forms and versions would be lost. Archive it instead.',
        { because: { reason: 'template-was-published' } },
      );
    }
    requireRevision('template', template.revision, expected.ifRevision);
    const { accountId } = template;
    await deleteRule(tx, accountId, template.id);
    await deleteRulesOf(tx, accountId, template.id);
    await deleteTemplateBrand(tx, accountId, template.id);
    await removeDocumentsOf(deps, tx, accountId, template.id);
    await deleteGrants(tx, accountId, template.id);
    await deleteStoredTemplate(tx, template);
    await auditTemplate(deps, tx, by, 'template.delete', template);
  };
