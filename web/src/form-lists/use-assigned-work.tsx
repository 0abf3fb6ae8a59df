import type { ReactNode } from 'react';
import type { AssignmentItem } from '#web/api/assignments.ts';
import { late } from '#web/components/late.ts';
import { useList } from '#web/lists/use-list.ts';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { useWorkSet } from '#web/offline/use-work-set.ts';

// Most people have none most of the time: a page loads this only for those who do, and is shown when it is there.
const AssignedWork = late(() => import('./assigned-work.tsx'), 'AssignedWork', ['work']);

/** The path of `api/assignments.ts`, which pages that only list do not load. */
const ASSIGNMENTS = '/app/v1/assignments';

/** Returns the section of work that was sent to the person and has not begun, and whether it is still being read. */
export function useAssignedWork(): { readonly isLoading: boolean; readonly section: ReactNode } {
  const list = useList<AssignmentItem>(ASSIGNMENTS, { mine: true, state: 'waiting' });
  const isOnline = useIsOnline();
  const isOff = !isOnline || list.isCutOff;
  const ahead = useWorkSet()?.work ?? 0;
  const isAny = list.items.length > 0 || (isOff && ahead > 0);
  return {
    isLoading: list.isLoading && !isAny,
    section: isAny && <AssignedWork list={list} isOff={isOff} />,
  };
}
