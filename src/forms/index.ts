/**
 * Templates, their versions, and the forms made from them: the rules (who may see and do what), the
 * storage, and the /v2 endpoints that show forms and the users and groups they are assigned to.
 *
 * It knows nothing of SCIM, tokens or the web app: who acts is handed in as a `FormActor`, groups of
 * a user come from the directory. Every write goes through `createForms`, every question of
 * visibility through visibility.ts.
 */
export type {
  Assignment,
  Expected,
  Form,
  FormActor,
  FormChanges,
  FormEvent,
  Location,
  NewForm,
  Viewer,
} from './form.ts';
export type {
  Field,
  NewTemplate,
  Template,
  TemplateChanges,
  TemplateVersion,
} from './template.ts';
export type { Forms, FormWritesDeps, GroupsOfUser } from './writes.ts';
