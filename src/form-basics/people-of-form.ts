/** Returns the people of a form in a table of answers, as far as they have names. */
export function peopleOfForm(
  names: ReadonlyMap<string, string>,
  createdBy: string,
  assigneeId: string,
): { readonly createdBy?: string; readonly assignedTo?: string } {
  const [creator, assignee] = [names.get(createdBy), names.get(assigneeId)];
  return {
    ...(creator !== undefined && { createdBy: creator }),
    ...(assignee !== undefined && { assignedTo: assignee }),
  };
}
