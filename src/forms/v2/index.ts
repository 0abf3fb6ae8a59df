/**
 * Forms and templates under /v2 for other systems: reading, creating, changing, completing. It converts between answers
 * and the public format of the API (fields with a type and a value). The rules about permissions are those of the
 * functions that it calls.
 */
import type { Endpoint } from '#http/endpoint.ts';
import type { ApiDeps } from './api-deps.ts';
import { deleteForm } from './delete-form.ts';
import { getForm } from './get-form.ts';
import { getTemplate } from './get-template.ts';
import { listAnswers } from './list-answers.ts';
import { listTemplateForms } from './list-template-forms.ts';
import { listTemplates } from './list-templates.ts';
import { patchForm } from './patch-form.ts';
import { postForm } from './post-form.ts';
import { restoreForm } from './restore-form.ts';
import { setFormStatus } from './set-form-status.ts';
import { archiveApiTemplate } from './templates/archive-api-template.ts';
import { deleteApiTemplate } from './templates/delete-api-template.ts';
import { getTemplateDraft } from './templates/get-template-draft.ts';
import { patchTemplateDraft } from './templates/patch-template-draft.ts';
import { postTemplate } from './templates/post-template.ts';
import { publishApiTemplate } from './templates/publish-api-template.ts';
import { restoreApiTemplate } from './templates/restore-api-template.ts';

export type { ApiDeps } from './api-deps.ts';

export const formsApiEndpoints = (deps: ApiDeps): readonly Endpoint[] => [
  postForm(deps),
  getForm(deps),
  patchForm(deps),
  setFormStatus(deps),
  deleteForm(deps),
  restoreForm(deps),
  listTemplates(deps),
  getTemplate(deps),
  postTemplate(deps),
  getTemplateDraft(deps),
  patchTemplateDraft(deps),
  deleteApiTemplate(deps),
  publishApiTemplate(deps),
  archiveApiTemplate(deps),
  restoreApiTemplate(deps),
  listTemplateForms(deps),
  listAnswers(deps),
];
