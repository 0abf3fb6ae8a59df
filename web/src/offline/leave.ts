import type { Session } from '../api/session.ts';
import { type Device, personIn, storageOf } from './device.ts';

/** Returns the number of the person's forms that wait on this device to be sent. */
export async function countWaiting(session: Session): Promise<number> {
  const device = await storageOf(personIn(session));
  return device === undefined ? 0 : (await device.waiting()).length;
}

/** Removes from the device what the server has too; with `isAll` also what it does not have. */
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
