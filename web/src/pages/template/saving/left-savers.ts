import { queryClient } from '#web/api/query-client.ts';
import { templateQuery } from '#web/api/template-queries.ts';
import type { Saver } from './saver.ts';

/** By the id of their template, the savers whose screens are left, until what they were sending is settled. */
const left = new Map<string, Promise<void>>();

/** Ends a saver, whose screen is left. */
export function leaveSaver(id: string, saver: Saver): void {
  const isLost = !saver.isSaved();
  const settled = saver.close();
  if (settled === undefined && !isLost) return;
  const last = settle(id, isLost, settled).finally(() => {
    if (left.get(id) === last) left.delete(id);
  });
  left.set(id, last);
}

/**
 * Returns what a screen of the template has to wait for, so that it does not take what it saved itself, when it was open
 * before, for changes of somebody else.
 */
export const leftSaver = (id: string): Promise<void> | undefined => left.get(id);

async function settle(id: string, isLost: boolean, settled: Promise<unknown> | undefined) {
  await settled;
  // A save that failed here may have been stored, and its answer lost.
  if (isLost) await queryClient.prefetchQuery({ ...templateQuery(id), staleTime: 0 });
}
