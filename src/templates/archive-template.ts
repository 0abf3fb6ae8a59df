import type { Tx } from '#db/database.ts';
import type { FormActor, FormWritesDeps, Template } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { lockTemplateWithRight } from './find-template.ts';
import { storeTemplate } from './template-revision.ts';

/**
 * Stops new forms from a template. @throws AppError `forbidden` for those who do not manage it, `not-found`,
 * `template-state` for a draft.
 */
export const archiveTemplate =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string): Promise<Template> => {
    const template = await lockTemplateWithRight(tx, deps.directory, by, id, 'manage');
    if (template.status === 'archived') return template;
    if (template.status === 'draft') {
      throw fail(
        'template-state',
        'The template was never published, so it can not be archived. Delete it instead.',
        { because: { reason: 'template-never-published' } },
      );
    }
    return storeTemplate(deps, tx, by, { ...template, status: 'archived' }, 'template.archive');
  };

/** Restores an archived template to published. @throws AppError `forbidden` as above, `not-found`. */
export const restoreTemplate =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string): Promise<Template> => {
    const template = await lockTemplateWithRight(tx, deps.directory, by, id, 'manage');
    if (template.status !== 'archived') return template;
    return storeTemplate(deps, tx, by, { ...template, status: 'published' }, 'template.restore');
  };
