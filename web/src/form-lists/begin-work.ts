import { ASSIGNMENTS, type AssignmentItem } from '#web/api/assignments.ts';
import { call } from '#web/api/client.ts';
import { FORMS } from '#web/api/forms.ts';
import { queryClient } from '#web/api/query-client.ts';

/** Begins the form of an assignment. @returns the id of the form @throws ApiError */
export async function beginWork({ id }: Pick<AssignmentItem, 'id'>): Promise<string> {
  const form = await call<{ readonly id: string }>('POST', `${ASSIGNMENTS}/${id}/form`, {});
  await queryClient.invalidateQueries({ queryKey: [ASSIGNMENTS] });
  await queryClient.invalidateQueries({ queryKey: [FORMS] });
  return form.id;
}
