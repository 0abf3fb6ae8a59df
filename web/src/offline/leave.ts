import type { Session } from '../api/session.ts';
import { type Device, personIn, storageOf } from './device.ts';

/** How many forms of this person wait on this device to be sent. */
export async function countWaiting(session: Session): Promise<number> {
  const device = await storageOf(personIn(session));
  return device === undefined ? 0 : (await device.waiting()).length;
}

/** What the server has as well goes from the device; with `isAll` what it does not have, too. */
export async function forget(session: Session, isAll: boolean): Promise<void> {
  const device = await storageOf(personIn(session));
  if (device === undefined) return;
  if (isAll) return await device.store.erase();
  await forgetSent(device);
}

async function forgetSent({ store, waiting }: Device): Promise<void> {
  const unsent = new Set((await waiting()).map(({ formId }) => formId));
  const sent = (await store.drafts()).filter(({ formId }) => !unsent.has(formId));
  await Promise.all(sent.map(({ formId, edits }) => store.remove(formId, edits)));
  await store.keepTemplates([]);
}
