import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hasUnsaved } from '../components/unsaved.ts';

const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog.tsx')).LeaveDialog,
}));

/** Asks before what somebody typed on a page is lost by going elsewhere; the browser asks when it is closed. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      // Who signs out was asked already, and who was signed out is not held back.
      next.pathname !== '/sign-in' && isElsewhere(current, next) && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return undefined;
  return (
    <Suspense>
      <LeaveDialog onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

/** A tab of a page is told by its search. */
const isElsewhere = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname ||
  JSON.stringify(current.search) !== JSON.stringify(next.search);
