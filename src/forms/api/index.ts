/**
 * Forms and templates under /v2 for other systems: reading, creating, changing, completing. It shows answers in the
 * public shapes of the API (fields with a type and a value) and knows how they are written back; every rule of who may
 * do what stays with the forms themselves.
 */
import type { Endpoint } from '#http/endpoint.ts';
import type { ApiDeps } from './api-deps.ts';
import { changeForm } from './change-form.ts';
import { createForm } from './create-form.ts';
import { deleteForm } from './delete-form.ts';
import { listTemplateForms } from './list-template-forms.ts';
import { listTemplates } from './list-templates.ts';
import { readForm } from './read-form.ts';
import { readTemplate } from './read-template.ts';
import { setFormStatus } from './set-form-status.ts';

export type { ApiDeps } from './api-deps.ts';

export const formsApiEndpoints = (deps: ApiDeps): readonly Endpoint[] => [
  createForm(deps),
  readForm(deps),
  changeForm(deps),
  setFormStatus(deps),
  deleteForm(deps),
  listTemplates(deps),
  readTemplate(deps),
  listTemplateForms(deps),
];
