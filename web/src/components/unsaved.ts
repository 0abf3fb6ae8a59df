// Tracks what is not saved. LeaveGuard asks before a screen that would lose some of it is left.
import { useEffect, useState } from 'react';

/** Something that saves itself, and stays while only the tab of its screen changes. */
interface SelfSaving {
  isSaved(): boolean;
  /** Saves now what is not saved. */
  flush(): Promise<void>;
}

/** How long leaving waits for what saves itself before it asks, in milliseconds. */
const MOMENT_MS = 1000;

const unsaved = new Set<object>();
const selfSaving = new Set<SelfSaving>();

/**
 * Counts a form as unsaved while `isDirty`. Returns a function that ends this at once, without waiting for the next
 * rendering: for a screen that is left as soon as its form is saved.
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

/** Counts it as unsaved whenever it is not saved, until the returned function is called. */
export function watchSaving(it: SelfSaving): () => void {
  selfSaving.add(it);
  return () => void selfSaving.delete(it);
}

export const hasUnsaved = (): boolean =>
  unsaved.size > 0 || [...selfSaving].some((each) => !each.isSaved());

/** Returns whether leaving the screen loses something, once what saves itself has had a moment to do so. */
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

/** Returns whether another tab of the same screen loses something. */
export const changingTabLoses = (): boolean => unsaved.size > 0;

/** Counts no form as unsaved any more. To be called before leaving the screen of something that was just deleted. */
export const forgetUnsaved = (): void => unsaved.clear();
