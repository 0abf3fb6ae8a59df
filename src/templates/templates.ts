import type { FormWritesDeps } from '#form-basics/index.ts';
import { archiveTemplate, restoreTemplate } from './archive-template.ts';
import { changeTemplate } from './change-template.ts';
import { createTemplate } from './create-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { duplicateTemplate } from './duplicate-template.ts';
import { publishTemplate } from './publish-template.ts';
import { giveRights, takeRights, withdrawRights } from './rights/change-rights.ts';

/**
 * The functions that endpoints, the command line and the demo use to write templates. They use the caller's transaction.
 * Errors are AppErrors with the codes that each function names.
 */
export type Templates = ReturnType<typeof createTemplates>;

export const createTemplates = (deps: FormWritesDeps) => ({
  createTemplate: createTemplate(deps),
  duplicateTemplate: duplicateTemplate(deps),
  changeTemplate: changeTemplate(deps),
  publishTemplate: publishTemplate(deps),
  archiveTemplate: archiveTemplate(deps),
  restoreTemplate: restoreTemplate(deps),
  deleteTemplate: deleteTemplate(deps),
  giveRights: giveRights(deps),
  withdrawRights: withdrawRights(deps),
  takeRights: takeRights(deps),
});
