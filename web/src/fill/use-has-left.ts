import { useEffect, useState } from 'react';
import { fieldWithFocus } from './fields-in-use.ts';

/**
 * Returns whether the person has left the field in which they were typing when something came up: a dialog that opens
 * before would take the keys. It stays so until that is over.
 */
export function useHasLeft(isThere: boolean): boolean {
  const [hasLeft, setHasLeft] = useState(false);
  useEffect(() => {
    if (!isThere) return undefined;
    // A window that loses the focus leaves the focus in the field, but reports that the field lost it.
    const look = () => {
      if (fieldWithFocus() === undefined) setHasLeft(true);
    };
    look();
    document.addEventListener('focusout', look);
    return () => {
      document.removeEventListener('focusout', look);
      setHasLeft(false);
    };
  }, [isThere]);
  return isThere && hasLeft;
}
