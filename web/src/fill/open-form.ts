import { ApiError, get } from '#web/api/client.ts';
import { FORMS } from '#web/api/forms.ts';
import type { Device } from '#web/offline/device.ts';
import type { Draft } from '#web/offline/draft.ts';
import { isGone } from '#web/offline/drafts.ts';
import { tryAgain } from '#web/offline/next-attempt.ts';
import { type Opened, takeIn } from '#web/offline/take-in.ts';

/**
 * `complete`: the form is complete and cannot be filled in. `missing`: it is not on this device, and the server cannot
 * be reached.
 */
export type Found = Draft | 'complete' | 'missing';

/** Opens the copy on this device at once, if there is one; changes from the server follow as soon as it answers. */
export async function openForm(device: Device, formId: string): Promise<Found> {
  const kept = await device.store.draft(formId);
  if (kept === undefined) return await fetchForm(device, formId);
  if (kept.base !== undefined) void refresh(device, formId);
  return kept;
}

async function fetchForm(device: Device, formId: string): Promise<Found> {
  try {
    const form = await get<Opened>(`${FORMS}/${formId}`);
    if (form.status === 'complete') return 'complete';
    await takeIn(device, form);
    return (await device.store.draft(formId)) ?? 'missing';
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return 'missing';
    throw error;
  }
}

async function refresh(device: Device, formId: string): Promise<void> {
  let form: Opened;
  try {
    form = await get<Opened>(`${FORMS}/${formId}`);
  } catch (error) {
    if (error instanceof ApiError) return; // the sender gets the same error as soon as it has something to send
    throw error;
  }
  if ((await device.store.draft(formId)) === undefined) return;
  // It may have been restored, or assigned to this person again.
  await device.store.update(formId, (draft) => (isGone(draft) ? tryAgain(draft) : draft));
  await takeIn(device, form);
  device.sendSoon();
}
