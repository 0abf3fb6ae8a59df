import { useEffect, useState } from 'react';
import { fieldWithFocus } from './fields-in-use.ts';

/**
 * People who look something up go on typing without looking at the screen: a dialog that opens meanwhile would take the
 * keys.
 */
const PAUSE_MS = 10_000;

/** Returns whether the person is typing: from a key in a field until the field is left, or until a pause. */
export function useIsTyping(): boolean {
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      setIsTyping(false);
    };
    const note = () => {
      if (fieldWithFocus() === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(stop, PAUSE_MS);
      setIsTyping(true);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    for (const event of ['keydown', 'focusin']) document.addEventListener(event, note, options);
    // After the field's own handler: to render before it would put the earlier text back into the field, and the new one
    // would be lost.
    document.addEventListener('input', note, { signal: listening.signal });
    document.addEventListener('focusout', stop, options);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
  return isTyping;
}
