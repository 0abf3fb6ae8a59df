// What somebody typed and did not save yet. Whoever leaves the page is asked by LeaveGuard.
import { useEffect, useState } from 'react';

const unsaved = new Set<object>();

/**
 * For a form that keeps nothing by itself: as long as `isDirty`, leaving it is asked about. The function ends that at
 * once, for a page that is left because the form was saved.
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

/** Before the page is left because of what was just done: there is nothing any more to save it to. */
export const forgetUnsaved = (): void => unsaved.clear();
