import { timeOf } from '#form-basics/index.ts';
import { completedOnDeviceIn, type FormListRow } from '#form-records/index.ts';
import type { AnswerRow } from './answers.shapes.ts';

type Times = Pick<
  AnswerRow,
  'createdAt' | 'updatedAt' | 'dueAt' | 'completedAt' | 'completedOnDeviceAt'
>;

/** Returns the times of a form in a table of answers. */
export function timesOf(row: FormListRow): Times {
  const onDevice = completedOnDeviceIn(row);
  return {
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    ...(row.due_at !== null && { dueAt: timeOf(row.due_at) }),
    ...(row.status === 'complete' && { completedAt: timeOf(row.status_changed_at) }),
    ...(onDevice !== undefined && { completedOnDeviceAt: timeOf(onDevice) }),
  };
}
