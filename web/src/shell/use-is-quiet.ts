import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** In this time a screen asks for what it needs. A slow phone takes longer, and shows the outline of the content meanwhile. */
const QUIET_MS = 300;
const OUTLINE = 'main [role="status"] .mantine-Skeleton-root';

/** Returns true once the first screen has all that it asked for and shows it, and from then on. */
export function useIsQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false);
  const isFetching = useIsFetching() > 0;
  const isThere = useRouterState({ select: ({ status }) => status === 'idle' });
  useEffect(() => {
    if (isFetching || !isThere || isQuiet) return;
    const timer = setInterval(() => {
      if (document.querySelector(OUTLINE) === null) setQuiet(true);
    }, QUIET_MS);
    return () => clearInterval(timer);
  }, [isFetching, isThere, isQuiet]);
  return isQuiet;
}
