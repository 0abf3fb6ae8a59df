import { useEffect, useRef } from 'react';

/**
 * Returns a function that hands what it was given last to `act` after a pause, but not once the component is gone. The one
 * of Mantine lies in a file with all that floats, which no list needs.
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
