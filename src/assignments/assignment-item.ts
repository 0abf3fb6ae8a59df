import type { Reader } from '#db/database.ts';
import { type Names, named, readNames, timeOf } from '#form-basics/index.ts';
import { templatesWithoutDeclining } from '#templates/index.ts';
import type { AssignmentItem } from './assignment.shapes.ts';
import { isDeclinable, isLateAt, type StoredAssignment } from './assignment.ts';

/** Returns assignments as both interfaces show them, with the names of people, groups and templates. */
export async function describeAssignments(
  db: Reader,
  accountId: string,
  assignments: readonly StoredAssignment[],
  now: number,
): Promise<AssignmentItem[]> {
  const names = await readNames(db, accountId, assignments.flatMap(idsIn));
  const templateIds = assignments.map(({ templateId }) => templateId);
  const strict = await templatesWithoutDeclining(db, accountId, templateIds);
  return assignments.map((each) => toItem(each, names, strict.has(each.templateId), now));
}

/** Like {@link describeAssignments}, for one. */
export async function describeAssignment(
  db: Reader,
  assignment: StoredAssignment,
  now: number,
): Promise<AssignmentItem> {
  const { accountId, templateId } = assignment;
  const names = await readNames(db, accountId, idsIn(assignment));
  const strict = await templatesWithoutDeclining(db, accountId, [templateId]);
  return toItem(assignment, names, strict.has(templateId), now);
}

const idsIn = ({ templateId, assignee, groupId, sentBy }: StoredAssignment): readonly string[] => [
  templateId,
  assignee.id,
  sentBy,
  ...(groupId === undefined ? [] : [groupId]),
];

/** @param isStrict whether the template does not let people decline */
function toItem(
  one: StoredAssignment,
  names: Names,
  isStrict: boolean,
  now: number,
): AssignmentItem {
  const { assignee, groupId, dueAt, notBefore } = one;
  return {
    id: one.id,
    template: named(one.templateId, names),
    state: one.state,
    stateDate: timeOf(one.stateChangedAt),
    late: isLateAt(one, now),
    declinable: !isStrict && isDeclinable(one),
    assignee: { type: assignee.type, ...named(assignee.id, names) },
    group: groupId === undefined ? null : named(groupId, names),
    mode: one.mode,
    dueDate: dueAt === undefined ? null : timeOf(dueAt),
    notBefore: notBefore === undefined ? null : timeOf(notBefore),
    priority: one.priority,
    instructions: one.instructions ?? null,
    reference: one.reference ?? null,
    sentBy: named(one.sentBy, names),
    formId: one.formId ?? null,
    declineReason: one.declineReason ?? null,
    remindedDate: one.remindedAt === undefined ? null : timeOf(one.remindedAt),
    createdDate: timeOf(one.createdAt),
    lastUpdateDate: timeOf(one.updatedAt),
    revision: one.revision,
  };
}
