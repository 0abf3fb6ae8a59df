import { useEffect, useState } from 'react';
import { fieldWithFocus } from './fields-in-use.ts';

/** Whoever looks a number up types on without looking at the page: a dialog that opened meanwhile would take the keys. */
const PAUSE_MS = 10_000;

/** From a key in a field until it is left, or until a pause: what opens meanwhile would take the keys. */
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
    for (const event of ['keydown', 'input', 'focusin']) {
      document.addEventListener(event, note, options);
    }
    document.addEventListener('focusout', stop, options);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
  return isTyping;
}
