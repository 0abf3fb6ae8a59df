import { type RefObject, useEffect, useState } from 'react';
import type { Model } from 'survey-core';
import { fieldsWithFocus } from './fields-in-use.ts';

const NONE: ReadonlySet<string> = new Set();

/** Returns the names of the questions whose field has the focus: nobody is asked about these before they are left. */
export function useFocused(
  shown: RefObject<{ readonly model: Model } | undefined>,
): ReadonlySet<string> {
  const [focused, setFocused] = useState(NONE);
  useEffect(() => {
    const look = () => {
      const { model } = shown.current ?? {};
      setFocused(model === undefined ? NONE : fieldsWithFocus(model));
    };
    const listening = new AbortController();
    const options = { signal: listening.signal };
    // A window that loses the focus leaves it in its field, and tells of it all the same.
    for (const event of ['focusin', 'focusout']) document.addEventListener(event, look, options);
    return () => listening.abort();
  }, [shown]);
  return focused;
}
