/** Work that is sent to people: who has to fill in what, until when, and what has become of it. */

import type { ApiDeps } from '#forms/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { beginAppForm } from './app/begin-app-form.ts';
import { countAssignments } from './app/count-assignments.ts';
import { getAppBeginning } from './app/get-app-beginning.ts';
import { listAppAssignments } from './app/list-app-assignments.ts';
import { postAppAssignment } from './app/post-app-assignment.ts';
import { postAssignmentRows } from './app/post-assignment-rows.ts';
import type { AssignmentsDeps } from './assignments-deps.ts';
import { postCancel, postDecline, postRemind } from './operations/act-on-assignment.ts';
import { getAssignment } from './operations/get-assignment.ts';
import { getWorkFigures } from './operations/get-work-figures.ts';
import { listPeople } from './operations/list-people.ts';
import { patchAssignment } from './operations/patch-assignment.ts';
import { beginAssignedForm } from './v2/begin-assigned-form.ts';
import { listAssignments } from './v2/list-assignments.ts';
import { postAssignments } from './v2/post-assignments.ts';

export {
  ASSIGNMENT_FILTERS,
  AssignmentChangesInput,
  type AssignmentItem,
} from './assignment.shapes.ts';
export { requireAssignment } from './assignment-access.ts';
export { nameAssignments } from './assignment-sight.store.ts';
export type { AssignmentWrites, ReminderWrites } from './assignments-deps.ts';
export {
  type AssignmentChanges,
  cancelAssignment,
  changeAssignment,
  handOnAssignment,
} from './change-assignment.ts';
export { checkAssignee, checkOrder, type NewAssignment } from './check-order.ts';
export { chooseAssignments } from './choose-assignments.ts';
export { type DueWorkEventsDeps, tellDueAssignments } from './due-work-events.ts';
export { blankAssignmentOf, forgetAssignmentOf } from './forget-assignment.store.ts';
export { forgetEndedWork } from './forget-ended-work.store.ts';
export { forgetNamesInWork } from './forget-names-in-work.ts';
export type { AssignmentFilters } from './read-selection.ts';
export { composeReminder } from './reminders/compose-reminder.ts';
export { remindAssignee } from './reminders/remind-assignment.ts';
export { sendReminders } from './reminders/send-reminders.ts';
export { selectSeenWork } from './seen-assignments.ts';
export { type Sent, sendAssignment } from './send-assignment.ts';

export const assignmentsEndpoints = (deps: AssignmentsDeps & ApiDeps): readonly Endpoint[] => [
  listAssignments(deps),
  postAssignments(deps),
  beginAssignedForm(deps),
  listAppAssignments(deps),
  ...listPeople(deps),
  countAssignments(deps),
  postAppAssignment(deps),
  postAssignmentRows(deps),
  beginAppForm(deps),
  getAppBeginning(deps),
  ...getWorkFigures(deps),
  ...getAssignment(deps),
  ...patchAssignment(deps),
  ...postCancel(deps),
  ...postDecline(deps),
  ...postRemind(deps),
];
