// What is done with a form as a whole. Apart from `forms.ts`, because pages that fill in forms load that one.
import { call } from './client.ts';
import { type Assignee, FORMS } from './forms.ts';
import { queryClient } from './query-client.ts';

export const assignForm = (id: string, { type, id: to }: Pick<Assignee, 'id' | 'type'>) =>
  changed(id, call('POST', `${FORMS}/${id}/assign`, { assignment: { type, id: to } }));

/** @param dueAt as ISO 8601; null for a form that is never due */
export const scheduleForm = (id: string, dueAt: string | null) =>
  changed(id, call('POST', `${FORMS}/${id}/assign`, { dueAt }));

/** @param reason needed for a form that was approved or rejected */
export const reopenForm = (id: string, reason?: string) =>
  changed(id, call('POST', `${FORMS}/${id}/reopen`, { ...(reason && { reason }) }));
export const restoreForm = (id: string) => changed(id, call('POST', `${FORMS}/${id}/restore`, {}));
export const deleteForm = (id: string) => changed(id, call('DELETE', `${FORMS}/${id}`));

async function changed(id: string, act: Promise<unknown>): Promise<void> {
  await act;
  await queryClient.invalidateQueries({ queryKey: [FORMS], predicate: isOther(id) });
  await queryClient.invalidateQueries({ queryKey: [FORMS, id] });
}

/** The form itself is read last, after the lists, so that its screen never shows less than they do. */
const isOther =
  (id: string) =>
  ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    queryKey[1] !== id;
