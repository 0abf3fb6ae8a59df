import { useSyncExternalStore } from 'react';

function listen(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Returns whether the browser believes that there is a network. False is certain, true is a guess. */
export const useIsOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine);
