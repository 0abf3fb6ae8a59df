import { useEffect } from 'react';
import type { ExportItem } from '#exports/app-types.ts';
import { lookAtExports } from '#web/api/exports.ts';

const EVERY_MS = 1500;

export const isUnderWay = ({ state }: ExportItem): boolean =>
  state === 'queued' || state === 'running';

/** Reads the exports regularly while one of them is running. */
export function useFollow(items: readonly ExportItem[]): void {
  const isFollowing = items.some(isUnderWay);
  useEffect(() => {
    if (!isFollowing) return undefined;
    const timer = setInterval(() => void lookAtExports(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isFollowing]);
}
