import { useEffect, useState } from 'react';

const open: object[] = [];

/**
 * Returns a function that says whether this dialog is the topmost one. Every open dialog hears the Escape key, and only
 * the one that was opened last may close: the others hold what somebody typed.
 */
export function useIsTopmost(isOpen: boolean): () => boolean {
  const [self] = useState(() => ({}));
  useEffect(() => {
    if (!isOpen) return;
    open.push(self);
    // Runs after all dialogs have heard the key: the next one must not be the topmost for the same key press.
    return () => void setTimeout(() => open.splice(open.indexOf(self), 1));
  }, [isOpen, self]);
  return () => open.at(-1) === self;
}
