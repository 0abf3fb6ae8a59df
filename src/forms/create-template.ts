import type { Tx } from '#db/database.ts';
import { checkTemplate } from './check-template.ts';
import type { FormActor } from './form.ts';
import { requireDesigner } from './form-rules.ts';
import type { FormWritesDeps } from './forms-deps.ts';
import { DEFAULT_PATTERN } from './name-pattern.ts';
import { insertTemplate } from './template.store.ts';
import type { NewTemplate, Template } from './template.ts';
import { auditTemplate } from './template-revision.ts';

/** Creates a template as a draft. @throws AppError `forbidden` for a member, `invalid-value`, `invalid-definition`. */
export const createTemplate =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, input: NewTemplate): Promise<Template> => {
    requireDesigner(by, 'make templates');
    const now = deps.clock.now();
    const template: Template = {
      id: deps.ids.next(),
      accountId: by.accountId,
      name: '',
      description: undefined,
      status: 'draft',
      draftDefinition: {},
      namePattern: DEFAULT_PATTERN,
      openToAll: input.groupIds === undefined || input.groupIds.length === 0,
      groupIds: [],
      currentVersionId: undefined,
      createdBy: by.userId,
      createdAt: now,
      updatedAt: now,
      revision: 1,
      hasChanges: true,
      ...(await checkTemplate(tx, by, input)),
    };
    await insertTemplate(tx, template);
    await auditTemplate(deps, tx, by, 'template.create', template);
    return template;
  };
