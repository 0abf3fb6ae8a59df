import type { Session } from '../api/session.ts';
import { type Device, personIn, storageOf } from './device.ts';
import { removeUnlessOpen } from './open-lock.ts';
import { noteWorkSet } from './work-set-state.ts';

/** Returns the number of the person's forms that wait on this device to be sent. */
export async function countWaiting(session: Session): Promise<number> {
  const device = await storageOf(personIn(session));
  return device === undefined ? 0 : (await device.waiting()).length;
}

/**
 * Removes from the device what the server has too, except a form that another tab shows; with `isAll` also what the
 * server does not have.
 */
export async function forget(session: Session, isAll: boolean): Promise<void> {
  const device = await storageOf(personIn(session));
  if (device === undefined) return;
  noteWorkSet(device.person, undefined);
  if (isAll) return await device.store.erase();
  await forgetSent(device);
}

async function forgetSent(device: Device): Promise<void> {
  const { store, waiting } = device;
  const unsent = new Set((await waiting()).map(({ formId }) => formId));
  const sent = (await store.drafts()).filter(({ formId }) => !unsent.has(formId));
  await Promise.all(sent.map((draft) => removeUnlessOpen(device, draft)));
  await store.keepTemplates([]);
}
