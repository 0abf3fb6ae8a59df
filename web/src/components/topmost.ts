import { useEffect, useState } from 'react';

const open: object[] = [];

/**
 * Every open dialog hears the Escape key, and only the one that was opened last may close by it: the one below holds
 * what somebody typed. The function says whether that is this dialog.
 */
export function useIsTopmost(isOpen: boolean): () => boolean {
  const [self] = useState(() => ({}));
  useEffect(() => {
    if (!isOpen) return;
    open.push(self);
    // Once all of them have heard the key: the one below is not the topmost for the same press.
    return () => void setTimeout(() => open.splice(open.indexOf(self), 1));
  }, [isOpen, self]);
  return () => open.at(-1) === self;
}
