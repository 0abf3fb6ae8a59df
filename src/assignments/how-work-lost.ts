import type { Reader } from '#db/database.ts';
import { type FormActor, type GroupsOfUser, normaliseId, readNames } from '#form-basics/index.ts';
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import { findAssignment, selectAssignmentEvents } from './assignment.store.ts';
import type { AssignmentEvent, StoredAssignment } from './assignment.ts';
import { noAssignment } from './assignment-access.ts';

export const WORK_LOST = [
  'work-cancelled',
  'work-declined',
  'work-begun',
  'work-assigned',
] as const;
type WorkLost = (typeof WORK_LOST)[number];

/** Why somebody who begins work without a network no longer has it. */
export interface HowLost {
  readonly reason: WorkLost;
  readonly at: number;
  /** The name of the user who did it, if it is known. */
  readonly who: string | undefined;
}

/** Far more changes than an assignment ever has. */
const MOST_EVENTS = 1000;

/**
 * Returns an assignment that the actor has, or that they or a group of theirs had, as its history says: they begin it on
 * a device that does not know yet that it was handed on.
 * @throws AppError `not-found` for everybody else, who learn nothing of it
 */
export async function requireWasTheirs(
  db: Reader,
  directory: GroupsOfUser,
  { accountId, userId }: FormActor,
  id: string,
): Promise<StoredAssignment> {
  const known = normaliseId(id);
  const found = known === undefined ? undefined : await findAssignment(db, accountId, known);
  if (found === undefined) throw noAssignment();
  const own = [userId, ...(await directory.groupIdsOf(db, accountId, userId))];
  if (own.includes(found.assignee.id)) return found;
  const events = await selectAssignmentEvents(db, found, MOST_EVENTS);
  if (events.some((event) => assigneesIn(event).some((each) => own.includes(each)))) return found;
  throw noAssignment();
}

/** Returns the users and groups that had the work before or after an event. */
function assigneesIn({ detail }: AssignmentEvent): readonly string[] {
  const moved = detail && member(detail, 'assignee');
  const whom = [detail && member(detail, 'to'), ...(isObject(moved) ? fromAndTo(moved) : [])];
  return whom.flatMap((each) => {
    const id = isObject(each) ? member(each, 'id') : undefined;
    return typeof id === 'string' ? [id] : [];
  });
}

const fromAndTo = (moved: JsonObject) => [member(moved, 'from'), member(moved, 'to')];

/** Returns what ended the work, or gave it to somebody else. */
export async function howWorkLost(db: Reader, assignment: StoredAssignment): Promise<HowLost> {
  const events = await selectAssignmentEvents(db, assignment, MOST_EVENTS);
  const last = events.findLast((event) => reasonOf(event) !== undefined);
  // Whoever hands a form on that has begun leaves no entry here.
  if (last === undefined)
    return { reason: 'work-assigned', at: assignment.updatedAt, who: undefined };
  const { actorUserId = '', at } = last;
  const names = await readNames(db, assignment.accountId, [actorUserId]);
  return { reason: reasonOf(last) ?? 'work-assigned', at, who: names.get(actorUserId) };
}

function reasonOf({ action, detail }: AssignmentEvent): WorkLost | undefined {
  if (action === 'cancel') return 'work-cancelled';
  if (action === 'decline') return 'work-declined';
  if (action === 'begin') return 'work-begun';
  return detail && member(detail, 'assignee') !== undefined ? 'work-assigned' : undefined;
}

const KEPT = 'What you entered is kept as a form of your own that is never due.';

/** What happened, in one English sentence, by its reason. */
export const LOST_TEXTS: Readonly<Record<WorkLost, string>> = {
  'work-cancelled': `This work was cancelled meanwhile. ${KEPT}`,
  'work-declined': `This work was declined meanwhile. ${KEPT}`,
  'work-begun': `This work was started elsewhere meanwhile. ${KEPT}`,
  'work-assigned': `This work was handed on to someone else meanwhile. ${KEPT}`,
};
