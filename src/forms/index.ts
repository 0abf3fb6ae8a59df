/**
 * Templates, their versions, and the forms made from them: the rules (permissions and visibility), the stores, and the
 * endpoints under /v2 and /app. `definition/` checks definitions, `answers/` checks answers, and `engine/` runs
 * SurveyJS to check whether a form is complete.
 *
 * It does not depend on SCIM or tokens: callers pass a `FormActor`, and the directory returns the groups of a user.
 * Every write uses `createForms`, completion uses `createCompleteForm`, every id from a request goes through
 * find-form.ts or find-template.ts, and every list through visibility.ts. Who may do what with a template and its forms
 * is said in `rights/`.
 */
import type { Endpoint } from '#http/endpoint.ts';
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
import { getTemplateBrand } from './app/templates/brand/get-template-brand.ts';
import { putTemplateBrand } from './app/templates/brand/put-template-brand.ts';
import { putTemplateLogo } from './app/templates/brand/put-template-logo.ts';
import { checkAppTemplate } from './app/templates/check-app-template.ts';
import { deleteAppTemplate } from './app/templates/delete-app-template.ts';
import { deleteTemplateRights } from './app/templates/delete-template-rights.ts';
import { duplicateAppTemplate } from './app/templates/duplicate-app-template.ts';
import { getAppTemplate } from './app/templates/get-app-template.ts';
import { getTemplateRights } from './app/templates/get-template-rights.ts';
import { getTemplateVersion } from './app/templates/get-template-version.ts';
import { listAppAnswerRows } from './app/templates/list-app-answer-rows.ts';
import { listAppAnswers } from './app/templates/list-app-answers.ts';
import { listAppTemplates } from './app/templates/list-app-templates.ts';
import { patchAppTemplate } from './app/templates/patch-app-template.ts';
import { postAppTemplate } from './app/templates/post-app-template.ts';
import { previewAppTemplate } from './app/templates/preview-app-template.ts';
import { printTemplateTrial } from './app/templates/print-template-trial.ts';
import { publishAppTemplate } from './app/templates/publish-app-template.ts';
import { putTemplateRights } from './app/templates/put-template-rights.ts';
import { restoreAppTemplate } from './app/templates/restore-app-template.ts';
import { sumAppAnswers } from './app/templates/sum-app-answers.ts';
import { takeTemplateRights } from './app/templates/take-template-rights.ts';
import { type AttachmentsDeps, attachmentsEndpoints } from './attachments/index.ts';
import { bulkEndpoints } from './bulk/app/index.ts';
import type { BulkEndpointDeps } from './bulk/bulk-deps.ts';
import { getAppAnswer } from './corrections/app/get-app-answer.ts';
import { getAppCorrection } from './corrections/app/get-app-correction.ts';
import { listAppCorrections } from './corrections/app/list-app-corrections.ts';
import { putAppAnswer } from './corrections/app/put-app-answer.ts';
import { type DashboardsEndpointDeps, dashboardsEndpoints } from './dashboards/index.ts';
import { type ExportsDeps, exportsEndpoints } from './exports/index.ts';
import { checkImport } from './imports/app/check-import.ts';
import { getTemplateFile } from './imports/app/get-template-file.ts';
import type { ImportsDeps } from './imports/app/import-request.ts';
import { postImport } from './imports/app/post-import.ts';
import { type ListsEndpointDeps, listsEndpoints } from './lists/index.ts';
import { type PublicLinksEndpointDeps, publicLinksEndpoints } from './public-links/index.ts';
import { getRetention } from './retention/app/get-retention.ts';
import { putRetention } from './retention/app/put-retention.ts';
import { tryRetention } from './retention/app/try-retention.ts';
import { getAppSummary } from './summaries/app/get-app-summary.ts';
import { getSummary } from './summaries/v2/get-summary.ts';
import { getGroup } from './v2/assignees/get-group.ts';
import { getUser } from './v2/assignees/get-user.ts';
import { listGroups } from './v2/assignees/list-groups.ts';
import { listUsers } from './v2/assignees/list-users.ts';
import { type ApiDeps, formsApiEndpoints } from './v2/index.ts';
import { listForms } from './v2/list-forms.ts';
import { viewsEndpoints } from './views/index.ts';
import type { ViewsDeps } from './views/write-view.ts';

