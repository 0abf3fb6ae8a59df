/** Templates and their versions: their life from draft to archive, who may do what with them and their forms (`rights/`), the shared lists that they use, and their endpoints. */
import type { Endpoint } from '#http/endpoint.ts';
import { archiveAppTemplate } from './app/archive-app-template.ts';
import { checkAppTemplate } from './app/check-app-template.ts';
import { deleteAppTemplate } from './app/delete-app-template.ts';
import { getAppTemplate } from './app/get-app-template.ts';
import { getPublishingEffects } from './app/get-publishing-effects.ts';
import { listAppTemplates } from './app/list-app-templates.ts';
import { patchAppTemplate } from './app/patch-app-template.ts';
import { postAppTemplate } from './app/post-app-template.ts';
import { previewAppTemplate } from './app/preview-app-template.ts';
import { publishAppTemplate } from './app/publish-app-template.ts';
import { restoreAppTemplate } from './app/restore-app-template.ts';
import { takeTemplateRights } from './app/take-template-rights.ts';
import { deleteTemplateRights } from './operations/delete-template-rights.ts';
import { deleteDocument } from './operations/documents/delete-document.ts';
import type { DocumentsDeps } from './operations/documents/document-drafts.ts';
import { getDocument } from './operations/documents/get-document.ts';
import { getDocumentOriginal, getDocumentPaper } from './operations/documents/get-document-file.ts';
import { listTemplateDocuments } from './operations/documents/list-documents.ts';
import { postDocument } from './operations/documents/post-document.ts';
import { putDocument } from './operations/documents/put-document.ts';
import { putDocumentOriginal } from './operations/documents/put-document-original.ts';
import { getTemplateBrand } from './operations/get-template-brand.ts';
import { getTemplateRights } from './operations/get-template-rights.ts';
import { getTemplateVersion } from './operations/get-template-version.ts';
import { postTemplateCopy } from './operations/post-template-copy.ts';
import { putTemplateBrand } from './operations/put-template-brand.ts';
import { putTemplateLogo } from './operations/put-template-logo.ts';
import { putTemplateRights } from './operations/put-template-rights.ts';
import type { DuplicateDeps } from './templates-deps.ts';
import { archiveApiTemplate } from './v2/archive-api-template.ts';
import { deleteApiTemplate } from './v2/delete-api-template.ts';
import { getTemplate } from './v2/get-template.ts';
import { getTemplateDraft } from './v2/get-template-draft.ts';
import { listTemplates } from './v2/list-templates.ts';
import { patchTemplateDraft } from './v2/patch-template-draft.ts';
import { postTemplate } from './v2/post-template.ts';
import { publishApiTemplate } from './v2/publish-api-template.ts';
import { restoreApiTemplate } from './v2/restore-api-template.ts';

export { type Marks, type SearchField, searchedTexts, searchFieldsOf } from './answer-texts.ts';
export {
  findVisibleTemplate,
  holdVisibleTemplate,
  isListed,
  lacksRight,
  lockTemplateWithRight,
  lockVisibleTemplate,
  managesTemplate,
  mayKnow,
  requireTemplate,
  requireTemplateRight,
} from './find-template.ts';
export { deleteRule } from './forget-rule.store.ts';
export { addToFormCount, formCountOf, sumFormCounts } from './form-count.store.ts';
export { asksForPeople, offersGroup } from './lists/check-people.ts';
export { listIdsIn } from './lists/lists-in.ts';
export {
  ListOfLinks,
  PUBLIC_ROW_QUERY,
  PublicColumnsBody,
  PublicListRow,
  PublicRows,
} from './lists/public-list.shapes.ts';
export { closedLists, describeClosed, listsAlong, openDefinition } from './lists/public-lists.ts';
export { selectUses } from './lists/template-lists.store.ts';
export {
  type ReviewedTemplates,
  templatesReviewedBy,
  templatesWithoutDeclining,
} from './published-rules.store.ts';
export { readableVersions, rememberFew } from './readable-versions.ts';
export { selectGrants } from './rights/grants.store.ts';
export { remembering } from './rights/remembering.ts';
export { type Rights, type SeenAnswers, seesAsMuch, type TemplateRight } from './rights/rights.ts';
export {
  rightsOf,
  rightsOnEach,
  rightsWith,
  standingOf,
  subjectsOf,
  subjectsWith,
} from './rights/rights-of.ts';
export {
  seesEach,
  selectEditable,
  selectSeen,
} from './rights/seen-templates.store.ts';
export { createSeersOf, type SeersOf } from './rights/seers.ts';
export { allMarks } from './search-marks.ts';
export { DefinitionFault, TemplateDetail, TrialBody } from './template.shapes.ts';
export {
  findTemplate,
  findVersion,
  findVersionNumbered,
  findWholeDefinition,
  holdTemplate,
  listNewestVersionIds,
  lockTemplate,
  readTemplateName,
} from './template.store.ts';
export { describeWritten } from './template-detail.ts';
export { createTemplates } from './templates.ts';
export type { TemplatesDeps } from './templates-deps.ts';
export { type ApiField, type FieldKind, fieldsOf } from './v2/field-kinds.ts';

export const templatesEndpoints = (deps: DuplicateDeps & DocumentsDeps): readonly Endpoint[] => [
  listAppTemplates(deps),
  getAppTemplate(deps),
  getPublishingEffects(deps),
  ...getTemplateVersion(deps),
  postAppTemplate(deps),
  ...postTemplateCopy(deps),
  patchAppTemplate(deps),
  deleteAppTemplate(deps),
  checkAppTemplate(deps),
  previewAppTemplate(deps),
  ...getTemplateBrand(deps),
  ...putTemplateBrand(deps),
  ...putTemplateLogo(deps),
  publishAppTemplate(deps),
  archiveAppTemplate(deps),
  restoreAppTemplate(deps),
  ...listTemplateDocuments(deps),
  ...postDocument(deps),
  ...getDocument(deps),
  ...putDocument(deps),
  ...deleteDocument(deps),
  ...getDocumentPaper(deps),
  ...getDocumentOriginal(deps),
  ...putDocumentOriginal(deps),
  ...getTemplateRights(deps),
  ...putTemplateRights(deps),
  ...deleteTemplateRights(deps),
  takeTemplateRights(deps),
  listTemplates(deps),
  getTemplate(deps),
  postTemplate(deps),
  getTemplateDraft(deps),
  patchTemplateDraft(deps),
  deleteApiTemplate(deps),
  publishApiTemplate(deps),
  archiveApiTemplate(deps),
  restoreApiTemplate(deps),
];
