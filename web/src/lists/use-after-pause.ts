import { useEffect, useRef } from 'react';

/**
 * Returns a function that calls `act` with its latest value after a pause, unless the component is gone by then. Mantine's
 * `useDebouncedCallback` is in the chunk of what floats, which no list needs.
 */
export function useAfterPause<T>(act: (value: T) => void, pauseMs: number): (value: T) => void {
  const latest = useRef(act);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (value) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(value), pauseMs);
  };
}
