// What somebody typed and did not save yet. Whoever leaves the page is asked by LeaveGuard.
import { useEffect } from 'react';

const unsaved = new Set<object>();

/** For a form that keeps nothing by itself: as long as `isDirty`, leaving it is asked about. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = {};
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isDirty]);
}

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Before the page is left because of what was just done: it is saved, or there is nothing any more to save it to. */
export const forgetUnsaved = (): void => unsaved.clear();
