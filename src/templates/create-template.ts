import type { Tx } from '#db/database.ts';
import {
  type FormActor,
  type FormWritesDeps,
  type NewTemplate,
  requireDesigner,
  type Template,
} from '#form-basics/index.ts';
import { DEFAULT_PATTERN } from '#questionnaires/naming/name-pattern.ts';
import { checkTemplate } from './check-template.ts';
import { giveFirstRights } from './rights/give-fill-rights.ts';
import { insertTemplate } from './template.store.ts';
import { auditTemplate } from './template-revision.ts';

/**
 * Creates a template as a draft. Its creator gets all rights on it, and those who may use it the right to fill it in.
 * @param copied for a copy: the fields whose ids it keeps, and the naming pattern, which it may keep as it is
 * @throws AppError `forbidden` for a member, `invalid-value`, `invalid-definition`.
 */
export const createTemplate =
  (deps: FormWritesDeps) =>
  async (
    tx: Tx,
    by: FormActor,
    input: NewTemplate,
    copied?: Pick<Template, 'copiedFields' | 'namePattern' | 'draftDefinition'>,
  ): Promise<Template> => {
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
      nameTranslations: undefined,
      copiedFields: copied?.copiedFields,
      ...(await checkTemplate(tx, by, input, copied)),
    };
    await insertTemplate(tx, template);
    await giveFirstRights(tx, by, template);
    await auditTemplate(deps, tx, by, 'template.create', template);
    return template;
  };
