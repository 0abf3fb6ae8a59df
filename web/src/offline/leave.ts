import type { Session } from '#web/api/session.ts';
import { type Device, personIn, storageOf } from './device.ts';
import type { Draft } from './draft.ts';
import { eraseWork } from './erasure.ts';
import { forgetListsBut } from './keep-lists.ts';
import { removeUnlessOpen } from './open-lock.ts';
import { holdsMoreThanAnswers } from './unkept.ts';
import { noteWorkSet } from './work-set-state.ts';

/** Returns the number of the person's forms with something that is only on this device. */
export async function countWaiting(session: Session): Promise<number> {
  const device = await storageOf(personIn(session));
  if (device === undefined) return 0;
  const [drafts, isUnsent] = await sorted(device);
  return drafts.filter(isUnsent).length;
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
  const { store, person } = device;
  const [drafts, isUnsent] = await sorted(device);
  const sent = drafts.filter((draft) => !isUnsent(draft));
  await Promise.all(sent.map((draft) => removeUnlessOpen(device, draft)));
  await store.keepOnlyTemplates(new Set());
  await eraseWork(person);
  // Without their lists, the forms that stay could not be filled in later.
  const left = await store.drafts();
  await forgetListsBut(
    person,
    left.map(({ definition }) => definition),
  );
}

/**
 * Returns the drafts, and which of them hold something that the server does not have: changes that wait to be sent, a
 * text that is no answer yet and is never sent, or what was typed last before a tab was closed. They are read first: what
 * is typed meanwhile counts as unsent.
 */
async function sorted({ store, waiting, person: { userId } }: Device) {
  const drafts = await store.drafts();
  const unsent = new Set((await waiting()).map(({ formId }) => formId));
  const isUnsent = (draft: Draft) =>
    unsent.has(draft.formId) || holdsMoreThanAnswers(userId, draft);
  return [drafts, isUnsent] as const;
}