export { checkStoredFiles } from './attachments/check-files.ts';
export { cleanFiles } from './attachments/clean-up.ts';
export { readFileCheck } from './attachments/file-check.store.ts';
export {
  type FileOfForm,
  markDamaged,
  readDamage,
  readDamagedForms,
} from './attachments/file-damage.store.ts';
export { type BulkRunner, createBulkRunner } from './bulk/bulk-runner.ts';
export { type CompleteForm, createCompleteForm } from './complete-form.ts';
export { dashboardNameFor } from './dashboards/mails/dashboard-name-for.ts';
export { sendDashboardMails } from './dashboards/mails/send-mails.ts';
export type {
  EngineResult,
  FormEngine,
  FormEngines,
  Locale,
} from './engine/engine-types.ts';
export { createFormEngines } from './engine/form-engine.ts';
export type { FormsEvent, FormsEvents } from './events.ts';
export {
  createExportRunner,
  type ExportRunner,
  type ExportRunnerDeps,
} from './exports/export-runner.ts';
export { createPdfs, type Pdfs } from './exports/render-pdf.ts';
export { readWaitingExports } from './exports/waiting-exports.store.ts';
export { listLooseOf, loosenAll } from './files-of-account.store.ts';
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
export { nameForms } from './forms-by-id.store.ts';
export type { FormsDeps, FormWritesDeps, GroupsOfUser } from './forms-deps.ts';
export { createImportReader, type ImportReader } from './imports/import-reader.ts';
export { forgetLoose, forgetLooseOf, recordLoose } from './loose-file.store.ts';
export { fillValues, fillValuesAgain } from './projection/fill-values.ts';
export { type Rebuilt, rebuildValues } from './projection/rebuild-values.ts';
export { seriesOf } from './projection/series.ts';
export { createLinkAuthenticator } from './public-links/authenticate-link.ts';
export { linkNames } from './public-links/link-names.store.ts';
export { purgeLinkSessions } from './public-links/link-session.store.ts';
export { readLinksAllowed } from './public-links/public-link.store.ts';
export { sealedLinks } from './public-links/sealed-links.ts';
export { setLinksAllowed } from './public-links/set-links-allowed.ts';
export { purgeDeletedForms } from './purge-forms.ts';
export { keepRetention } from './retention/keep-retention.ts';
export { ALL_RIGHTS, type Rights } from './rights/rights.ts';
export { createSeersOf, type SeersOf } from './rights/seers.ts';
export { formsToFind, templatesToFind } from './search-sources.store.ts';
export { refillSearch } from './searching/refill-search.ts';
export type {
  Field,
  NewTemplate,
  Template,
  TemplateChanges,
  TemplateVersion,
} from './template.ts';

/** Returns the endpoints of this folder: those under /v2 and those of the web app. */
export function formsEndpoints(
  deps: ImportsDeps &
    ApiDeps &
    AttachmentsDeps &
    ExportsDeps &
    ListsEndpointDeps &
    BulkEndpointDeps &
    DashboardsEndpointDeps &
    PublicLinksEndpointDeps &
    ViewsDeps,
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
    getAppAnswer(deps),
    putAppAnswer(deps),
    listAppCorrections(deps),
    getAppCorrection(deps),
    completeAppForm(deps),
    reopenAppForm(deps),
    assignAppForm(deps),
    deleteAppForm(deps),
    restoreAppForm(deps),
    listAssigneeChoices(deps),
    listAppTemplates(deps),
    getAppTemplate(deps),
    getTemplateVersion(deps),
    listAppAnswers(deps),
    getAppSummary(deps),
    getSummary(deps),
    sumAppAnswers(deps),
    listAppAnswerRows(deps),
    postAppTemplate(deps),
    duplicateAppTemplate(deps),
    checkImport(deps),
    postImport(deps),
    getTemplateFile(deps),
    patchAppTemplate(deps),
    deleteAppTemplate(deps),
    checkAppTemplate(deps),
    previewAppTemplate(deps),
    printTemplateTrial(deps),
    getTemplateBrand(deps),
    putTemplateBrand(deps),
    putTemplateLogo(deps),
    publishAppTemplate(deps),
    archiveAppTemplate(deps),
    restoreAppTemplate(deps),
    getTemplateRights(deps),
    putTemplateRights(deps),
    deleteTemplateRights(deps),
    takeTemplateRights(deps),
    getRetention(deps),
    putRetention(deps),
    tryRetention(deps),
    ...attachmentsEndpoints(deps),
    ...exportsEndpoints(deps),
    ...listsEndpoints(deps),
    ...bulkEndpoints(deps),
    ...dashboardsEndpoints(deps),
    ...publicLinksEndpoints(deps),
    ...viewsEndpoints(deps),
  ];
}
