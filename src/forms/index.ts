/**
 * Templates, their versions, and the forms made from them: the rules (permissions and visibility), the stores, and the
 * endpoints under /v2 and /app. `definition/` checks definitions, `answers/` checks answers, and `engine/` runs
 * SurveyJS to check whether a form is complete.
 *
 * It does not depend on SCIM or tokens: callers pass a `FormActor`, and the directory returns the groups of a user.
 * Every write uses `createForms`, completion uses `createCompleteForm`, every id from a request goes through
 * find-form.ts or find-template.ts, and every list through visibility.ts.
 */
import type { Endpoint } from '#http/endpoint.ts';
import type { AppFormsDeps } from './app/app-forms-deps.ts';
import { assignAppForm } from './app/assign-app-form.ts';
import { completeAppForm } from './app/complete-app-form.ts';
import { deleteAppForm } from './app/delete-app-form.ts';
import { getAppForm } from './app/get-app-form.ts';
import { listAppForms } from './app/list-app-forms.ts';
import { listAssigneeChoices } from './app/list-assignee-choices.ts';
import { patchAppForm } from './app/patch-app-form.ts';
import { postAppForm } from './app/post-app-form.ts';
import { reopenAppForm } from './app/reopen-app-form.ts';
import { restoreAppForm } from './app/restore-app-form.ts';
import { archiveAppTemplate } from './app/templates/archive-app-template.ts';
import { checkAppTemplate } from './app/templates/check-app-template.ts';
import { getAppTemplate } from './app/templates/get-app-template.ts';
import { getTemplateVersion } from './app/templates/get-template-version.ts';
import { listAppTemplates } from './app/templates/list-app-templates.ts';
import { patchAppTemplate } from './app/templates/patch-app-template.ts';
import { postAppTemplate } from './app/templates/post-app-template.ts';
import { previewAppTemplate } from './app/templates/preview-app-template.ts';
import { publishAppTemplate } from './app/templates/publish-app-template.ts';
import { restoreAppTemplate } from './app/templates/restore-app-template.ts';
import { type AttachmentsDeps, attachmentsEndpoints } from './attachments/index.ts';
import { type ExportsDeps, exportsEndpoints } from './exports/index.ts';
import { getGroup } from './v2/assignees/get-group.ts';
import { getUser } from './v2/assignees/get-user.ts';
import { listGroups } from './v2/assignees/list-groups.ts';
import { listUsers } from './v2/assignees/list-users.ts';
import { type ApiDeps, formsApiEndpoints } from './v2/index.ts';
import { listForms } from './v2/list-forms.ts';

export { cleanFiles } from './attachments/clean-up.ts';
export { type CompleteForm, createCompleteForm } from './complete-form.ts';
export type {
  EngineResult,
  FormEngine,
  FormEngines,
  Locale,
} from './engine/engine-types.ts';
export { createFormEngines } from './engine/form-engine.ts';
export type { FormsEvent, FormsEvents } from './events.ts';
export { createExportRunner, type ExportRunner } from './exports/export-runner.ts';
export { createPdfs, type Pdfs } from './exports/render-pdf.ts';
export { createForgetPerson } from './forget-person.ts';
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
export { createForms, type Forms } from './forms.ts';
export type { FormsDeps, FormWritesDeps, GroupsOfUser } from './forms-deps.ts';
export { purgeDeletedForms } from './purge-forms.ts';
export { formsToFind, templatesToFind } from './search-sources.store.ts';
export type {
  Field,
  NewTemplate,
  Template,
  TemplateChanges,
  TemplateVersion,
} from './template.ts';

/** Returns the endpoints of this folder: those under /v2 and those of the web app. */
export function formsEndpoints(
  deps: AppFormsDeps & ApiDeps & AttachmentsDeps & ExportsDeps,
): readonly Endpoint[] {
  return [
    listForms(deps),
    ...formsApiEndpoints(deps),
    listUsers(deps),
    getUser(deps),
    listGroups(deps),
    getGroup(deps),
    listAppForms(deps),
    postAppForm(deps),
    getAppForm(deps),
    patchAppForm(deps),
    completeAppForm(deps),
    reopenAppForm(deps),
    assignAppForm(deps),
    deleteAppForm(deps),
    restoreAppForm(deps),
    listAssigneeChoices(deps),
    listAppTemplates(deps),
    getAppTemplate(deps),
    getTemplateVersion(deps),
    postAppTemplate(deps),
    patchAppTemplate(deps),
    checkAppTemplate(deps),
    previewAppTemplate(deps),
    publishAppTemplate(deps),
    archiveAppTemplate(deps),
    restoreAppTemplate(deps),
    ...attachmentsEndpoints(deps),
    ...exportsEndpoints(deps),
  ];
}
