import { useEffect, useState } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import { watchSaving } from '#web/components/unsaved.ts';
import { leaveSaver } from './left-savers.ts';
import { createSaver, type Saver, type SaveState } from './saver.ts';

/**
 * Saves changes while the screen is open. What cannot be saved is asked about before the screen is left, and then
 * dropped.
 * @param onBehind loads the template again, because others have changed it
 */
export function useSaver(
  template: TemplateDetail,
  onBehind: () => void,
): { readonly saver: Saver; readonly state: SaveState } {
  const { id } = template;
  const [state, setState] = useState<SaveState>({ kind: 'saved', refused: [] });
  const [saver] = useState(() => createSaver({ template, onState: setState, onBehind }));
  useEffect(() => {
    const retry = () => void saver.flush().catch(() => undefined);
    addEventListener('online', retry);
    const forget = watchSaving(saver);
    return () => {
      removeEventListener('online', retry);
      forget();
      leaveSaver(id, saver);
    };
  }, [id, saver]);
  return { saver, state };
}
