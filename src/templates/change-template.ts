import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import type { FormActor, FormWritesDeps, Template, TemplateChanges } from '#form-basics/index.ts';
import { requireRevision } from '#kernel/require-revision.ts';
import { checkTemplate } from './check-template.ts';
import { giveFillRights } from './rights/give-fill-rights.ts';
import { differs, lockUnarchived, storeTemplate } from './template-revision.ts';

/**
 * Changes the draft of a template. Its published version stays as it is.
 * @throws AppError `forbidden` for those who do not manage it, `not-found`, `template-state` when archived, `precondition-failed`,
 * `invalid-value`, `invalid-definition`.
 */
export const changeTemplate =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, changes: TemplateChanges): Promise<Template> => {
    const template = await lockUnarchived(deps, tx, by, id);
    requireRevision('template', template.revision, changes.ifRevision);
    const changed = { ...template, ...(await checkTemplate(tx, by, changes, template)) };
    if (isDeepStrictEqual(changed, template)) return template;
    if (changes.openToAll !== undefined || changes.groupIds !== undefined) {
      await giveFillRights(tx, changed);
    }
    const hasChanges = await differs(tx, changed);
    return storeTemplate(deps, tx, by, { ...changed, hasChanges }, 'template.change');
  };
