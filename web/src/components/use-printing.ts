import { useLayoutEffect, useSyncExternalStore } from 'react';

/** Whether a print began and has not ended; the media query alone changes too late in some browsers. */
let isPrinted = false;

/**
 * Returns whether the screen is being printed. It changes while the browser waits, so that what is rendered then is
 * what is printed.
 */
export const usePrinting = (): boolean =>
  useSyncExternalStore(watchPrinting, () => isPrinted || matchMedia('print').matches);

function watchPrinting(onChange: () => void): () => void {
  const media = matchMedia('print');
  const begin = () => {
    isPrinted = true;
    onChange();
  };
  const end = () => {
    isPrinted = false;
    onChange();
  };
  media.addEventListener('change', onChange);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    media.removeEventListener('change', onChange);
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/** Prints a screen in its light colours: browsers leave dark grounds out, and pale text would stand on white paper. */
export function useLightPrint(): void {
  const isPrinting = usePrinting();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const before = dataset['mantineColorScheme'];
    if (!isPrinting || before === undefined) return undefined;
    dataset['mantineColorScheme'] = 'light';
    return () => {
      dataset['mantineColorScheme'] = before;
    };
  }, [isPrinting]);
}
