import type { Static, Type } from 'typebox';
import { type FormsDeps, normaliseId, readDue, type Viewer } from '#form-basics/index.ts';
import { visibilityOf } from '#form-records/index.ts';
import { badParameter } from '#http/v2/parameters.ts';
import type { ASSIGNMENT_FILTERS } from './assignment.shapes.ts';
import { type AssignmentState, OPEN, STATES } from './assignment.ts';
import type { AssignmentPosition, AssignmentSelection } from './assignment-list.store.ts';

export type AssignmentFilters = Static<ReturnType<typeof Type.Object<typeof ASSIGNMENT_FILTERS>>>;

/** No id of a user, a group or a template: nothing has it. */
const NOBODY = '';

/**
 * Returns what a viewer asks for, among the assignments that they may see.
 * @throws AppError `invalid-parameter`
 */
export async function readAssignmentSelection(
  { db, clock, directory }: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  { state, template, assignee, sender, overdue, dueFrom, dueTo }: AssignmentFilters,
): Promise<AssignmentSelection> {
  const { accountId } = viewer;
  const { due, lateAt } = await readDue(
    db.reader,
    accountId,
    { overdue, dueFrom, dueTo },
    clock.now(),
  );
  const asked = statesIn(state);
  const isLate = lateAt !== undefined;
  const before = isLate
    ? Math.min(due?.before ?? Number.MAX_SAFE_INTEGER, lateAt + 1)
    : due?.before;
  return {
    accountId,
    visibility: await visibilityOf(db.reader, directory, viewer),
    states: isLate ? asked.filter((each) => OPEN.includes(each)) : asked,
    templateId: idIn(template),
    assigneeId: idIn(assignee),
    sentBy: idIn(sender),
    // What is never due is within no span of days.
    due:
      due === undefined && !isLate
        ? undefined
        : { from: due?.from, before: before ?? Number.MAX_SAFE_INTEGER },
  };
}

const idIn = (id: string | undefined): string | undefined =>
  id === undefined ? undefined : (normaliseId(id) ?? NOBODY);

function statesIn(text: string | undefined): readonly AssignmentState[] {
  if (text === undefined) return STATES;
  const names = text.split(',').map((each) => each.trim());
  const found = STATES.filter((each) => names.includes(each));
  if (found.length === new Set(names).size) return found;
  throw badParameter('state', `this must be some of ${STATES.join(', ')}, with commas in between.`);
}

/** How a cursor says where its page ended. */
export const toPosition = (
  texts: readonly string[] | undefined,
): AssignmentPosition | undefined => {
  const [dueKey, id] = texts ?? [];
  return dueKey === undefined || id === undefined ? undefined : [Number(dueKey), id];
};
