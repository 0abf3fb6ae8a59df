import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { changingTabLoses, hasUnsaved, leavingLoses } from '../components/unsaved.ts';

const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog.tsx')).LeaveDialog,
}));

/** Asks before unsaved input is lost by going to another screen; the browser asks before the document is closed. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // Signing out has asked already, and a person whose session has ended cannot stay.
      if (next.pathname === '/sign-in') return false;
      if (current.pathname !== next.pathname) return leavingLoses();
      return isOtherTab(current, next) && changingTabLoses();
    },
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
  readonly search: unknown;
}

/** Returns whether two places of a screen are different tabs, which their search parameters name. */
const isOtherTab = (current: Place, next: Place): boolean =>
  JSON.stringify(current.search) !== JSON.stringify(next.search);
