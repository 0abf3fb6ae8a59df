import type { AnswerRow } from './answers.shapes.ts';

/** Returns the people of a form in a table of answers, as far as they have names. */
export function peopleOfForm(
  names: ReadonlyMap<string, string>,
  createdBy: string,
  assigneeId: string,
): Pick<AnswerRow, 'createdBy' | 'assignedTo'> {
  const [creator, assignee] = [names.get(createdBy), names.get(assigneeId)];
  return {
    ...(creator !== undefined && { createdBy: creator }),
    ...(assignee !== undefined && { assignedTo: assignee }),
  };
}
