// Tracks input that is not saved. `LeaveGuard` asks before somebody leaves a screen that would lose it.
import { useEffect, useState } from 'react';

/** An editor that saves by itself. It stays open while somebody only changes the tab of its screen. */
interface SelfSaving {
  isSaved(): boolean;
  /** Saves the changes that are not saved yet. */
  flush(): Promise<void>;
}

/** How long `leavingLoses` waits for the editors that save by themselves, in milliseconds. */
const MOMENT_MS = 1000;

const unsaved = new Set<object>();
const selfSaving = new Set<SelfSaving>();

/**
 * Counts a form as unsaved while `isDirty`.
 * @returns a function that ends this at once: a screen that is left as soon as its form is saved cannot wait for the
 * next rendering
 */
export function useUnsaved(isDirty: boolean): () => void {
  const [form] = useState(() => ({}));
  const forget = () => void unsaved.delete(form);
  useEffect(() => {
    if (!isDirty) return;
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isDirty, form]);
  return forget;
}

/** Asks an editor whether it is saved, from now on until the returned function is called. */
export function watchSaving(editor: SelfSaving): () => void {
  selfSaving.add(editor);
  return () => void selfSaving.delete(editor);
}

/** Returns whether closing the document would lose input. */
export const hasUnsaved = (): boolean =>
  unsaved.size > 0 || [...selfSaving].some((each) => !each.isSaved());

/** Returns whether leaving the screen would lose input, after giving editors a moment to save by themselves. */
export async function leavingLoses(): Promise<boolean> {
  const saving = [...selfSaving].filter((each) => !each.isSaved());
  if (saving.length > 0) {
    await Promise.race([
      Promise.allSettled(saving.map((each) => each.flush())),
      new Promise((resolve) => setTimeout(resolve, MOMENT_MS)),
    ]);
  }
  return hasUnsaved();
}

/** Returns whether changing to another tab of the same screen would lose input. */
export const changingTabLoses = (): boolean => unsaved.size > 0;
