import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { changingTabLoses, hasUnsaved, leavingLoses } from '#web/components/unsaved.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { LeaveDialogProps } from './leave-dialog.tsx';

// What cannot be saved often cannot be asked about either: without a network, the browser's own question has to do.
const LeaveDialog = lazy(async () => {
  const loaded = await import('./leave-dialog.tsx').catch(() => undefined);
  return { default: loaded?.LeaveDialog ?? BrowserQuestion };
});

function BrowserQuestion({ onStay, onLeave }: LeaveDialogProps) {
  const { t } = useTranslation();
  useEffect(() => {
    const isLeaving = confirm(`${t('leaving.title')}\n\n${t('leaving.text')}`);
    if (isLeaving) onLeave();
    else onStay();
  }, [t, onStay, onLeave]);
  return undefined;
}

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
