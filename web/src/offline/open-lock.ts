// The lock of a form that a screen shows: whatever tidies this device leaves the form alone meanwhile, in all tabs.
import type { Device } from './device.ts';
import type { Draft } from './draft.ts';
import { nameOf, type Person } from './store.ts';

const lockOf = (person: Person, formId: string): string => `${nameOf(person)}/open/${formId}`;

/** Keeps a form on this device while a screen shows it. @returns a function that ends this */
export function holdForm(person: Person, formId: string): () => void {
  let release = () => {};
  const isOver = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks.request(lockOf(person, formId), { mode: 'shared' }, () => isOver);
  return release;
}

/** Removes a form from this device, unless a screen shows it or it has changed since `edits`. */
export async function removeUnlessOpen(
  { store, person }: Pick<Device, 'store' | 'person'>,
  { formId, edits }: Pick<Draft, 'formId' | 'edits'>,
): Promise<void> {
  await navigator.locks.request(lockOf(person, formId), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await store.remove(formId, edits);
  });
}
