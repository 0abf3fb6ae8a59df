import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** For what a page asks for as soon as it is there. */
const QUIET_MS = 300;

/** Returns true once the first page has all that it asked for, and from then on. */
export function useIsQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  const isFetching = useIsFetching() > 0;
  const isThere = useRouterState({ select: ({ status }) => status === 'idle' });
  useEffect(() => {
    if (isFetching || !isThere) return;
    const timer = setTimeout(() => setQuiet(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isFetching, isThere]);
  return isQuiet;
}
