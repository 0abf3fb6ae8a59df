import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { hasUnsaved } from '../components/unsaved.ts';

const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog.tsx')).LeaveDialog,
}));

/** Asks before unsaved input is lost by going to another screen; the browser asks before the document is closed. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      // Signing out has asked already, and a person whose session has ended cannot stay.
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

/** Returns whether the target is another screen; the tabs of a screen differ by their search parameters. */
const isElsewhere = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname ||
  JSON.stringify(current.search) !== JSON.stringify(next.search);
