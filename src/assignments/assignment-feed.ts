import { type Static, Type } from 'typebox';
import type { FormsDeps } from '#form-basics/index.ts';
import { type ChangeFeed, isWithin } from '#form-records/index.ts';
import { AssignmentItem } from './assignment.shapes.ts';
import { isSeenIn } from './assignment-access.ts';
import { describeAssignments } from './assignment-item.ts';
import {
  hasPendingWork,
  listWorkChanges,
  numberPendingWork,
  type WorkChange,
} from './work-changes.store.ts';

const DeletedAssignment = Type.Object(
  { id: AssignmentItem.properties.id, deleted: Type.Literal(true) },
  {
    title: 'DeletedAssignment',
    description: 'The deletion of an assignment, by a rule of retention. Only with changedSince.',
  },
);

/** An item of the list of assignments: an assignment, or with changedSince also a deletion. */
export const AssignmentChangeItem = Type.Union([
  Type.Object(
    {
      ...AssignmentItem.properties,
      deleted: Type.Optional(Type.Literal(false, { description: 'Only with changedSince.' })),
    },
    { title: 'ListedAssignment' },
  ),
  DeletedAssignment,
]);

export const WORK_FEED = {
  name: 'assignment changes',
  address: '/v2/assignments',
  head: 'work_seq',
} as const;

/** Returns the feed of the changes of assignments. */
export const workFeed = (
  { db, clock }: Pick<FormsDeps, 'db' | 'clock'>,
  accountId: string,
): ChangeFeed<WorkChange> => ({
  ...WORK_FEED,
  hasPending: hasPendingWork,
  numberPending: numberPendingWork,
  listChanges: listWorkChanges,
  isSeen(visibility, { assignment, sentBy, assigneeId, templateId }) {
    if (assignment) return isSeenIn(visibility, assignment);
    if (sentBy === null || assigneeId === null || templateId === null) return false;
    const seenBy = { created_by: sentBy, assignee_id: assigneeId, template_id: templateId };
    return isWithin(visibility, { ...seenBy, review_by: null, status: null });
  },
  async toItems(rows) {
    const found = rows.flatMap(({ assignment }) => assignment ?? []);
    const described = await describeAssignments(db.reader, accountId, found, clock.now());
    const items = new Map(described.map((item) => [item.id, item]));
    return rows.map(({ id }): Static<typeof AssignmentChangeItem> => {
      const item = items.get(id);
      return item ? { ...item, deleted: false } : { id, deleted: true };
    });
  },
});
