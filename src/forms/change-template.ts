import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import { checkTemplate } from './check-template.ts';
import type { FormActor } from './form.ts';
import { requireDesigner } from './form-rules.ts';
import type { FormWritesDeps } from './forms-deps.ts';
import type { Template, TemplateChanges } from './template.ts';
import {
  currentVersion,
  differs,
  lockUnarchived,
  requireRevision,
  storeTemplate,
} from './template-revision.ts';

/**
 * Changes the draft of a template. Its published version stays as it is.
 * @throws AppError `forbidden` for a member, `not-found`, `template-state` when archived, `precondition-failed`,
 * `invalid-value`, `invalid-definition`.
 */
export const changeTemplate =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, changes: TemplateChanges): Promise<Template> => {
    requireDesigner(by, 'change templates');
    const template = requireRevision(await lockUnarchived(deps, tx, by, id), changes);
    const changed = { ...template, ...(await checkTemplate(tx, by, changes)) };
    if (isDeepStrictEqual(changed, template)) return template;
    const hasChanges = differs(changed, await currentVersion(tx, template));
    return storeTemplate(deps, tx, by, { ...changed, hasChanges }, 'template.change');
  };
