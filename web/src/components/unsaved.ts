// Tracks the forms with unsaved changes. LeaveGuard asks before a screen with such a form is left.
import { useEffect, useState } from 'react';

const unsaved = new Set<object>();

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

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Counts no form as unsaved any more. To be called before leaving the screen of something that was just deleted. */
export const forgetUnsaved = (): void => unsaved.clear();
