import { ASSIGNMENTS, type AssignmentItem } from '#web/api/assignments.ts';
import { ApiError, call } from '#web/api/client.ts';
import { FORMS } from '#web/api/forms.ts';
import { queryClient } from '#web/api/query-client.ts';
import { startWork } from '#web/fill/start-form.ts';
import { storageOf } from '#web/offline/device.ts';
import { nameOf, type Person } from '#web/offline/store.ts';
import { forgetWork } from '#web/offline/work-store.ts';

/**
 * Begins the form of an assignment: at the server or, without a network, with what this device keeps of it.
 * @returns the id of the form
 * @throws ApiError
 */
export async function beginWork(
  { id }: Pick<AssignmentItem, 'id'>,
  person: Person,
): Promise<string> {
  // Chosen here: if the answer is lost, the device begins the same form, and not a second one.
  const formId = crypto.randomUUID();
  const device = await storageOf(person);
  try {
    await call('POST', `${ASSIGNMENTS}/${id}/form`, { id: formId });
  } catch (error) {
    const isCutOff = error instanceof ApiError && error.status === 0;
    if (!isCutOff || device === undefined || !(await startWork(device, id, formId))) throw error;
  }
  if (device) await forgetWork(person, id);
  for (const key of [ASSIGNMENTS, FORMS, nameOf(person)]) {
    await queryClient.invalidateQueries({ queryKey: [key] });
  }
  return formId;
}
