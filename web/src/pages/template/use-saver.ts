import { useEffect, useState } from 'react';
import { createSaver, type Saver, type SaveState } from './saver.ts';

/**
 * Saves changes while the screen is open, and the rest when it is left. Asks before the document is closed with unsaved
 * changes.
 */
export function useSaver(
  id: string,
  revision: number,
): { readonly saver: Saver; readonly state: SaveState } {
  const [state, setState] = useState<SaveState>({ kind: 'saved', refused: [] });
  const [saver] = useState(() => createSaver(id, revision, setState));
  const isSaved = state.kind === 'saved';
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved) event.preventDefault();
    };
    const retry = () => void saver.flush().catch(() => undefined);
    addEventListener('beforeunload', ask);
    addEventListener('online', retry);
    return () => {
      removeEventListener('beforeunload', ask);
      removeEventListener('online', retry);
    };
  }, [isSaved, saver]);
  useEffect(() => () => void saver.flush().catch(() => undefined), [saver]);
  return { saver, state };
}
