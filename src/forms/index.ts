/** What people and programs do with forms: begin, fill in, complete, reopen, hand on, delete. Every write uses `createForms`, completion uses `createCompleteForm`. */
import type { Endpoint } from '#http/endpoint.ts';
import type { AppFormsDeps } from './app/app-forms-deps.ts';
import { assignAppForm } from './app/assign-app-form.ts';
import { completeAppForm } from './app/complete-app-form.ts';
import { deleteAppForm } from './app/delete-app-form.ts';
import { getAppForm } from './app/get-app-form.ts';
import { listAppForms } from './app/list-app-forms.ts';
import { listAssigneeChoices } from './app/list-assignee-choices.ts';
import { openAppReview } from './app/open-app-review.ts';
import { patchAppForm } from './app/patch-app-form.ts';
import { postAppForm } from './app/post-app-form.ts';
import { postAppReview } from './app/post-app-review.ts';
import { reopenAppForm } from './app/reopen-app-form.ts';
import { restoreAppForm } from './app/restore-app-form.ts';
import { approveReviews } from './operations/approve-reviews.ts';
import type { ApiDeps } from './v2/api-deps.ts';
import { getGroup } from './v2/assignees/get-group.ts';
import { getUser } from './v2/assignees/get-user.ts';
import { listGroups } from './v2/assignees/list-groups.ts';
import { listUsers } from './v2/assignees/list-users.ts';
import { deleteForm } from './v2/delete-form.ts';
import { getForm } from './v2/get-form.ts';
import { listForms } from './v2/list-forms.ts';
import { listTemplateForms } from './v2/list-template-forms.ts';
import { patchForm } from './v2/patch-form.ts';
import { postForm } from './v2/post-form.ts';
import { postReview } from './v2/post-review.ts';
import { restoreForm } from './v2/restore-form.ts';
import { setFormStatus } from './v2/set-form-status.ts';

export { faultsOfNarrowing } from './answers/chosen-rows.ts';
export { requireFiles, requireNamedFiles, requireSize } from './answers/require-answers.ts';
export { resolveChoices } from './answers/resolve-choices.ts';
export { APP_FORM_QUERY, AppFormDetail, NewAppForm } from './app/app-form.shapes.ts';
export type { AppFormsDeps } from './app/app-forms-deps.ts';
export { describeForm } from './app/form-detail.ts';
export { type AskedForms, readSelection, SELECTING } from './app/form-list-query.ts';
export type { Order } from './assign-form.ts';
export { checkAssignment } from './assignment.ts';
export { beginForm } from './begin-form.ts';
export { checkCompletion } from './check-completion.ts';
export { type CompleteForm, createCompleteForm } from './complete-form.ts';
export { tellDueForms } from './due-events.ts';
export { forgetLongHistory } from './forget-history.ts';
export { createForms, type Forms } from './forms.ts';
export { type Corrections, correctionsOf, requireMayCorrect } from './may-correct.ts';
export { purgeDeletedForms } from './purge-forms.ts';
export { recordSubmission, submitted } from './reviews/submit.ts';
export type { ApiDeps } from './v2/api-deps.ts';
export { changeAnswers } from './v2/field-changes.ts';
export { FIELDS, FORM_HEADERS } from './v2/form.shapes.ts';
export { FormDetail } from './v2/form-detail.ts';
export { selectForms } from './v2/form-rows.ts';
export { replyWithForms } from './v2/list-forms.ts';
export { withKeys } from './v2/list-keys.ts';
export { replyWithForm } from './v2/write-form.ts';

export const formsEndpoints = (deps: AppFormsDeps & ApiDeps): readonly Endpoint[] => [
  listForms(deps),
  postForm(deps),
  getForm(deps),
  patchForm(deps),
  setFormStatus(deps),
  postReview(deps),
  deleteForm(deps),
  restoreForm(deps),
  listTemplateForms(deps),
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
  postAppReview(deps),
  openAppReview(deps),
  ...approveReviews(deps),
  assignAppForm(deps),
  deleteAppForm(deps),
  restoreAppForm(deps),
  listAssigneeChoices(deps),
];
